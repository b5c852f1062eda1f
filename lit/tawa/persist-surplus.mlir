// RUN: tawa-opt "--tawa-compile=sms=78" --emit=llvm --emit-metadata=%t.json %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck %s
// RUN: FileCheck --check-prefix=META %s < %t.json
// RUN: tawa-opt "--tawa-compile=persistent=0" --emit=llvm --emit-metadata=%t.json %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=ONE %s
// RUN: FileCheck --check-prefix=ONEMETA %s < %t.json

// CTAs that are no residents end before they do anything.

// CHECK: entry:
// CHECK: %[[HAS:.*]] = icmp ult i32 %{{.*}}, 78
// CHECK-NEXT: br i1 %[[HAS]], label %resident, label %surplus
// CHECK: surplus:
// CHECK-NEXT: ret void
// CHECK: resident:
// CHECK: mbarrier.init
// META: "resident_ctas": 78

// ONE-NOT: surplus
// ONEMETA: "resident_ctas": 0
