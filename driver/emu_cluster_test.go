package driver

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tawa/ptx"
)

// clustered are kernels whose tiles CTAs of a cluster load together, with small launches, ragged in N and K.
var clustered = []struct {
	name, launch string
	options      []string
}{
	{"bmm_fp16_128x128x64", bmm(2, 2, 2), []string{"cluster=2", "cluster=2 sms=2", "cluster=2 sms=2 depth=2 mma-depth=0", "cluster=2 persistent=0 depth=1 mma-depth=0", "cluster=2 ping-pong=1 persistent=1 sms=2"}},
	{"bmm_fp16_128x128x64", bmm(4, 2, 1), []string{"cluster=4", "cluster=2 sms=4 depth=2"}},
	{"gemm_fp16_128x256x64", gemm("f16", 4, 256, 496, 336), []string{"cluster=2", "cluster=2 sms=2", "cluster=2 ping-pong=1 sms=2"}},
	{"gemm_fp8_128x256x128", gemm("f8E4M3FN", 4, 256, 496, 400), []string{"cluster=2 sms=2", "cluster=2 persistent=0 depth=2"}},
	{"attn_fp16_full_128x128", attention("f16", 4, 512), []string{"cluster=2 sms=2", "cluster=4 persistent=0 coarse=0"}},
	{"attn_fp8_full_128x128", attention("f8E4M3FN", 2, 512), []string{"cluster=2", "cluster=2 transform=0"}},
}

// bmm is a batch of products of 128·x times 144 matrices with a K of 208.
func bmm(x, y, z int) string {
	m := 128 * x
	return fmt.Sprintf("--grid=%d,%d,%d --arg=desc:randn:f16[%d,208] --arg=desc:randn:f16[%d,208] --arg=desc:zeros:f16[%[4]d,144] --arg=i32:%[6]d --arg=i32:144 --arg=i32:208", x, y, z, m*z, 144*z, m)
}

// evenTiles says of the kernels that put their tiles in an order of their own that M is a multiple of two tiles, so that the
// pairs of a group of tiles lie in one column.
func evenTiles(text []byte) []byte {
	text = bytes.Replace(text, []byte("%M: i32 {tt.divisibility = 16 : i32}"), []byte("%M: i32 {tt.divisibility = 256 : i32}"), 1)
	return regexp.MustCompile(`(?m)^( *)%pid = .*\n`).ReplaceAll(text, []byte("${0}${1}%ok = arith.cmpi sge, %M, %c0_i32 : i32\n${1}llvm.intr.assume %ok : i1\n"))
}

// CTAs that load together give the interpreter's numbers without a report.
func TestClustersOnTheEmulator(t *testing.T) {
	for _, x := range clustered {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			var s *specimen
			for n, options := range x.options {
				other, err := compileText(t, x.name, evenTiles(exampleText(t, x.name)), options, x.launch)
				if err != nil {
					t.Fatalf("%q: %v\n%s", options, err, other.errors)
				}
				if s == nil {
					s = textSpecimen(t, x.name, evenTiles(exampleText(t, x.name)), options, x.launch)
				}
				other.want = s.want
				if !bytes.Contains(other.program.Code, []byte("multicast::cluster")) || other.program.Metadata.GridMultiple < 2 {
					t.Errorf("%q: nothing is loaded together", options)
				}
				other.accepted(t, options, 4*n, 4)
			}
		})
	}
}

// clusterMutations are mistakes that only CTAs of a cluster can make.
var clusterMutations = []mutation{
	{"CTAs do not meet", meetings},
	{"arrival only in the own CTA", at("mapa", "", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return "{ .reg .b32 MUT; mov.u32 MUT, %cluster_ctarank; " + k.with(in, 2, "MUT") + " }", true
	})},
	{"arrival only in the first CTA", at("mapa", "", through(2, "b32", "and.b32", "0"))},
	{"arrival of one lane", at("setp", "lt", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return k.with(in, 2, "1"), in.Args[2].Kind == ptx.Imm && in.Args[2].Bits == 2
	})},
	{"copy only to the own CTA", at("cp.async.bulk.tensor", "multicast::cluster", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return "{ .reg .b32 MUT; .reg .b16 MUTH; mov.u32 MUT, %cluster_ctarank; add.u32 MUT, MUT, 1; cvt.u16.u32 MUTH, MUT; " + k.with(in, 3, "MUTH") + " }", true
	})},
	{"the same share twice", at("mov", "u32", func(k *kernelText, in *ptx.Inst) (string, bool) {
		return k.with(in, 1, "0"), k.operand(in, 1) == "%cluster_ctarank"
	})},
	{"half of the bytes expected", at("mbarrier.arrive.expect_tx", "", added(2, -16384))},
}

// meetings drops each barrier of the cluster.
func meetings(k *kernelText) (list []mutant) {
	var arrive *ptx.Inst
	for i := range k.fn.Code {
		switch in := &k.fn.Code[i]; in.Op {
		case "barrier.cluster.arrive":
			arrive = in
		case "barrier.cluster.wait":
			list = append(list, k.apply(edit{arrive.Span.Start, in.Span.End, ""}))
		}
	}
	return list
}

// Mistakes of a protocol between CTAs are noticed. The kernel is one of two tiles a program, so that every slot is filled again.
func TestEmulatorNoticesMistakesOfClusters(t *testing.T) {
	const options = "cluster=2 sms=2 depth=2"
	s := newSpecimen(t, "bmm_fp16_128x128x64", options, bmm(2, 2, 1))
	if s.accepted(t, options, 0, 1) {
		s.noticesAll(t, append(ofProtocol(), clusterMutations...))
	}
}

// ofProtocol are the mistakes with arrivals, bytes and counts that every ring can have.
func ofProtocol() (list []mutation) {
	for _, m := range mutations {
		if strings.HasPrefix(m.name, "arrival ") || strings.Contains(m.name, "expected") || strings.HasPrefix(m.name, "initial count") || strings.HasPrefix(m.name, "load ") && strings.Contains(m.name, "further") {
			if m.name != "load further on" && !strings.Contains(m.name, "shared memory") {
				list = append(list, m)
			}
		}
	}
	return list
}
