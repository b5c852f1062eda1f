#include "textflag.h"

// Eight columns at a time, as model.panel does one: see there for the meaning.

DATA limits<>+0(SB)/4, $127
DATA limits<>+4(SB)/4, $-126
DATA limits<>+8(SB)/4, $-4096 // expZero
DATA limits<>+12(SB)/4, $-2048
DATA limits<>+16(SB)/4, $100 // the range in which float32 and its exponents suffice
DATA limits<>+20(SB)/4, $-90
DATA limits<>+24(SB)/4, $0x7fffffff
DATA limits<>+28(SB)/4, $1023
GLOBL limits<>(SB), RODATA, $32

// func rowAVX2(av *float32, ae *int32, bv *[8]float32, be *[8]int32, n, stride, panels int, skip uint32, frac int32, keep uint64, out *uint32) (left uint32)
TEXT ·rowAVX2(SB), NOSPLIT, $0-84
	MOVQ av+0(FP), SI
	MOVQ ae+8(FP), DI
	MOVQ bv+16(FP), R8
	MOVQ be+24(FP), R9
	MOVQ n+32(FP), R10
	MOVQ panels+48(FP), R12
	MOVL skip+56(FP), R13
	MOVQ out+72(FP), R14
	VPBROADCASTQ keep+64(FP), Y15
	MOVL frac+60(FP), AX
	VMOVD AX, X14
	VPBROADCASTD X14, Y14
	XORL AX, AX            // left
	XORL CX, CX            // panel

panel:
	BTL CX, R13
	JCS leave

	// exponents
	VMOVDQU (R14), Y0      // c
	VPSRLD $23, Y0, Y1
	VPSLLD $24, Y1, Y1
	VPSRLD $24, Y1, Y1
	VPBROADCASTD limits<>+0(SB), Y13
	VPSUBD Y13, Y1, Y1
	VPBROADCASTD limits<>+4(SB), Y3
	VPMAXSD Y3, Y1, Y1
	VPBROADCASTD limits<>+24(SB), Y3
	VPAND Y3, Y0, Y3
	VPXOR Y4, Y4, Y4
	VPCMPEQD Y4, Y3, Y3    // c is zero
	VPBROADCASTD limits<>+8(SB), Y4
	VPBLENDVB Y3, Y4, Y1, Y2
	XORQ DX, DX
	MOVQ R9, BX

exponent:
	VPBROADCASTD (DI)(DX*4), Y3
	VPADDD (BX), Y3, Y3
	VPMAXSD Y3, Y2, Y2
	ADDQ $32, BX
	INCQ DX
	CMPQ DX, R10
	JLT exponent

	// lanes of zeros: any exponent will do
	VPBROADCASTD limits<>+12(SB), Y3
	VPCMPGTD Y2, Y3, Y3
	VPANDN Y2, Y3, Y2
	VPBROADCASTD limits<>+16(SB), Y3
	VPCMPGTD Y3, Y2, Y3
	VPBROADCASTD limits<>+20(SB), Y4
	VPCMPGTD Y2, Y4, Y4
	VPOR Y3, Y4, Y3
	VMOVMSKPS Y3, DX
	TESTL DX, DX
	JNE leave

	// terms, cut to integers
	VPADDD Y13, Y14, Y4
	VPSUBD Y2, Y4, Y4
	VPSLLD $23, Y4, Y4     // 2^(frac-emax)
	VMULPS Y4, Y0, Y5
	VCVTTPS2DQ Y5, Y5
	VPXOR Y6, Y6, Y6
	XORQ DX, DX
	MOVQ R8, BX

term:
	VBROADCASTSS (SI)(DX*4), Y7
	VBROADCASTSS 4(SI)(DX*4), Y8
	VMULPS (BX), Y7, Y7
	VMULPS 32(BX), Y8, Y8
	VMULPS Y4, Y7, Y7
	VMULPS Y4, Y8, Y8
	VCVTTPS2DQ Y7, Y7
	VCVTTPS2DQ Y8, Y8
	VPADDD Y7, Y5, Y5      // at most 8 terms below 2^27 and c in each
	VPADDD Y8, Y6, Y6
	ADDQ $64, BX
	ADDQ $2, DX
	CMPQ DX, R10
	JLT term

	// back to floats, cut
	VEXTRACTI128 $1, Y5, X7
	VEXTRACTI128 $1, Y6, X8
	VEXTRACTI128 $1, Y2, X9
	VCVTDQ2PD X5, Y5
	VCVTDQ2PD X6, Y6
	VCVTDQ2PD X7, Y7
	VCVTDQ2PD X8, Y8
	VADDPD Y6, Y5, Y5
	VADDPD Y8, Y7, Y7
	VPBROADCASTD limits<>+28(SB), X10
	VPSUBD X14, X10, X10
	VPADDD X10, X2, X2
	VPADDD X10, X9, X9
	VPMOVSXDQ X2, Y2
	VPMOVSXDQ X9, Y9
	VPSLLQ $52, Y2, Y2     // 2^(emax-frac)
	VPSLLQ $52, Y9, Y9
	VMULPD Y2, Y5, Y5
	VMULPD Y9, Y7, Y7
	VANDPD Y15, Y5, Y5
	VANDPD Y15, Y7, Y7
	VCVTPD2PSY Y5, X5
	VCVTPD2PSY Y7, X7
	VMOVUPS X5, (R14)
	VMOVUPS X7, 16(R14)

next:
	ADDQ stride+40(FP), R8
	ADDQ stride+40(FP), R9
	ADDQ $32, R14
	INCL CX
	CMPL CX, R12
	JLT panel
	VZEROUPPER
	MOVL AX, left+80(FP)
	RET

leave:
	BTSL CX, AX
	JMP next

// func cpuid(leaf uint32) (b, c uint32)
TEXT ·cpuid(SB), NOSPLIT, $0-16
	MOVL leaf+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL BX, b+8(FP)
	MOVL CX, c+12(FP)
	RET

// func xgetbv() uint32
TEXT ·xgetbv(SB), NOSPLIT, $0-4
	XORL CX, CX
	XGETBV
	MOVL AX, ret+0(FP)
	RET
