// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks -o %t.out %s 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks=text --remarks-filter='inl.*' -o %t.out %s 2>&1 | FileCheck %s --check-prefix=INLINE
// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks-filter-passed='.*' -o %t.out %s 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks-filter-missed='.*' -o %t.out %s 2>&1 | FileCheck %s --check-prefix=INLINE
// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks=yaml -o %t.out %s 2>&1 | FileCheck %s --check-prefix=YAML
// RUN: tawa-opt --inline --loop-invariant-code-motion --remarks=%t.yaml -o %t.out %s && FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: tawa-opt --inline --loop-invariant-code-motion --remark-format=yaml --remarks-output-file=%t.remarks -o %t.out %s && FileCheck %s --check-prefix=YAML --input-file=%t.remarks
// RUN: tawa-opt --inline --loop-invariant-code-motion %s 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: not tawa-opt --remarks=none %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tawa-opt --remarks-filter='(' %s 2>&1 | FileCheck %s --check-prefix=FILTER

// TEXT:        remark: not inlined: {{.*}} [inline]
// TEXT:        remark: hoisted 1 ops out of the loop [loop-invariant-code-motion]

// INLINE:      remark: not inlined: {{.*}} [inline]
// INLINE-NOT:  {{hoisted}}

// PASSED-NOT:  inline
// PASSED:      remark: hoisted 1 ops out of the loop [loop-invariant-code-motion]

// YAML:        --- !Missed
// YAML-NEXT:   Pass: inline
// YAML-NEXT:   Name: func.call
// YAML-NEXT:   DebugLoc: { File: {{.*}}remarks.mlir{{'?}}, Line: [[@LINE+27]], Column: 3 }
// YAML-NEXT:   Function: kept
// YAML-NEXT:   Args:
// YAML-NEXT:     - Remark: 'not inlined: {{.*}}'
// YAML:        {{^}}...
// YAML:        --- !Passed
// YAML-NEXT:   Pass: loop-invariant-code-motion
// YAML-NEXT:   Name: scf.for
// YAML-NEXT:   DebugLoc: { File: {{.*}}, Line: {{[0-9]+}}, Column: 3 }
// YAML-NEXT:   Function: loop
// YAML-NEXT:   Args:
// YAML-NEXT:     - Remark: hoisted 1 ops out of the loop
// YAML-NEXT:   {{^}}...

// QUIET-NOT:   remark

// FORM:        error: --remarks=none: must be text, yaml or a file that ends in .yaml
// FILTER:      error: --remarks-filter: error parsing regexp

func.func private @outside(i32)

func.func @caller(%x: i32) {
  call @kept(%x) {no_inline} : (i32) -> ()
  return
}

func.func @kept(%x: i32) {
  call @outside(%x) : (i32) -> ()
  return
}

func.func @loop(%lo: index, %hi: index, %step: index, %x: i32) {
  scf.for %i = %lo to %hi step %step {
    %y = arith.addi %x, %x : i32
    func.call @outside(%y) : (i32) -> ()
  }
  return
}
