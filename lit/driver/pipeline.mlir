// What is wrong with the text of a pipeline or with options is shown with a caret and a near name; what is right is
// printed back as it was written.
//
// RUN: tawa-opt --pass-pipeline='builtin.module(any(cse),func.func(canonicalize{max-iterations=3 region-simplify=aggressive},cse))' --allow-unregistered-dialect --dump-pass-pipeline --no-output %s 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not tawa-opt --pass-pipeline='builtin.module(func.func(canonicalise))' %s 2>&1 | FileCheck %s --check-prefix=PASS --strict-whitespace
// RUN: not tawa-opt --pass-pipeline='builtin.module(canonicalize{max-iteration=3})' %s 2>&1 | FileCheck %s --check-prefix=OPTION --strict-whitespace
// RUN: not tawa-opt --pass-pipeline='builtin.module(canonicalize{max-iterations=many})' %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tawa-opt --pass-pipeline='builtin.module(cse,func.func(cse)' %s 2>&1 | FileCheck %s --check-prefix=CLOSE
// RUN: not tawa-opt --pass-pipeline='cse' %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tawa-opt --canonicalize='max-iteration=3 top-dwon' %s 2>&1 | FileCheck %s --check-prefix=FLAG --strict-whitespace
// RUN: not tawa-opt --canonicalize='region-simplify=agressive' %s 2>&1 | FileCheck %s --check-prefix=CHOICE --strict-whitespace
// RUN: tawa-opt --pass-pipeline='builtin.module(scf.for(cse))' --no-output %s 2>&1 | FileCheck %s --check-prefix=NOTHING

// SAME:          Pass Manager with 3 passes:
// SAME-NEXT:     builtin.module(any(cse),func.func(canonicalize{region-simplify=aggressive max-iterations=3},cse))

//      PASS:<pipeline>:1:26: error: unknown pass 'canonicalise'
// PASS-NEXT:builtin.module(func.func(canonicalise))
// PASS-NEXT:                         ^{{~*$}}
// PASS-NEXT:hint: did you mean 'canonicalize'?

//      OPTION:<pipeline>:1:29: error: 'canonicalize' has no option 'max-iteration'
// OPTION-NEXT:builtin.module(canonicalize{max-iteration=3})
// OPTION-NEXT:                            ^~~~~~~~~~~~~~~
// OPTION-NEXT:hint: did you mean 'max-iterations'?

// VALUE:         error: option 'max-iterations' of 'canonicalize': "many" is not a number
// CLOSE:         error: expected ',' or ')'
// FORM:          error: expected a pipeline such as 'builtin.module(canonicalize,cse)'

//      FLAG:--canonicalize:1:1: error: 'canonicalize' has no option 'max-iteration'
// FLAG-NEXT:max-iteration=3 top-dwon
// FLAG-NEXT:^~~~~~~~~~~~~~~{{$}}
//      FLAG:--canonicalize:1:17: error: 'canonicalize' has no option 'top-dwon'
// FLAG-NEXT:max-iteration=3 top-dwon
// FLAG-NEXT:                ^~~~~~~~
// FLAG-NEXT:hint: did you mean 'top-down'?

//      CHOICE:--canonicalize:1:1: error: option 'region-simplify' of 'canonicalize': "agressive" is none of disabled, normal, aggressive
// CHOICE-NEXT:region-simplify=agressive
// CHOICE-NEXT:^~~~
// CHOICE-NEXT:hint: did you mean 'aggressive'?

// NOTHING:       warning: the pass 'cse' ran on nothing: there is no 'scf.for' directly inside 'builtin.module'
// NOTHING:       hint: --dump-pass-pipeline shows what runs on what

func.func @f() {
  return
}
