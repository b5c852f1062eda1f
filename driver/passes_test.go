package driver_test

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tawa/driver"
)

// launches run every kernel of the examples on small shapes: ragged ones, one
// step of K, fewer and more tiles than a ring has slots.
var launches = []struct{ name, file, args string }{
	{"gemm", "gemm_fp16_128x256x64", gemmArgs("f16", "2", "144,256,336")},
	{"gemm one step", "gemm_fp16_128x128x64", gemmArgs("f16", "2", "144,112,16")},
	{"gemm persistent", "gemm_fp16_persistent_128x256x64", gemmArgs("f16", "8", "272,272,272")},
	{"gemm persistent, two tiles a program", "gemm_fp16_persistent_128x256x64", gemmArgs("f16", "2", "17040,16,144")},
	{"gemm persistent flat", "gemm_fp16_persistent_flat_ws_128x256x64", gemmArgs("f16", "8", "272,272,336")},
	{"gemm fp8", "gemm_fp8_128x256x128", gemmArgs("f8E4M3FN", "2", "144,256,528")},
	{"gemm fp8 persistent flat", "gemm_fp8_persistent_flat_128x256x128", gemmArgs("f8E4M3FN", "8", "272,272,272")},
	{"bmm", "bmm_fp16_128x128x64", "--grid=1,2,2 --arg=desc:randn:f16[256,208] --arg=desc:randn:f16[288,208] --arg=desc:zeros:f16[256,144] --arg=i32:128 --arg=i32:144 --arg=i32:208"},
	{"attention", "attn_fp16_full_128x128", attentionArgs("f16")},
	{"attention causal", "attn_fp16_causal_128x128", attentionArgs("f16")},
	{"attention fp8", "attn_fp8_full_128x128", attentionArgs("f8E4M3FN")},
	{"gemm through pointers", "gemm_ptr", "--grid=2,2 --arg=randn:f16[144,208] --arg=randn:f16[160,208] --arg=zeros:f16[144,160] --arg=i32:144 --arg=i32:160 --arg=i32:208 --arg=i32:208 --arg=i32:208 --arg=i32:160"},
	{"grouped gemm", "grouped_gemm", "--grid=8 --arg=ptrs:randn:f16[128,208];randn:f16[64,80] --arg=ptrs:randn:f16[272,208];randn:f16[144,80] --arg=ptrs:zeros:f16[128,272];zeros:f16[64,144] " +
		"--arg=values:i32[2,3]:128,272,208,64,144,80 --arg=values:i32[2,3]:208,208,272,80,80,144 --arg=i32:2"},
	{"softmax", "softmax_rows", "--grid=3 --arg=randn:f32[3,1100] --arg=zeros:f32[3,1100] --arg=i32:1100 --arg=i32:1000"},
	{"layer norm", "layer_norm", "--grid=3 --arg=randn:f32[3,1100] --arg=zeros:f32[3,1100] --arg=randn:f32[1100] --arg=randn:f32[1100] --arg=i32:1100 --arg=i32:1090 --arg=f32:1e-5"},
	{"vector add", "vector_add", "--grid=3 --arg=randn:f32[2500] --arg=randn:f32[2500] --arg=zeros:f32[2500] --arg=i32:2500"},
}

func gemmArgs(elem, grid, mnk string) string {
	s := strings.Split(mnk, ",")
	m, n, k := s[0], s[1], s[2]
	return "--grid=" + grid + " --arg=desc:randn:" + elem + "[" + m + "," + k + "] --arg=desc:randn:" + elem + "[" + n + "," + k + "] --arg=desc:zeros:f16[" + m + "," + n + "]" +
		" --arg=i32:" + m + " --arg=i32:" + n + " --arg=i32:" + k
}

func attentionArgs(elem string) string {
	tensor := " --arg=desc:randn:" + elem + "[512,128]"
	return "--grid=2,2" + tensor + tensor + tensor + strings.Replace(tensor, "randn", "zeros", 1) + " --arg=zeros:f32[512] --arg=f32:0.088388 --arg=i32:16 --arg=i32:256"
}

// pipelines are the ways of passes after which a kernel must still compute the same.
var pipelines = []string{
	"--tawa-partition",
	"--tawa-partition=depth=1",
	"--tawa-partition --canonicalize --cse",
	"--tawa-partition --tawa-pipeline",
	"--tawa-partition=depth=3 --tawa-pipeline=mma-depth=2",
	"--tawa-partition=depth=2 --tawa-pipeline=mma-depth=0",
	"--tawa-partition --tawa-pipeline=coarse=0",
	"--tawa-partition=depth=2 --tawa-pipeline=coarse=1",
	"--tawa-partition --aref-lower",
	"--tawa-partition=depth=2 --tawa-pipeline --aref-lower",
	"--tawa-partition --tawa-pipeline --aref-lower --canonicalize --cse",
	"--tawa-compile",
	"--tawa-compile=coarse=1",
	"--tawa-compile=warp-specialize=false",
}

func TestPassesKeepTheMeaning(t *testing.T) {
	for _, x := range launches {
		for _, passes := range pipelines {
			t.Run(x.name+" "+passes, func(t *testing.T) {
				t.Parallel()
				in := "../examples/ttir/" + x.file + ".ttir"
				out := filepath.Join(t.TempDir(), "out.mlir")
				var stderr, stdout bytes.Buffer
				if driver.Main(driver.All(), append(strings.Fields(passes), in, "-o", out), nil, &stdout, &stderr) != driver.Done {
					t.Fatalf("tawa-opt %s %s:\n%s", passes, in, &stderr)
				}
				args := append(strings.Fields(x.args), out, "--compare-with="+in, "--schedules=4")
				if driver.RunMain(driver.All(), args, nil, &stdout, &stderr) != driver.Done {
					t.Fatalf("tawa-run %s:\n%s%s", strings.Join(args, " "), &stdout, &stderr)
				}
			})
		}
	}
}

// TestPassesKeepTheMeaningOfOddKernels runs kernels with shapes that partition and
// pipeline must notice: values carried over, read late, stored and loaded again,
// loops inside conditions and the other way round; with no, one and several trips.
func TestPassesKeepTheMeaningOfOddKernels(t *testing.T) {
	files, err := filepath.Glob("testdata/kernels/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no kernels: %v", err)
	}
	data := []string{"--arg=desc:randn:f16[64,384]", "--arg=desc:randn:f16[384,128]", "--arg=desc:zeros:f32[64,384]", "--arg=values:i32[8]:0,3,2,1,5,4,6,7"}
	for _, in := range files {
		for _, passes := range pipelines {
			t.Run(filepath.Base(in)+" "+passes, func(t *testing.T) {
				t.Parallel()
				out := filepath.Join(t.TempDir(), "out.mlir")
				var stderr, stdout bytes.Buffer
				if driver.Main(driver.All(), append(strings.Fields(passes), in, "-o", out), nil, &stdout, &stderr) != driver.Done {
					t.Fatalf("tawa-opt %s %s:\n%s", passes, in, &stderr)
				}
				for _, trips := range []string{"0", "1", "2", "5"} {
					args := append(slices.Clone(data), "--arg=i32:"+trips, out, "--compare-with="+in, "--schedules=4")
					if driver.RunMain(driver.All(), args, nil, &stdout, &stderr) != driver.Done {
						t.Fatalf("with %s trips:\n%s%s", trips, &stdout, &stderr)
					}
				}
			})
		}
	}
}
