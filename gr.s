	.file	"program"
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
.LCPI0_0:
	.quad	2048
	.quad	2304
	.quad	2560
	.quad	2816
	.quad	3072
	.quad	3328
	.quad	3584
	.quad	3840
.LCPI0_1:
	.quad	0
	.quad	256
	.quad	512
	.quad	768
	.quad	1024
	.quad	1280
	.quad	1536
	.quad	1792
.LCPI0_2:
	.long	0
	.long	256
	.long	512
	.long	768
	.long	1024
	.long	1280
	.long	1536
	.long	1792
	.long	2048
	.long	2304
	.long	2560
	.long	2816
	.long	3072
	.long	3328
	.long	3584
	.long	3840
.LCPI0_3:
	.long	0
	.long	1
	.long	2
	.long	3
	.long	4
	.long	5
	.long	6
	.long	7
	.long	8
	.long	9
	.long	10
	.long	11
	.long	12
	.long	13
	.long	14
	.long	15
	.text
	.globl	gemm_reg
	.p2align	4
	.type	gemm_reg,@function
gemm_reg:
	testq	%r8, %r8
	je	.LBB0_50
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$304, %rsp
	movq	(%rdx), %rax
	movl	(%rsi), %r9d
	movq	8(%rdx), %r10
	movq	(%rdi), %rbx
	movq	8(%rdi), %r11
	movl	8(%rsi), %edx
	movq	%rax, -88(%rsp)
	movq	72(%rsi), %rax
	movl	%r9d, 140(%rsp)
	movq	%rbx, 8(%rsp)
	movq	%r11, 232(%rsp)
	movq	16(%rdi), %rbx
	movl	%edx, 136(%rsp)
	movslq	32(%rdi), %r11
	movslq	28(%rdi), %rdx
	movq	%rax, 224(%rsp)
	movl	%eax, %r9d
	movq	80(%rsi), %rax
	movq	%rbx, 144(%rsp)
	movq	%r11, -128(%rsp)
	movq	%rdx, -112(%rsp)
	movq	%rax, 216(%rsp)
	movl	%eax, %esi
	movq	%rcx, %rax
	shrq	$32, %rax
	je	.LBB0_2
	movq	%rcx, %rax
	xorl	%edx, %edx
	divq	%r9
	jmp	.LBB0_4
.LBB0_2:
	movl	%ecx, %eax
	xorl	%edx, %edx
	divl	%r9d
.LBB0_4:
	movq	-88(%rsp), %rcx
	movq	%rdx, %rdi
	addq	$4096, %rcx
	movq	%rcx, 24(%rsp)
	movq	%rax, %rcx
	shrq	$32, %rcx
	je	.LBB0_5
	xorl	%edx, %edx
	divq	%rsi
	jmp	.LBB0_7
.LBB0_5:
	xorl	%edx, %edx
	divl	%esi
.LBB0_7:
	movq	24(%rsp), %rax
	movq	144(%rsp), %rcx
	movq	-88(%rsp), %rsi
	vmovdqa64	.LCPI0_3(%rip), %zmm2
	vmovaps	.LCPI0_2(%rip), %zmm3
	xorl	%r12d, %r12d
	vxorps	%xmm4, %xmm4, %xmm4
	vpbroadcastq	%rax, %zmm1
	movq	-128(%rsp), %rax
	vpaddq	.LCPI0_0(%rip), %zmm1, %zmm0
	vpaddq	.LCPI0_1(%rip), %zmm1, %zmm1
	leaq	(,%rax,4), %rax
	movq	%rax, -24(%rsp)
	leaq	192(%rcx), %rax
	leaq	4544(%rsi), %rcx
	movq	%rax, 208(%rsp)
	movq	-112(%rsp), %rax
	movq	%rcx, 200(%rsp)
	movq	8(%rsp), %rcx
	leaq	(,%rax,4), %rax
	movq	%rax, 176(%rsp)
	leaq	448(%rsi), %rax
	movq	%rax, 168(%rsp)
	leaq	64(%rcx), %rax
	movq	%rax, 264(%rsp)
	jmp	.LBB0_8
	.p2align	4
.LBB0_48:
	movq	248(%rsp), %rdi
	xorl	%eax, %eax
	movq	240(%rsp), %rdx
	movq	256(%rsp), %r8
	incl	%edi
	cmpl	224(%rsp), %edi
	sete	%al
	cmovel	%r12d, %edi
	addl	%eax, %edx
	cmpl	216(%rsp), %edx
	cmovel	%r12d, %edx
	decq	%r8
	je	.LBB0_49
.LBB0_8:
	movl	140(%rsp), %ecx
	movl	%edi, %eax
	shll	$4, %eax
	movq	%r8, 256(%rsp)
	movl	$16, %esi
	movq	%rdi, 248(%rsp)
	movq	232(%rsp), %r9
	movq	%rdx, 240(%rsp)
	movq	%r12, -104(%rsp)
	movl	%r12d, %ebp
	movl	%ecx, %r8d
	subl	%eax, %r8d
	movl	%edx, %eax
	movl	136(%rsp), %ecx
	cmpl	$16, %r8d
	cmovael	%esi, %r8d
	shll	$4, %eax
	subl	%eax, %ecx
	movl	%edx, %eax
	movl	%r8d, %r13d
	movq	%r8, 48(%rsp)
	cmpl	$16, %ecx
	cmovael	%esi, %ecx
	shll	$6, %eax
	andl	$16, %r13d
	leal	15(%r8), %esi
	movq	%rcx, 40(%rsp)
	movl	%edi, %ecx
	movq	144(%rsp), %rdi
	shll	$6, %ecx
	movslq	%eax, %r11
	movl	%r8d, %eax
	andl	$15, %eax
	vpbroadcastq	%r13, %zmm5
	shrl	$4, %esi
	shrl	$4, %r8d
	movq	%r13, (%rsp)
	movslq	%ecx, %rcx
	vpbroadcastd	%eax, %zmm7
	movl	%r13d, %eax
	shll	$2, %eax
	vpsllq	$8, %zmm5, %zmm6
	movq	%rsi, 32(%rsp)
	shll	$10, %esi
	movq	%r8, -40(%rsp)
	movq	%r11, -120(%rsp)
	leaq	(%r9,%rcx,4), %rdx
	movq	208(%rsp), %r9
	vpaddq	%zmm6, %zmm0, %zmm5
	vpaddq	%zmm6, %zmm1, %zmm6
	movq	%rsi, 192(%rsp)
	movq	%rdx, -16(%rsp)
	leaq	48(%r11), %rdx
	leaq	(%rdi,%rcx,4), %rdi
	movq	%rdx, 16(%rsp)
	addq	%rax, %rdi
	addq	8(%rsp), %rax
	movq	%rdi, 160(%rsp)
	leaq	16(%r11), %rdi
	movq	%rdi, -64(%rsp)
	movq	%rax, 152(%rsp)
	leaq	(%r9,%rcx,4), %rax
	leaq	32(%r11), %rcx
	movq	%rcx, -80(%rsp)
	leaq	960(%r10), %rcx
	movq	%rax, 184(%rsp)
	movq	%rcx, -56(%rsp)
	jmp	.LBB0_9
	.p2align	4
.LBB0_14:
	movl	-72(%rsp), %ebp
.LBB0_20:
	movq	40(%rsp), %rax
	incl	%ebp
	movq	-104(%rsp), %rdx
	movq	-56(%rsp), %rcx
	cmpl	%eax, %ebp
	cmovel	%r12d, %ebp
	addq	192(%rsp), %rcx
	incq	%rdx
	movq	%rdx, -104(%rsp)
	movq	%rcx, -56(%rsp)
	cmpq	%rax, %rdx
	je	.LBB0_21
.LBB0_9:
	movq	%r12, -32(%rsp)
	movl	%ebp, -72(%rsp)
	testq	%r13, %r13
	je	.LBB0_13
	movq	-88(%rsp), %rax
	movl	%ebp, %edx
	shll	$4, %edx
	movq	-120(%rsp), %r8
	movl	%ebp, %r12d
	movq	-56(%rsp), %r13
	movl	%edx, %ecx
	shrl	$6, %ecx
	leaq	512(%rdx), %r11
	movl	%ecx, %edi
	orl	$12, %edi
	movl	%ecx, %r9d
	orl	$8, %r9d
	movl	%ecx, %ebx
	orl	$4, %ebx
	movq	%rdi, %rsi
	shlq	$8, %rsi
	addq	%rax, %rsi
	leaq	(%r8,%r12), %r15
	movq	%rsi, 128(%rsp)
	movq	%r9, %rsi
	shlq	$8, %rsi
	addq	%rax, %rsi
	movq	%rsi, 112(%rsp)
	movq	%rbx, %rsi
	shlq	$8, %rsi
	addq	%rax, %rsi
	movq	%rsi, 96(%rsp)
	movq	%rcx, %rsi
	shlq	$8, %rsi
	addq	%rax, %rsi
	movl	%ebp, %eax
	andl	$268435455, %eax
	addq	%r8, %rax
	imulq	-128(%rsp), %rax
	movq	%rsi, 88(%rsp)
	movq	8(%rsp), %rsi
	leaq	(%rsi,%rax,4), %rax
	movq	%rax, 80(%rsp)
	movq	-112(%rsp), %rax
	imulq	%rax, %rdi
	imulq	%rax, %r9
	imulq	%rax, %rcx
	imulq	%rax, %rbx
	movl	%ebp, %eax
	andl	$3, %eax
	shll	$4, %eax
	movq	%rax, 72(%rsp)
	leaq	768(%rdx), %rax
	movq	%rdi, -48(%rsp)
	movq	24(%rsp), %rdi
	movq	%r9, 120(%rsp)
	leaq	256(%rdx), %r9
	shrl	$2, %edx
	movq	%rcx, -96(%rsp)
	movq	%r11, %rcx
	shrq	$2, %rcx
	movq	%rbx, 104(%rsp)
	movq	%rax, %rbx
	shrq	$2, %rbx
	shrq	$4, %r11
	shrq	$4, %rax
	movq	%r9, %r14
	shrq	$2, %r14
	shrq	$4, %r9
	addq	%r8, %r11
	addq	%r8, %rax
	addq	%r8, %r9
	movq	184(%rsp), %r8
	addq	%rdi, %rbx
	addq	%rdi, %rcx
	addq	%rdi, %r14
	addq	%rdi, %rdx
	movq	-24(%rsp), %rdi
	imulq	%rdi, %r11
	imulq	%rdi, %r9
	imulq	%rdi, %rax
	movq	176(%rsp), %rdi
	addq	%rsi, %r11
	addq	%rsi, %rax
	addq	%rsi, %r9
	movq	-64(%rsp), %rsi
	movq	%r11, 56(%rsp)
	movq	-80(%rsp), %r11
	movq	%rax, 64(%rsp)
	imulq	%rdi, %r15
	addq	%r12, %rsi
	addq	%r8, %r15
	addq	%r12, %r11
	addq	16(%rsp), %r12
	imulq	%rdi, %rsi
	imulq	%rdi, %r11
	addq	%r8, %rsi
	addq	%r8, %r11
	imulq	%rdi, %r12
	xorl	%edi, %edi
	addq	%r8, %r12
	jmp	.LBB0_11
	.p2align	4
.LBB0_15:
	vmovups	%zmm4, -192(%r15,%rdi,4)
	vmovups	%zmm4, -128(%r15,%rdi,4)
	vmovups	%zmm4, -64(%r15,%rdi,4)
	vmovups	%zmm4, (%r15,%rdi,4)
	vmovups	%zmm4, -192(%rsi,%rdi,4)
	vmovups	%zmm4, -128(%rsi,%rdi,4)
	vmovups	%zmm4, -64(%rsi,%rdi,4)
	vmovups	%zmm4, (%rsi,%rdi,4)
	vmovups	%zmm4, -192(%r11,%rdi,4)
	vmovups	%zmm4, -128(%r11,%rdi,4)
	vmovups	%zmm4, -64(%r11,%rdi,4)
	vmovups	%zmm4, (%r11,%rdi,4)
	vmovups	%zmm4, -192(%r12,%rdi,4)
	vmovups	%zmm4, -128(%r12,%rdi,4)
	vmovups	%zmm4, -64(%r12,%rdi,4)
	xorl	%r8d, %r8d
	vmovups	%zmm4, (%r12,%rdi,4)
.LBB0_16:
	addq	$16, %rdi
	addq	$4096, %rbx
	addq	$4096, %rcx
	addq	$4096, %r14
	addq	$4096, %rdx
	addq	$1024, %r13
	cmpq	%rdi, (%rsp)
	je	.LBB0_13
.LBB0_11:
	cmpl	$0, -128(%rsp)
	jle	.LBB0_15
	movq	72(%rsp), %rax
	movq	-16(%rsp), %rbp
	kxnorw	%k0, %k0, %k1
	leal	(%rax,%rdi), %r8d
	movq	80(%rsp), %rax
	movslq	%r8d, %r8
	leaq	(%rbp,%r8,4), %rbp
	vmovups	(%rax,%rdi,4), %zmm8
	vscatterdps	%zmm8, (%rdx,%zmm3) {%k1}
	kxnorw	%k0, %k0, %k1
	movq	-96(%rsp), %rax
	vmovups	(%rbp,%rax,4), %zmm8
	movq	88(%rsp), %rax
	vmovups	%zmm8, (%rax,%r8,4)
	vmovups	(%r9,%rdi,4), %zmm8
	vscatterdps	%zmm8, (%r14,%zmm3) {%k1}
	kxnorw	%k0, %k0, %k1
	movq	104(%rsp), %rax
	vmovups	(%rbp,%rax,4), %zmm8
	movq	96(%rsp), %rax
	vmovups	%zmm8, (%rax,%r8,4)
	movq	56(%rsp), %rax
	vmovups	(%rax,%rdi,4), %zmm8
	vscatterdps	%zmm8, (%rcx,%zmm3) {%k1}
	kxnorw	%k0, %k0, %k1
	movq	120(%rsp), %rax
	vmovups	(%rbp,%rax,4), %zmm8
	movq	112(%rsp), %rax
	vmovups	%zmm8, (%rax,%r8,4)
	movq	64(%rsp), %rax
	vmovups	(%rax,%rdi,4), %zmm8
	vscatterdps	%zmm8, (%rbx,%zmm3) {%k1}
	movq	$0, -8(%rsp)
	movq	-48(%rsp), %rax
	vmovups	(%rbp,%rax,4), %zmm8
	movq	128(%rsp), %rax
	vmovups	%zmm8, (%rax,%r8,4)
	vmovaps	%zmm4, -960(%r13)
	vmovaps	%zmm4, -896(%r13)
	vmovaps	%zmm4, -832(%r13)
	vmovaps	%zmm4, -768(%r13)
	vmovaps	%zmm4, -704(%r13)
	vmovaps	%zmm4, -640(%r13)
	vmovaps	%zmm4, -576(%r13)
	vmovaps	%zmm4, -512(%r13)
	vmovaps	%zmm4, -448(%r13)
	vmovaps	%zmm4, -384(%r13)
	vmovaps	%zmm4, -320(%r13)
	vmovaps	%zmm4, -256(%r13)
	vmovaps	%zmm4, -192(%r13)
	vmovaps	%zmm4, -128(%r13)
	vmovaps	%zmm4, -64(%r13)
	vmovaps	%zmm4, (%r13)
	movl	$1, %r8d
	jmp	.LBB0_16
	.p2align	4
.LBB0_13:
	movq	(%rsp), %r13
	movq	-32(%rsp), %r12
	vpcmpgtd	%zmm2, %zmm7, %k1
	cmpl	48(%rsp), %r13d
	je	.LBB0_14
	cmpl	$0, -128(%rsp)
	movl	-72(%rsp), %ebp
	jle	.LBB0_19
	movq	-120(%rsp), %r14
	movl	%ebp, %edi
	movq	%r12, %r15
	movq	152(%rsp), %r12
	vpbroadcastq	%rdi, %zmm9
	kmovq	%k1, %k2
	movl	%ebp, %esi
	shll	$4, %esi
	vpsllq	$2, %zmm9, %zmm9
	movl	%esi, %ecx
	movl	%esi, %eax
	andl	$48, %eax
	movl	%esi, %edx
	movl	%esi, %r8d
	shrl	$6, %esi
	orl	$256, %r8d
	orl	$512, %edx
	orl	$768, %ecx
	vpaddq	%zmm9, %zmm5, %zmm10
	vpaddq	%zmm9, %zmm6, %zmm9
	addl	%r13d, %eax
	shll	$2, %eax
	leaq	(%rdi,%r14), %r9
	imulq	-128(%rsp), %r9
	movq	-16(%rsp), %rdi
	addq	%rax, %rdi
	vmovups	(%r12,%r9,4), %zmm8 {%k1} {z}
	movq	%rsi, %r9
	shlq	$8, %r9
	vscatterqps	%ymm8, (,%zmm9) {%k2}
	kshiftrw	$8, %k1, %k2
	vextractf64x4	$1, %zmm8, %ymm8
	kmovq	%k2, %k3
	vscatterqps	%ymm8, (,%zmm10) {%k3}
	kmovq	%k1, %k3
	movq	-112(%rsp), %rbx
	movq	-88(%rsp), %r11
	imulq	%rbx, %rsi
	addq	%r11, %r9
	vmovups	(%rdi,%rsi,4), %zmm8 {%k1} {z}
	movl	%r8d, %esi
	shrl	$4, %r8d
	shrl	$6, %esi
	vpbroadcastq	%r8, %zmm9
	vpsllq	$2, %zmm9, %zmm9
	vpaddq	%zmm9, %zmm5, %zmm10
	vpaddq	%zmm9, %zmm6, %zmm9
	vmovups	%zmm8, (%rax,%r9) {%k1}
	leaq	(%r8,%r14), %r9
	imulq	-128(%rsp), %r9
	movq	%rsi, %r8
	imulq	%rbx, %rsi
	shlq	$8, %r8
	addq	%r11, %r8
	vmovups	(%r12,%r9,4), %zmm8 {%k1} {z}
	vscatterqps	%ymm8, (,%zmm9) {%k3}
	vextractf64x4	$1, %zmm8, %ymm8
	kmovq	%k2, %k3
	vscatterqps	%ymm8, (,%zmm10) {%k3}
	kmovq	%k1, %k3
	vmovups	(%rdi,%rsi,4), %zmm8 {%k1} {z}
	movl	%edx, %esi
	shrl	$4, %edx
	shrl	$6, %esi
	vpbroadcastq	%rdx, %zmm9
	vpsllq	$2, %zmm9, %zmm9
	vpaddq	%zmm9, %zmm5, %zmm10
	vpaddq	%zmm9, %zmm6, %zmm9
	vmovups	%zmm8, (%rax,%r8) {%k1}
	leaq	(%rdx,%r14), %r8
	imulq	-128(%rsp), %r8
	movq	%rsi, %rdx
	imulq	%rbx, %rsi
	shlq	$8, %rdx
	addq	%r11, %rdx
	vmovups	(%r12,%r8,4), %zmm8 {%k1} {z}
	movl	$1, %r8d
	vscatterqps	%ymm8, (,%zmm9) {%k3}
	vextractf64x4	$1, %zmm8, %ymm8
	kmovq	%k2, %k3
	vscatterqps	%ymm8, (,%zmm10) {%k3}
	kmovq	%k1, %k3
	vmovups	(%rdi,%rsi,4), %zmm8 {%k1} {z}
	movl	%ecx, %esi
	shrl	$4, %ecx
	shrl	$6, %esi
	vpbroadcastq	%rcx, %zmm9
	vpsllq	$2, %zmm9, %zmm9
	vpaddq	%zmm9, %zmm5, %zmm10
	vpaddq	%zmm9, %zmm6, %zmm9
	vmovups	%zmm8, (%rax,%rdx) {%k1}
	leaq	(%rcx,%r14), %rdx
	imulq	-128(%rsp), %rdx
	movq	%rsi, %rcx
	imulq	%rbx, %rsi
	shlq	$8, %rcx
	addq	%r11, %rcx
	vmovups	(%r12,%rdx,4), %zmm8 {%k1} {z}
	movq	%r15, %r12
	vscatterqps	%ymm8, (,%zmm9) {%k3}
	vextractf64x4	$1, %zmm8, %ymm8
	vscatterqps	%ymm8, (,%zmm10) {%k2}
	vmovups	(%rdi,%rsi,4), %zmm8 {%k1} {z}
	vmovups	%zmm8, (%rax,%rcx) {%k1}
	movq	-104(%rsp), %rax
	imulq	32(%rsp), %rax
	addq	-40(%rsp), %rax
	shlq	$10, %rax
	vmovaps	%zmm4, (%r10,%rax)
	vmovaps	%zmm4, 64(%r10,%rax)
	vmovaps	%zmm4, 128(%r10,%rax)
	vmovaps	%zmm4, 192(%r10,%rax)
	vmovaps	%zmm4, 256(%r10,%rax)
	vmovaps	%zmm4, 320(%r10,%rax)
	vmovaps	%zmm4, 384(%r10,%rax)
	vmovaps	%zmm4, 448(%r10,%rax)
	vmovaps	%zmm4, 512(%r10,%rax)
	vmovaps	%zmm4, 576(%r10,%rax)
	vmovaps	%zmm4, 640(%r10,%rax)
	vmovaps	%zmm4, 704(%r10,%rax)
	vmovaps	%zmm4, 768(%r10,%rax)
	vmovaps	%zmm4, 832(%r10,%rax)
	vmovaps	%zmm4, 896(%r10,%rax)
	vmovaps	%zmm4, 960(%r10,%rax)
	jmp	.LBB0_20
.LBB0_19:
	movq	-120(%rsp), %rdi
	movq	-112(%rsp), %r9
	movl	%ebp, %eax
	movq	160(%rsp), %r8
	leaq	16(%rax,%rdi), %rcx
	leaq	32(%rax,%rdi), %rdx
	leaq	48(%rax,%rdi), %rsi
	orq	%rdi, %rax
	imulq	%r9, %rax
	imulq	%r9, %rcx
	imulq	%r9, %rdx
	imulq	%r9, %rsi
	vmovups	%zmm4, (%r8,%rax,4) {%k1}
	vmovups	%zmm4, 64(%r8,%rax,4) {%k1}
	vmovups	%zmm4, 128(%r8,%rax,4) {%k1}
	vmovups	%zmm4, 192(%r8,%rax,4) {%k1}
	vmovups	%zmm4, (%r8,%rcx,4) {%k1}
	vmovups	%zmm4, 64(%r8,%rcx,4) {%k1}
	vmovups	%zmm4, 128(%r8,%rcx,4) {%k1}
	vmovups	%zmm4, 192(%r8,%rcx,4) {%k1}
	vmovups	%zmm4, (%r8,%rdx,4) {%k1}
	vmovups	%zmm4, 64(%r8,%rdx,4) {%k1}
	vmovups	%zmm4, 128(%r8,%rdx,4) {%k1}
	vmovups	%zmm4, 192(%r8,%rdx,4) {%k1}
	vmovups	%zmm4, (%r8,%rsi,4) {%k1}
	vmovups	%zmm4, 64(%r8,%rsi,4) {%k1}
	vmovups	%zmm4, 128(%r8,%rsi,4) {%k1}
	vmovups	%zmm4, 192(%r8,%rsi,4) {%k1}
	xorl	%r8d, %r8d
	jmp	.LBB0_20
	.p2align	4
.LBB0_21:
	cmpl	$1, %r8d
	jne	.LBB0_48
	movq	-40(%rsp), %rbp
	movq	-120(%rsp), %rax
	movq	%r12, %r14
	movq	%r12, -32(%rsp)
	shlq	$6, %rbp
	addq	168(%rsp), %rbp
	leaq	16(%rax), %rcx
	movq	%rcx, 296(%rsp)
	leaq	32(%rax), %rcx
	addq	$48, %rax
	movq	%rcx, 288(%rsp)
	movq	%rax, 280(%rsp)
	jmp	.LBB0_23
	.p2align	4
.LBB0_47:
	movq	-80(%rsp), %r14
	cmpl	$1, %r8d
	jne	.LBB0_48
.LBB0_23:
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	jmp	.LBB0_24
	.p2align	4
.LBB0_33:
	movq	40(%rsp), %rax
	incl	%esi
	cmpl	%eax, %esi
	cmovel	%r12d, %esi
	incq	%rcx
	cmpq	%rax, %rcx
	je	.LBB0_34
.LBB0_24:
	movq	%rcx, %r11
	imulq	32(%rsp), %r11
	movl	%esi, %edx
	testq	%r13, %r13
	je	.LBB0_29
	movq	200(%rsp), %rax
	movq	168(%rsp), %rdi
	xorl	%r8d, %r8d
	leaq	(%rax,%rdx,4), %rax
	.p2align	4
.LBB0_26:
	movq	%r8, %r9
	shrq	$4, %r9
	xorl	%ebx, %ebx
	addq	%r11, %r9
	shlq	$10, %r9
	vmovaps	960(%r10,%r9), %zmm20
	vmovaps	896(%r10,%r9), %zmm19
	vmovaps	832(%r10,%r9), %zmm18
	vmovaps	768(%r10,%r9), %zmm17
	vmovaps	704(%r10,%r9), %zmm16
	vmovaps	640(%r10,%r9), %zmm15
	vmovaps	576(%r10,%r9), %zmm14
	vmovaps	512(%r10,%r9), %zmm13
	vmovaps	448(%r10,%r9), %zmm12
	vmovaps	384(%r10,%r9), %zmm11
	vmovaps	320(%r10,%r9), %zmm10
	vmovaps	256(%r10,%r9), %zmm9
	vmovaps	(%r10,%r9), %zmm7
	vmovaps	64(%r10,%r9), %zmm8
	vmovaps	128(%r10,%r9), %zmm21
	vmovaps	192(%r10,%r9), %zmm22
	.p2align	4
.LBB0_27:
	vbroadcastss	-448(%rax,%rbx), %zmm23
	vbroadcastss	-384(%rax,%rbx), %zmm24
	vbroadcastss	-320(%rax,%rbx), %zmm25
	vbroadcastss	-256(%rax,%rbx), %zmm26
	vmovups	-448(%rdi,%rbx), %zmm27
	vmovups	-384(%rdi,%rbx), %zmm28
	vmovups	-320(%rdi,%rbx), %zmm29
	vmovups	-256(%rdi,%rbx), %zmm30
	vbroadcastss	-192(%rax,%rbx), %zmm31
	vfmadd231ps	%zmm27, %zmm23, %zmm20
	vfmadd231ps	%zmm27, %zmm24, %zmm16
	vfmadd231ps	%zmm28, %zmm24, %zmm15
	vfmadd231ps	%zmm29, %zmm24, %zmm14
	vfmadd231ps	%zmm24, %zmm30, %zmm13
	vfmadd231ps	%zmm27, %zmm25, %zmm12
	vfmadd231ps	%zmm27, %zmm26, %zmm22
	vfmadd231ps	%zmm28, %zmm25, %zmm11
	vfmadd231ps	%zmm29, %zmm25, %zmm10
	vfmadd231ps	%zmm25, %zmm30, %zmm9
	vbroadcastss	-128(%rax,%rbx), %zmm24
	vbroadcastss	-64(%rax,%rbx), %zmm25
	vbroadcastss	(%rax,%rbx), %zmm27
	vfmadd231ps	%zmm28, %zmm23, %zmm19
	vfmadd231ps	%zmm28, %zmm26, %zmm21
	vmovups	-128(%rdi,%rbx), %zmm28
	vfmadd231ps	%zmm29, %zmm23, %zmm18
	vfmadd231ps	%zmm29, %zmm26, %zmm8
	vmovups	-64(%rdi,%rbx), %zmm29
	vfmadd231ps	%zmm30, %zmm26, %zmm7
	vmovups	-192(%rdi,%rbx), %zmm26
	vfmadd231ps	%zmm23, %zmm30, %zmm17
	vmovups	(%rdi,%rbx), %zmm30
	addq	$512, %rbx
	vfmadd231ps	%zmm26, %zmm31, %zmm20
	vfmadd231ps	%zmm28, %zmm31, %zmm19
	vfmadd231ps	%zmm29, %zmm31, %zmm18
	vfmadd231ps	%zmm31, %zmm30, %zmm17
	vfmadd231ps	%zmm26, %zmm24, %zmm16
	vfmadd231ps	%zmm28, %zmm24, %zmm15
	vfmadd231ps	%zmm29, %zmm24, %zmm14
	vfmadd231ps	%zmm24, %zmm30, %zmm13
	vfmadd231ps	%zmm26, %zmm25, %zmm12
	vfmadd231ps	%zmm28, %zmm25, %zmm11
	vfmadd231ps	%zmm29, %zmm25, %zmm10
	vfmadd231ps	%zmm25, %zmm30, %zmm9
	vfmadd231ps	%zmm26, %zmm27, %zmm22
	vfmadd231ps	%zmm28, %zmm27, %zmm21
	vfmadd231ps	%zmm29, %zmm27, %zmm8
	vfmadd231ps	%zmm30, %zmm27, %zmm7
	cmpq	$4096, %rbx
	jne	.LBB0_27
	addq	$16, %r8
	addq	$64, %rdi
	vmovaps	%zmm20, 960(%r10,%r9)
	vmovaps	%zmm19, 896(%r10,%r9)
	vmovaps	%zmm18, 832(%r10,%r9)
	vmovaps	%zmm17, 768(%r10,%r9)
	vmovaps	%zmm16, 704(%r10,%r9)
	vmovaps	%zmm15, 640(%r10,%r9)
	vmovaps	%zmm14, 576(%r10,%r9)
	vmovaps	%zmm13, 512(%r10,%r9)
	vmovaps	%zmm12, 448(%r10,%r9)
	vmovaps	%zmm11, 384(%r10,%r9)
	vmovaps	%zmm10, 320(%r10,%r9)
	vmovaps	%zmm9, 256(%r10,%r9)
	vmovaps	%zmm22, 192(%r10,%r9)
	vmovaps	%zmm21, 128(%r10,%r9)
	vmovaps	%zmm8, 64(%r10,%r9)
	vmovaps	%zmm7, (%r10,%r9)
	cmpq	%r13, %r8
	jne	.LBB0_26
.LBB0_29:
	cmpl	48(%rsp), %r13d
	je	.LBB0_33
	addq	-40(%rsp), %r11
	movq	200(%rsp), %rax
	shlq	$10, %r11
	leaq	(%rax,%rdx,4), %rax
	xorl	%edx, %edx
	vmovaps	960(%r10,%r11), %zmm20
	vmovaps	896(%r10,%r11), %zmm19
	vmovaps	832(%r10,%r11), %zmm18
	vmovaps	768(%r10,%r11), %zmm17
	vmovaps	704(%r10,%r11), %zmm16
	vmovaps	640(%r10,%r11), %zmm15
	vmovaps	576(%r10,%r11), %zmm14
	vmovaps	512(%r10,%r11), %zmm13
	vmovaps	448(%r10,%r11), %zmm12
	vmovaps	384(%r10,%r11), %zmm11
	vmovaps	320(%r10,%r11), %zmm10
	vmovaps	256(%r10,%r11), %zmm9
	vmovaps	(%r10,%r11), %zmm7
	vmovaps	64(%r10,%r11), %zmm8
	vmovaps	128(%r10,%r11), %zmm21
	vmovaps	192(%r10,%r11), %zmm22
	.p2align	4
.LBB0_31:
	vbroadcastss	-448(%rax,%rdx), %zmm23
	vbroadcastss	-384(%rax,%rdx), %zmm24
	vbroadcastss	-320(%rax,%rdx), %zmm25
	vbroadcastss	-256(%rax,%rdx), %zmm26
	vmovups	-448(%rbp,%rdx), %zmm27 {%k1} {z}
	vmovups	-384(%rbp,%rdx), %zmm28 {%k1} {z}
	vmovups	-320(%rbp,%rdx), %zmm29 {%k1} {z}
	vmovups	-256(%rbp,%rdx), %zmm30 {%k1} {z}
	vbroadcastss	-192(%rax,%rdx), %zmm31
	vfmadd231ps	%zmm27, %zmm23, %zmm20
	vfmadd231ps	%zmm27, %zmm24, %zmm16
	vfmadd231ps	%zmm28, %zmm24, %zmm15
	vfmadd231ps	%zmm29, %zmm24, %zmm14
	vfmadd231ps	%zmm24, %zmm30, %zmm13
	vfmadd231ps	%zmm27, %zmm25, %zmm12
	vfmadd231ps	%zmm27, %zmm26, %zmm22
	vfmadd231ps	%zmm28, %zmm25, %zmm11
	vfmadd231ps	%zmm29, %zmm25, %zmm10
	vfmadd231ps	%zmm25, %zmm30, %zmm9
	vbroadcastss	-128(%rax,%rdx), %zmm24
	vbroadcastss	-64(%rax,%rdx), %zmm25
	vbroadcastss	(%rax,%rdx), %zmm27
	vfmadd231ps	%zmm28, %zmm23, %zmm19
	vfmadd231ps	%zmm28, %zmm26, %zmm21
	vmovups	-128(%rbp,%rdx), %zmm28 {%k1} {z}
	vfmadd231ps	%zmm29, %zmm23, %zmm18
	vfmadd231ps	%zmm29, %zmm26, %zmm8
	vmovups	-64(%rbp,%rdx), %zmm29 {%k1} {z}
	vfmadd231ps	%zmm30, %zmm26, %zmm7
	vmovups	-192(%rbp,%rdx), %zmm26 {%k1} {z}
	vfmadd231ps	%zmm23, %zmm30, %zmm17
	vmovups	(%rbp,%rdx), %zmm30 {%k1} {z}
	addq	$512, %rdx
	vfmadd231ps	%zmm26, %zmm31, %zmm20
	vfmadd231ps	%zmm28, %zmm31, %zmm19
	vfmadd231ps	%zmm29, %zmm31, %zmm18
	vfmadd231ps	%zmm31, %zmm30, %zmm17
	vfmadd231ps	%zmm26, %zmm24, %zmm16
	vfmadd231ps	%zmm28, %zmm24, %zmm15
	vfmadd231ps	%zmm29, %zmm24, %zmm14
	vfmadd231ps	%zmm24, %zmm30, %zmm13
	vfmadd231ps	%zmm26, %zmm25, %zmm12
	vfmadd231ps	%zmm28, %zmm25, %zmm11
	vfmadd231ps	%zmm29, %zmm25, %zmm10
	vfmadd231ps	%zmm25, %zmm30, %zmm9
	vfmadd231ps	%zmm26, %zmm27, %zmm22
	vfmadd231ps	%zmm28, %zmm27, %zmm21
	vfmadd231ps	%zmm29, %zmm27, %zmm8
	vfmadd231ps	%zmm30, %zmm27, %zmm7
	cmpq	$4096, %rdx
	jne	.LBB0_31
	vmovaps	%zmm20, 960(%r10,%r11)
	vmovaps	%zmm19, 896(%r10,%r11)
	vmovaps	%zmm18, 832(%r10,%r11)
	vmovaps	%zmm17, 768(%r10,%r11)
	vmovaps	%zmm16, 704(%r10,%r11)
	vmovaps	%zmm15, 640(%r10,%r11)
	vmovaps	%zmm14, 576(%r10,%r11)
	vmovaps	%zmm13, 512(%r10,%r11)
	vmovaps	%zmm12, 448(%r10,%r11)
	vmovaps	%zmm11, 384(%r10,%r11)
	vmovaps	%zmm10, 320(%r10,%r11)
	vmovaps	%zmm9, 256(%r10,%r11)
	vmovaps	%zmm22, 192(%r10,%r11)
	vmovaps	%zmm21, 128(%r10,%r11)
	vmovaps	%zmm8, 64(%r10,%r11)
	vmovaps	%zmm7, (%r10,%r11)
	jmp	.LBB0_33
	.p2align	4
.LBB0_34:
	movq	152(%rsp), %rax
	movq	264(%rsp), %rdx
	movq	-8(%rsp), %rcx
	xorl	%r9d, %r9d
	leaq	64(%rax,%r14,4), %rax
	addq	$16, %r14
	movq	%r14, -80(%rsp)
	xorl	%r14d, %r14d
	movq	%rax, 272(%rsp)
	leaq	(%rdx,%rcx,4), %rax
	addq	$16, %rcx
	movq	%rcx, -8(%rsp)
	leaq	960(%r10), %rcx
	movq	%rax, 16(%rsp)
	movq	%rcx, -104(%rsp)
	jmp	.LBB0_35
	.p2align	4
.LBB0_40:
	movq	-72(%rsp), %r9
	movl	-64(%rsp), %r14d
.LBB0_46:
	movq	40(%rsp), %rax
	incl	%r14d
	movq	-104(%rsp), %rcx
	cmpl	%eax, %r14d
	cmovel	%r12d, %r14d
	addq	192(%rsp), %rcx
	incq	%r9
	movq	%rcx, -104(%rsp)
	cmpq	%rax, %r9
	je	.LBB0_47
.LBB0_35:
	movq	%r9, -72(%rsp)
	movl	%r14d, -64(%rsp)
	testq	%r13, %r13
	je	.LBB0_39
	movq	-88(%rsp), %rax
	movl	%r14d, %r9d
	shll	$4, %r9d
	movq	-120(%rsp), %r13
	movl	%r14d, %r12d
	movl	%r9d, %edx
	shrl	$6, %edx
	leaq	768(%r9), %r15
	leaq	512(%r9), %r11
	movl	%edx, %esi
	orl	$12, %esi
	movl	%edx, %edi
	orl	$8, %edi
	movl	%edx, %r8d
	orl	$4, %r8d
	movq	%rsi, %rcx
	shlq	$8, %rcx
	addq	%rax, %rcx
	movq	%rcx, 120(%rsp)
	movq	%rdi, %rcx
	shlq	$8, %rcx
	addq	%rax, %rcx
	movq	%rcx, 104(%rsp)
	movq	%r8, %rcx
	shlq	$8, %rcx
	addq	%rax, %rcx
	movq	%rcx, 88(%rsp)
	movq	%rdx, %rcx
	shlq	$8, %rcx
	addq	%rax, %rcx
	movq	-112(%rsp), %rax
	movq	%rcx, 80(%rsp)
	movl	%r14d, %ecx
	andl	$268435455, %ecx
	addq	%r13, %rcx
	movq	%rcx, -96(%rsp)
	movq	-8(%rsp), %rcx
	addq	%rcx, %rdx
	addq	%rcx, %r8
	addq	%rcx, %rdi
	addq	%rcx, %rsi
	movq	%r15, %rcx
	shrq	$2, %rcx
	shrq	$4, %r15
	imulq	%rax, %rdx
	imulq	%rax, %r8
	imulq	%rax, %rdi
	imulq	%rax, %rsi
	movl	%r14d, %eax
	andl	$3, %eax
	leaq	(%r13,%r12), %r14
	movq	184(%rsp), %r13
	shll	$4, %eax
	movq	%rax, 72(%rsp)
	movq	24(%rsp), %rax
	movq	%r8, 96(%rsp)
	leaq	256(%r9), %r8
	shrl	$2, %r9d
	movq	%rdi, 112(%rsp)
	movq	%r11, %rdi
	shrq	$2, %rdi
	movq	%rdx, -48(%rsp)
	movq	288(%rsp), %rdx
	movq	%rsi, 128(%rsp)
	movq	176(%rsp), %rsi
	shrq	$4, %r11
	movq	%r8, %rbx
	shrq	$2, %rbx
	shrq	$4, %r8
	addq	%rax, %rcx
	addq	%rax, %rdi
	addq	%rax, %rbx
	addq	%rax, %r9
	movq	296(%rsp), %rax
	addq	%r12, %rdx
	imulq	%rsi, %r14
	imulq	%rsi, %rdx
	addq	%r13, %r14
	addq	%r12, %rax
	addq	280(%rsp), %r12
	addq	%r13, %rdx
	imulq	%rsi, %rax
	addq	%r13, %rax
	imulq	%rsi, %r12
	movq	-96(%rsp), %rsi
	imulq	-24(%rsp), %rsi
	addq	%r13, %r12
	movq	16(%rsp), %r13
	addq	%r13, %rsi
	movq	%rsi, -96(%rsp)
	movq	-120(%rsp), %rsi
	addq	%rsi, %r8
	imulq	-24(%rsp), %r8
	addq	%rsi, %r15
	addq	%rsi, %r11
	addq	%r13, %r8
	movq	%r8, -56(%rsp)
	movq	-24(%rsp), %r8
	imulq	%r8, %r15
	imulq	%r8, %r11
	addq	%r13, %r15
	addq	%r13, %r11
	xorl	%r13d, %r13d
	movq	%r15, 64(%rsp)
	movq	-104(%rsp), %r15
	movq	%r11, 56(%rsp)
	jmp	.LBB0_37
	.p2align	4
.LBB0_41:
	vmovups	%zmm22, -192(%r14,%r13,4)
	vmovups	%zmm21, -128(%r14,%r13,4)
	vmovups	%zmm20, -64(%r14,%r13,4)
	vmovups	%zmm19, (%r14,%r13,4)
	vmovups	%zmm18, -192(%rax,%r13,4)
	vmovups	%zmm17, -128(%rax,%r13,4)
	vmovups	%zmm16, -64(%rax,%r13,4)
	vmovups	%zmm15, (%rax,%r13,4)
	vmovups	%zmm14, -192(%rdx,%r13,4)
	vmovups	%zmm13, -128(%rdx,%r13,4)
	vmovups	%zmm12, -64(%rdx,%r13,4)
	vmovups	%zmm11, (%rdx,%r13,4)
	vmovups	%zmm10, -192(%r12,%r13,4)
	vmovups	%zmm9, -128(%r12,%r13,4)
	vmovups	%zmm8, -64(%r12,%r13,4)
	xorl	%r8d, %r8d
	vmovdqu64	%zmm7, (%r12,%r13,4)
.LBB0_42:
	addq	$16, %r13
	addq	$4096, %rcx
	addq	$4096, %rdi
	addq	$4096, %rbx
	addq	$4096, %r9
	addq	$1024, %r15
	cmpq	%r13, (%rsp)
	je	.LBB0_39
.LBB0_37:
	vmovdqa64	-960(%r15), %zmm7
	vmovaps	-896(%r15), %zmm8
	vmovaps	-832(%r15), %zmm9
	vmovaps	-768(%r15), %zmm10
	vmovaps	-704(%r15), %zmm11
	vmovaps	-640(%r15), %zmm12
	vmovaps	-576(%r15), %zmm13
	vmovaps	-512(%r15), %zmm14
	vmovaps	-448(%r15), %zmm15
	vmovaps	-384(%r15), %zmm16
	vmovaps	-320(%r15), %zmm17
	vmovaps	-256(%r15), %zmm18
	vmovaps	-192(%r15), %zmm19
	vmovaps	-128(%r15), %zmm20
	vmovaps	-64(%r15), %zmm21
	vmovaps	(%r15), %zmm22
	movq	-128(%rsp), %rsi
	cmpq	%rsi, -8(%rsp)
	jge	.LBB0_41
	movq	72(%rsp), %rsi
	movq	-16(%rsp), %r11
	kxnorw	%k0, %k0, %k2
	leal	(%rsi,%r13), %r8d
	movq	-96(%rsp), %rsi
	movslq	%r8d, %r8
	leaq	(%r11,%r8,4), %r11
	vmovups	(%rsi,%r13,4), %zmm23
	vscatterdps	%zmm23, (%r9,%zmm3) {%k2}
	kxnorw	%k0, %k0, %k2
	movq	-48(%rsp), %rsi
	vmovups	(%r11,%rsi,4), %zmm23
	movq	80(%rsp), %rsi
	vmovups	%zmm23, (%rsi,%r8,4)
	movq	-56(%rsp), %rsi
	vmovups	(%rsi,%r13,4), %zmm23
	vscatterdps	%zmm23, (%rbx,%zmm3) {%k2}
	kxnorw	%k0, %k0, %k2
	movq	96(%rsp), %rsi
	vmovups	(%r11,%rsi,4), %zmm23
	movq	88(%rsp), %rsi
	vmovups	%zmm23, (%rsi,%r8,4)
	movq	56(%rsp), %rsi
	vmovups	(%rsi,%r13,4), %zmm23
	vscatterdps	%zmm23, (%rdi,%zmm3) {%k2}
	kxnorw	%k0, %k0, %k2
	movq	112(%rsp), %rsi
	vmovups	(%r11,%rsi,4), %zmm23
	movq	104(%rsp), %rsi
	vmovups	%zmm23, (%rsi,%r8,4)
	movq	64(%rsp), %rsi
	vmovups	(%rsi,%r13,4), %zmm23
	vscatterdps	%zmm23, (%rcx,%zmm3) {%k2}
	movq	128(%rsp), %rsi
	vmovups	(%r11,%rsi,4), %zmm23
	movq	120(%rsp), %rsi
	vmovups	%zmm23, (%rsi,%r8,4)
	vmovdqa64	%zmm7, -960(%r15)
	vmovaps	%zmm8, -896(%r15)
	vmovaps	%zmm9, -832(%r15)
	vmovaps	%zmm10, -768(%r15)
	vmovaps	%zmm11, -704(%r15)
	vmovaps	%zmm12, -640(%r15)
	vmovaps	%zmm13, -576(%r15)
	vmovaps	%zmm14, -512(%r15)
	vmovaps	%zmm15, -448(%r15)
	vmovaps	%zmm16, -384(%r15)
	vmovaps	%zmm17, -320(%r15)
	vmovaps	%zmm18, -256(%r15)
	vmovaps	%zmm19, -192(%r15)
	vmovaps	%zmm20, -128(%r15)
	vmovaps	%zmm21, -64(%r15)
	vmovaps	%zmm22, (%r15)
	movl	$1, %r8d
	jmp	.LBB0_42
	.p2align	4
.LBB0_39:
	movq	(%rsp), %r13
	movq	-32(%rsp), %r12
	cmpl	48(%rsp), %r13d
	je	.LBB0_40
	movq	-72(%rsp), %r9
	movq	-80(%rsp), %rax
	movl	-64(%rsp), %r14d
	movq	%r9, %rdx
	imulq	32(%rsp), %rdx
	addq	-40(%rsp), %rdx
	shlq	$10, %rdx
	vmovaps	(%r10,%rdx), %zmm7
	vmovaps	64(%r10,%rdx), %zmm8
	vmovaps	128(%r10,%rdx), %zmm9
	vmovaps	192(%r10,%rdx), %zmm10
	vmovaps	256(%r10,%rdx), %zmm11
	vmovaps	320(%r10,%rdx), %zmm12
	vmovaps	384(%r10,%rdx), %zmm13
	vmovaps	448(%r10,%rdx), %zmm14
	vmovaps	512(%r10,%rdx), %zmm15
	vmovaps	576(%r10,%rdx), %zmm16
	vmovaps	640(%r10,%rdx), %zmm17
	vmovaps	704(%r10,%rdx), %zmm18
	vmovaps	768(%r10,%rdx), %zmm19
	vmovaps	832(%r10,%rdx), %zmm20
	vmovaps	896(%r10,%rdx), %zmm21
	vmovaps	960(%r10,%rdx), %zmm22
	cmpq	-128(%rsp), %rax
	jge	.LBB0_45
	movq	-120(%rsp), %r12
	movl	%r14d, %edi
	movq	272(%rsp), %r15
	vpbroadcastq	%rdi, %zmm24
	movl	%r14d, %r8d
	shll	$4, %r8d
	kmovq	%k1, %k2
	movl	%r8d, %ebx
	andl	$48, %ebx
	vpsllq	$2, %zmm24, %zmm24
	movl	%r8d, %ecx
	movq	%rcx, -96(%rsp)
	movl	%r8d, %esi
	movl	%r8d, %r9d
	shrl	$6, %r8d
	orl	$256, %r9d
	movq	%rax, %rcx
	orl	$512, %esi
	addl	%r13d, %ebx
	vpaddq	%zmm24, %zmm5, %zmm25
	vpaddq	%zmm24, %zmm6, %zmm24
	shll	$2, %ebx
	leaq	(%rdi,%r12), %r11
	imulq	-128(%rsp), %r11
	movq	-16(%rsp), %rdi
	addq	%rbx, %rdi
	movq	%rdi, -48(%rsp)
	vmovups	(%r15,%r11,4), %zmm23 {%k1} {z}
	movq	%r8, %r11
	addq	%rax, %r8
	shlq	$8, %r11
	vscatterqps	%ymm23, (,%zmm24) {%k2}
	kshiftrw	$8, %k1, %k2
	vextractf64x4	$1, %zmm23, %ymm23
	kmovq	%k2, %k3
	vscatterqps	%ymm23, (,%zmm25) {%k3}
	kmovq	%k1, %k3
	movq	-112(%rsp), %r14
	imulq	%r14, %r8
	vmovups	(%rdi,%r8,4), %zmm23 {%k1} {z}
	movq	-88(%rsp), %rdi
	movl	%r9d, %r8d
	shrl	$4, %r9d
	shrl	$6, %r8d
	vpbroadcastq	%r9, %zmm24
	vpsllq	$2, %zmm24, %zmm24
	vpaddq	%zmm24, %zmm5, %zmm25
	vpaddq	%zmm24, %zmm6, %zmm24
	addq	%rdi, %r11
	vmovups	%zmm23, (%rbx,%r11) {%k1}
	leaq	(%r9,%r12), %r11
	imulq	-128(%rsp), %r11
	movq	%r8, %r9
	addq	%rax, %r8
	shlq	$8, %r9
	imulq	%r14, %r8
	addq	%rdi, %r9
	vmovups	(%r15,%r11,4), %zmm23 {%k1} {z}
	movq	-128(%rsp), %r11
	vscatterqps	%ymm23, (,%zmm24) {%k3}
	vextractf64x4	$1, %zmm23, %ymm23
	kmovq	%k2, %k3
	vscatterqps	%ymm23, (,%zmm25) {%k3}
	movq	%rax, -80(%rsp)
	kmovq	%k1, %k3
	movq	-48(%rsp), %rax
	vmovups	(%rax,%r8,4), %zmm23 {%k1} {z}
	movl	%esi, %r8d
	shrl	$4, %esi
	shrl	$6, %r8d
	vpbroadcastq	%rsi, %zmm24
	vpsllq	$2, %zmm24, %zmm24
	vpaddq	%zmm24, %zmm5, %zmm25
	vpaddq	%zmm24, %zmm6, %zmm24
	vmovups	%zmm23, (%rbx,%r9) {%k1}
	leaq	(%rsi,%r12), %r9
	movq	%r8, %rsi
	addq	%rcx, %r8
	movq	-96(%rsp), %r12
	shlq	$8, %rsi
	imulq	%r11, %r9
	imulq	%r14, %r8
	addq	%rdi, %rsi
	vmovups	(%r15,%r9,4), %zmm23 {%k1} {z}
	movq	-72(%rsp), %r9
	orl	$768, %r12d
	vscatterqps	%ymm23, (,%zmm24) {%k3}
	vextractf64x4	$1, %zmm23, %ymm23
	kmovq	%k2, %k3
	vscatterqps	%ymm23, (,%zmm25) {%k3}
	kmovq	%k1, %k3
	vmovups	(%rax,%r8,4), %zmm23 {%k1} {z}
	movq	-120(%rsp), %rcx
	movl	%r12d, %r8d
	shrl	$4, %r12d
	shrl	$6, %r8d
	vmovups	%zmm23, (%rbx,%rsi) {%k1}
	leaq	(%r12,%rcx), %rsi
	movq	%r12, %rcx
	vpbroadcastq	%rcx, %zmm24
	movq	-32(%rsp), %r12
	movq	%r8, %rcx
	shlq	$8, %rcx
	imulq	%r11, %rsi
	vpsllq	$2, %zmm24, %zmm24
	addq	%rdi, %rcx
	vpaddq	%zmm24, %zmm5, %zmm25
	vpaddq	%zmm24, %zmm6, %zmm24
	vmovups	(%r15,%rsi,4), %zmm23 {%k1} {z}
	vscatterqps	%ymm23, (,%zmm24) {%k3}
	vextractf64x4	$1, %zmm23, %ymm23
	vscatterqps	%ymm23, (,%zmm25) {%k2}
	addq	-80(%rsp), %r8
	imulq	%r14, %r8
	movl	-64(%rsp), %r14d
	vmovups	(%rax,%r8,4), %zmm23 {%k1} {z}
	movl	$1, %r8d
	vmovups	%zmm23, (%rbx,%rcx) {%k1}
	vmovaps	%zmm7, (%r10,%rdx)
	vmovaps	%zmm8, 64(%r10,%rdx)
	vmovaps	%zmm9, 128(%r10,%rdx)
	vmovaps	%zmm10, 192(%r10,%rdx)
	vmovaps	%zmm11, 256(%r10,%rdx)
	vmovaps	%zmm12, 320(%r10,%rdx)
	vmovaps	%zmm13, 384(%r10,%rdx)
	vmovaps	%zmm14, 448(%r10,%rdx)
	vmovaps	%zmm15, 512(%r10,%rdx)
	vmovaps	%zmm16, 576(%r10,%rdx)
	vmovaps	%zmm17, 640(%r10,%rdx)
	vmovaps	%zmm18, 704(%r10,%rdx)
	vmovaps	%zmm19, 768(%r10,%rdx)
	vmovaps	%zmm20, 832(%r10,%rdx)
	vmovaps	%zmm21, 896(%r10,%rdx)
	vmovaps	%zmm22, 960(%r10,%rdx)
	jmp	.LBB0_46
	.p2align	4
.LBB0_45:
	movq	-120(%rsp), %rdi
	movq	-112(%rsp), %r11
	movl	%r14d, %eax
	movq	160(%rsp), %r8
	leaq	16(%rax,%rdi), %rcx
	leaq	32(%rax,%rdi), %rdx
	leaq	48(%rax,%rdi), %rsi
	orq	%rdi, %rax
	imulq	%r11, %rax
	imulq	%r11, %rcx
	imulq	%r11, %rdx
	imulq	%r11, %rsi
	vmovups	%zmm22, (%r8,%rax,4) {%k1}
	vmovups	%zmm21, 64(%r8,%rax,4) {%k1}
	vmovups	%zmm20, 128(%r8,%rax,4) {%k1}
	vmovups	%zmm19, 192(%r8,%rax,4) {%k1}
	vmovups	%zmm18, (%r8,%rcx,4) {%k1}
	vmovups	%zmm17, 64(%r8,%rcx,4) {%k1}
	vmovups	%zmm16, 128(%r8,%rcx,4) {%k1}
	vmovups	%zmm15, 192(%r8,%rcx,4) {%k1}
	vmovups	%zmm14, (%r8,%rdx,4) {%k1}
	vmovups	%zmm13, 64(%r8,%rdx,4) {%k1}
	vmovups	%zmm12, 128(%r8,%rdx,4) {%k1}
	vmovups	%zmm11, 192(%r8,%rdx,4) {%k1}
	vmovups	%zmm10, (%r8,%rsi,4) {%k1}
	vmovups	%zmm9, 64(%r8,%rsi,4) {%k1}
	vmovups	%zmm8, 128(%r8,%rsi,4) {%k1}
	vmovups	%zmm7, 192(%r8,%rsi,4) {%k1}
	xorl	%r8d, %r8d
	jmp	.LBB0_46
.LBB0_49:
	addq	$304, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
.LBB0_50:
	vzeroupper
	retq
.Lfunc_end0:
	.size	gemm_reg, .Lfunc_end0-gemm_reg

	.section	".note.GNU-stack","",@progbits
