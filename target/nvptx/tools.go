package nvptx

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// PTXFeature is the newest PTX version that is asked of llc: LLVM 19 knows no
// newer one, and what is printed needs no newer one.
const PTXFeature = "+ptx85"

// newest first: the names under which Debian installs a program of LLVM beside its plain name
var llvmSuffixes = []string{"", "-22", "-21", "-20", "-19"}

// FindTool returns the path of an external program: from .tools/bin of the
// checkout, from the directories of TAWA_TOOLS, from PATH.
func FindTool(name string) (string, error) {
	dirs := checkoutTools()
	for _, d := range filepath.SplitList(os.Getenv("TAWA_TOOLS")) {
		dirs = append(dirs, d, filepath.Join(d, "bin"))
	}
	names := []string{name}
	if name == "llc" || name == "opt" {
		names = names[:0]
		for _, s := range llvmSuffixes {
			names = append(names, name+s)
		}
	}
	for _, d := range dirs {
		for _, n := range names {
			if p, err := exec.LookPath(filepath.Join(d, n)); err == nil {
				return p, nil
			}
		}
	}
	for i := range names { // on PATH a plain name may be an old release: try it last
		if p, err := exec.LookPath(names[(i+1)%len(names)]); err == nil {
			return p, nil
		}
	}
	return "", fmt.Errorf("%s not found: run `make tools` in the checkout, or name its directory in TAWA_TOOLS", name)
}

// checkoutTools lists .tools/bin above the running program and above the
// working directory, where these are in a checkout.
func checkoutTools() []string {
	var dirs []string
	look := func(dir string) {
		for {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				dirs = append(dirs, filepath.Join(dir, ".tools", "bin"))
			}
			up := filepath.Dir(dir)
			if up == dir {
				return
			}
			dir = up
		}
	}
	if exe, err := os.Executable(); err == nil {
		look(filepath.Dir(exe))
	}
	if wd, err := os.Getwd(); err == nil {
		look(wd)
	}
	return dirs
}

// CompilePTX runs llc on LLVM IR text and returns PTX for the target, which is
// named as ptxas does (sm_90a). PTX with local memory or calls is an error:
// the code generator prints none, so something was lost on the way.
func CompilePTX(ir []byte, target string) ([]byte, error) {
	llc, err := FindTool("llc")
	if err != nil {
		return nil, err
	}
	out, log, err := runTool(llc, ir, "-march=nvptx64", "-mcpu="+target, "-mattr="+PTXFeature, "-O3", "-o", "-", "-")
	if err != nil {
		if v := llvmVersion(llc); v != 0 && v < minLLVM {
			return nil, fmt.Errorf("%s is of LLVM %d, but %d or newer is needed: run `make tools` in the checkout, or name another's directory in TAWA_TOOLS", llc, v, minLLVM)
		}
		return nil, fmt.Errorf("%s: %w\n%s", llc, err, log)
	}
	if text := findText(string(out), badPTX); text != "" {
		return nil, fmt.Errorf("the PTX uses %s", text)
	}
	return out, nil
}

// minLLVM is the oldest release whose llc knows sm_90a and PTXFeature.
const minLLVM = 19

// llvmVersion is the major version of a program of LLVM, 0 if it does not tell.
func llvmVersion(path string) int {
	out, _, _ := runTool(path, nil, "--version")
	_, version, _ := strings.Cut(string(out), "LLVM version ")
	major, _, _ := strings.Cut(version, ".")
	n, _ := strconv.Atoi(major)
	return n
}

// Assemble runs ptxas on PTX and returns the cubin and what ptxas said. A
// kernel that spills, or whose wgmma or setmaxnreg ptxas gave up on, is an
// error: it would run, at a fraction of the speed.
func Assemble(ptx []byte, target string) (cubin []byte, log string, err error) {
	ptxas, err := FindTool("ptxas")
	if err != nil {
		return nil, "", err
	}
	dir, err := os.MkdirTemp("", "tawa-ptxas")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "kernel.ptx"), filepath.Join(dir, "kernel.cubin")
	if err := os.WriteFile(in, ptx, 0o644); err != nil {
		return nil, "", err
	}
	said, errs, err := runTool(ptxas, nil, "-v", "-lineinfo", "--gpu-name="+target, in, "-o", out)
	log = string(said) + errs
	if err != nil {
		return nil, log, fmt.Errorf("%s: %w\n%s", ptxas, err, log)
	}
	if line := badLine(log); line != "" {
		return nil, log, fmt.Errorf("ptxas: %s", line)
	}
	cubin, err = os.ReadFile(out)
	return cubin, log, err
}

// badPTX is what no kernel's PTX may have, with what it is.
var badPTX = []struct{ text, what string }{
	{"__local_depot", "local memory"},
	{"st.local", "local memory"},
	{"ld.local", "local memory"},
	{".extern .func", "a call of an external function"},
}

func findText(s string, list []struct{ text, what string }) string {
	for _, b := range list {
		if strings.Contains(s, b.text) {
			return b.what + " (" + b.text + ")"
		}
	}
	return ""
}

// badLine is the first line of ptxas' log that tells of a kernel that would be slow.
func badLine(log string) string {
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "wgmma.mma_async instructions are serialized"),
			strings.Contains(line, "setmaxnreg") && strings.Contains(line, "ignored"):
			return line
		case strings.Contains(line, "spill") && !strings.Contains(line, "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"):
			return line
		case strings.Contains(line, "bytes lmem"):
			return line
		}
	}
	return ""
}

// runTool runs a program with the text as its standard input.
func runTool(path string, stdin []byte, args ...string) (stdout []byte, stderr string, err error) {
	cmd := exec.Command(path, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("exit status %d", exit.ExitCode())
	}
	return out.Bytes(), errs.String(), err
}
