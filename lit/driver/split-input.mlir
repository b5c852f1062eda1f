// RUN: tawa-opt --split-input-file %s | FileCheck %s --check-prefix=DEFAULT
// RUN: tawa-opt --split-input-file='// next' --output-split-marker='// and' %s | FileCheck %s --check-prefix=OWN
// RUN: tawa-opt --split-input-file --no-implicit-module --cse %s | FileCheck %s --check-prefix=NOMODULE
// RUN: not tawa-opt --no-implicit-module %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not tawa-opt --split-input-file= %s 2>&1 | FileCheck %s --check-prefix=EMPTY

// DEFAULT:      module {
// DEFAULT:        func.func @f
// DEFAULT:      {{^// -----$}}
// DEFAULT-NEXT: module {
// DEFAULT:        func.func @g

// OWN:          func.func @f
// OWN:          func.func @g
// OWN:          {{^// and$}}
// OWN-NEXT:     module {

// NOMODULE-NOT: module
// NOMODULE:     {{^}}func.func @f
// NOMODULE:     {{^// -----$}}
// NOMODULE-NEXT: {{^}}func.func @g

// TWO:          error: source must contain a single top-level operation, found: 2
// EMPTY:        error: --split-input-file=: needs a value, or none

func.func @f() {
  return
}

// -----

func.func @g() {
  return
}

// next
