	.file	"program"
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
.LCPI0_0:
	.quad	8
	.quad	9
	.quad	10
	.quad	11
	.quad	12
	.quad	13
	.quad	14
	.quad	15
.LCPI0_1:
	.quad	0
	.quad	1
	.quad	2
	.quad	3
	.quad	4
	.quad	5
	.quad	6
	.quad	7
.LCPI0_5:
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
.LCPI0_7:
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
.LCPI0_8:
	.quad	0
	.quad	4
	.quad	8
	.quad	12
	.quad	16
	.quad	20
	.quad	24
	.quad	28
.LCPI0_9:
	.quad	32
	.quad	36
	.quad	40
	.quad	44
	.quad	48
	.quad	52
	.quad	56
	.quad	60
.LCPI0_10:
	.quad	2048
	.quad	2304
	.quad	2560
	.quad	2816
	.quad	3072
	.quad	3328
	.quad	3584
	.quad	3840
.LCPI0_11:
	.quad	0
	.quad	256
	.quad	512
	.quad	768
	.quad	1024
	.quad	1280
	.quad	1536
	.quad	1792
	.section	.rodata.cst8,"aM",@progbits,8
	.p2align	3, 0x0
.LCPI0_2:
	.quad	64
.LCPI0_3:
	.quad	128
.LCPI0_4:
	.quad	192
.LCPI0_6:
	.quad	4093
	.text
	.globl	gemm_reg
	.p2align	4
	.type	gemm_reg,@function
gemm_reg:
	pushq	%rbp
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	subq	$2120, %rsp
	movq	%r8, 1032(%rsp)
	testq	%r8, %r8
	je	.LBB0_389
	movq	8(%rdi), %r9
	movq	(%rdx), %rax
	movq	8(%rdx), %r10
	movl	8(%rsi), %edx
	movq	(%rdi), %r11
	movl	(%rsi), %r8d
	movq	%r9, 400(%rsp)
	movq	56(%rdi), %r9
	movq	%rax, (%rsp)
	movq	72(%rsi), %rax
	movl	%edx, 368(%rsp)
	movq	80(%rsi), %rdx
	movq	40(%rdi), %rsi
	movq	%r11, -16(%rsp)
	movq	16(%rdi), %r11
	movl	%r8d, 372(%rsp)
	movq	%r9, 392(%rsp)
	movq	48(%rdi), %r9
	movq	%rax, 1024(%rsp)
	movl	%eax, %r8d
	movslq	28(%rdi), %rax
	movq	%rsi, 384(%rsp)
	movq	%rcx, %rsi
	shrq	$32, %rsi
	movq	%r11, 320(%rsp)
	movq	%rdx, 1016(%rsp)
	movl	%edx, %esi
	movq	%r9, 376(%rsp)
	movslq	32(%rdi), %r9
	movq	%rax, -128(%rsp)
	je	.LBB0_3
	movq	%rcx, %rax
	xorl	%edx, %edx
	divq	%r8
	jmp	.LBB0_4
.LBB0_3:
	movl	%ecx, %eax
	xorl	%edx, %edx
	divl	%r8d
.LBB0_4:
	movq	%rax, %rcx
	shrq	$32, %rcx
	movq	%rdx, 208(%rsp)
	movq	%r9, -112(%rsp)
	je	.LBB0_6
	xorl	%edx, %edx
	divq	%rsi
	jmp	.LBB0_7
.LBB0_6:
	xorl	%edx, %edx
	divl	%esi
.LBB0_7:
	movq	384(%rsp), %r12
	movq	-16(%rsp), %rcx
	movq	376(%rsp), %r13
	movq	400(%rsp), %r11
	movq	392(%rsp), %r15
	movq	%rdx, 128(%rsp)
	movq	320(%rsp), %rdx
	movq	-112(%rsp), %rbp
	xorl	%esi, %esi
	movq	(%rsp), %rbx
	vpbroadcastq	.LCPI0_6(%rip), %zmm14
	vpbroadcastq	.LCPI0_2(%rip), %zmm15
	vpbroadcastq	.LCPI0_3(%rip), %zmm16
	vpbroadcastq	.LCPI0_4(%rip), %zmm17
	vxorps	%xmm20, %xmm20, %xmm20
	cmpq	$-1, %r12
	leaq	(,%rbp,4), %rdi
	leaq	4096(%rbx), %rax
	cmoveq	%rsi, %rcx
	cmpq	$-1, %r13
	movq	%rax, 280(%rsp)
	cmoveq	%rsi, %r11
	cmpq	$-1, %r15
	movq	%rdi, 40(%rsp)
	leaq	-1(%rbp), %rdi
	vpbroadcastq	%rcx, %zmm0
	cmoveq	%rsi, %rdx
	movq	-128(%rsp), %rsi
	testl	%ebp, %ebp
	movq	%rdi, %r9
	vmovdqu64	%zmm0, 768(%rsp)
	vpbroadcastq	%r11, %zmm0
	setg	%r14b
	shrq	$4, %r9
	vpbroadcastq	%rdx, %zmm13
	vmovdqu64	%zmm0, 704(%rsp)
	vmovdqu64	%zmm13, 1984(%rsp)
	movq	%rsi, %r8
	imulq	%r9, %r8
	shlq	$6, %r9
	shrq	$35, %rdi
	movl	$0, %edi
	sete	%al
	movq	%r9, 1008(%rsp)
	movabsq	$1099511627776, %r9
	shlq	$6, %r8
	cmovsq	%r8, %rdi
	movq	%rdi, 272(%rsp)
	movq	%r8, %rdi
	sarq	$63, %rdi
	andnq	%r8, %rdi, %rdi
	leaq	-1(%r9,%r8), %r8
	movabsq	$2199023255551, %r9
	movq	%rdi, 264(%rsp)
	leal	33554431(%rsi), %edi
	cmpl	$67108863, %edi
	setb	%dil
	cmpq	%r9, %r8
	movq	%r12, %r9
	setb	%r8b
	andb	%r14b, %al
	movq	128(%rsp), %r14
	andb	%dil, %r8b
	movq	%rsi, %rdi
	movb	%al, -57(%rsp)
	movq	%rsi, %rax
	shlq	$4, %rdi
	shlq	$5, %rax
	subq	$4, %r15
	sbbl	%edx, %edx
	xorl	%r12d, %r12d
	subq	$4, %r9
	movq	%rax, 992(%rsp)
	movb	%r8b, -58(%rsp)
	vpbroadcastq	%r15, %zmm19
	leal	536870911(%rbp), %r8d
	movq	%r15, 984(%rsp)
	movq	%rdi, 1000(%rsp)
	notl	%edx
	sbbl	%ecx, %ecx
	subq	$4, %r13
	vpbroadcastq	%r9, %zmm0
	movq	%r9, 256(%rsp)
	movl	%r8d, 364(%rsp)
	vmovdqu64	%zmm19, 1920(%rsp)
	kmovd	%edx, %k0
	leaq	(,%rsi,4), %rdx
	notl	%ecx
	sbbl	%eax, %eax
	vmovdqu64	%zmm0, 640(%rsp)
	vpbroadcastq	%r13, %zmm0
	movq	%r13, 328(%rsp)
	kmovd	%ecx, %k1
	leaq	(%rdi,%rdi,2), %rcx
	notl	%eax
	vmovdqu64	%zmm0, 576(%rsp)
	movq	%rdx, 176(%rsp)
	movq	320(%rsp), %rdx
	kmovd	%eax, %k2
	movq	%rcx, 976(%rsp)
	leaq	192(%rbx), %rcx
	movq	%rcx, 424(%rsp)
	movq	-16(%rsp), %rcx
	leaq	192(%rdx), %rax
	leaq	4288(%rbx), %rdx
	movq	%rdx, 440(%rsp)
	leaq	4544(%rbx), %rdx
	movq	%rax, 968(%rsp)
	movq	%rdx, 432(%rsp)
	movq	208(%rsp), %rdx
	leaq	64(%rcx), %rax
	leaq	448(%rbx), %rcx
	movq	%rax, 408(%rsp)
	movq	%rcx, 416(%rsp)
	jmp	.LBB0_9
	.p2align	4
.LBB0_8:
	movq	208(%rsp), %rdx
	xorl	%eax, %eax
	vmovdqu64	1984(%rsp), %zmm13
	vmovdqu64	1920(%rsp), %zmm19
	vxorps	%xmm20, %xmm20, %xmm20
	incl	%edx
	cmpl	1024(%rsp), %edx
	sete	%al
	cmovel	%r12d, %edx
	addl	%eax, %r14d
	cmpl	1016(%rsp), %r14d
	cmovel	%r12d, %r14d
	decq	1032(%rsp)
	je	.LBB0_389
.LBB0_9:
	movq	-128(%rsp), %rax
	negl	%eax
	movq	-112(%rsp), %rax
	movl	372(%rsp), %ecx
	movl	$16, %r15d
	movq	40(%rsp), %rdi
	movl	%r14d, %r13d
	movq	%rdx, 208(%rsp)
	movl	$2147483648, %r8d
	movq	%r14, 128(%rsp)
	movq	%r12, -56(%rsp)
	setno	64(%rsp)
	cmpl	$1073741823, 364(%rsp)
	movl	%ecx, %esi
	movl	%r14d, %ecx
	setb	-24(%rsp)
	testl	%eax, %eax
	setg	-104(%rsp)
	negl	%eax
	movl	%edx, %eax
	setno	-88(%rsp)
	cmpq	$-1, 392(%rsp)
	sete	32(%rsp)
	cmpq	$-1, 376(%rsp)
	sete	-32(%rsp)
	cmpq	$-1, 384(%rsp)
	sete	896(%rsp)
	shll	$4, %eax
	subl	%eax, %esi
	movl	$16, %eax
	cmpl	$16, %esi
	cmovael	%eax, %esi
	movl	368(%rsp), %eax
	shll	$4, %ecx
	movq	%rsi, %rbx
	movq	%rbx, 160(%rsp)
	subl	%ecx, %eax
	leal	15(%rsi), %ecx
	cmpl	$16, %eax
	cmovbl	%eax, %r15d
	shrl	$4, %ecx
	shlq	$6, %r13
	movq	%rcx, 192(%rsp)
	movl	%esi, %ecx
	andl	$16, %ecx
	movq	1008(%rsp), %rsi
	movq	%r15, 136(%rsp)
	movq	%rcx, -80(%rsp)
	movl	%r14d, %ecx
	shll	$6, %ecx
	movl	%ecx, 1472(%rsp)
	movl	%edx, %ecx
	shll	$6, %ecx
	leaq	-1(%r15,%r13), %rdx
	movl	%ecx, 1408(%rsp)
	movl	$2147483648, %ecx
	cmpq	%rcx, %rdx
	movq	%rdx, 8(%rsp)
	movq	%r13, %rcx
	setl	%bpl
	imulq	%rdi, %rcx
	imulq	%rdi, %rdx
	leaq	-4(%rsi,%rbx,4), %rsi
	movb	%bpl, -40(%rsp)
	movq	%rsi, 1536(%rsp)
	cmpq	%rdx, %rcx
	movq	%rdx, %rdi
	cmovlq	%rcx, %rdi
	cmovgq	%rcx, %rdx
	movabsq	$1099511627776, %rcx
	cmpq	%rcx, %rdx
	setl	%cl
	addq	%rsi, %rdx
	cmpq	%r8, %rdx
	setl	%r8b
	testq	%rdi, %rdi
	setns	%dil
	cmpq	256(%rsp), %rdx
	setle	%r9b
	cmpl	$33554432, %r14d
	setb	%r11b
	andb	%cl, %dil
	movl	%ebp, %ecx
	andb	-24(%rsp), %r8b
	movq	208(%rsp), %rbp
	andb	%r11b, %cl
	andb	-104(%rsp), %cl
	andb	%r9b, %dil
	andb	%dil, %r8b
	leaq	-1(%rbx), %rdi
	movl	%ebp, %r14d
	andb	%r8b, %cl
	shlq	$8, %rdi
	orb	896(%rsp), %cl
	leaq	-4(%rdi,%r15,4), %rsi
	decq	%r15
	cmpq	$4093, %rsi
	movq	%rsi, -72(%rsp)
	setl	%dil
	andb	%cl, %dil
	cmpl	$3, %eax
	movq	%r14, %rax
	movabsq	$-1099511627776, %rcx
	setb	%sil
	shlq	$4, %r15
	shlq	$6, %rax
	shlq	$8, %r14
	movq	%rax, 1088(%rsp)
	movq	%r15, %rax
	shrq	$6, %rax
	leaq	-1(%r15,%rbx), %rdx
	movq	%r14, 1216(%rsp)
	movb	%sil, 1600(%rsp)
	movq	%rax, %r8
	imulq	176(%rsp), %r8
	leaq	(%r14,%rdx,4), %rbx
	movq	%rdx, 1152(%rsp)
	movq	%rbx, 1344(%rsp)
	movq	%r8, %r9
	sarq	$63, %r9
	andq	%r8, %r9
	testq	%r8, %r8
	cmovleq	%r12, %r8
	addq	%r14, %r9
	addq	%rbx, %r8
	cmpq	%rcx, %r9
	movabsq	$1099511627776, %rbx
	setg	%cl
	cmpq	%rbx, %r8
	movl	$2147483648, %ebx
	setl	%r14b
	addq	264(%rsp), %r8
	cmpq	%rbx, %r8
	setl	%bl
	addq	272(%rsp), %r9
	setns	%r9b
	cmpq	328(%rsp), %r8
	movq	40(%rsp), %r8
	setle	%r12b
	andb	%cl, %r9b
	cmpl	$33554432, %ebp
	movq	1216(%rsp), %rbp
	setb	%cl
	andb	-58(%rsp), %cl
	shlq	$8, %rax
	andb	%r12b, %r9b
	andb	%r14b, %bl
	leaq	(%rax,%rdx,4), %rax
	movq	136(%rsp), %rdx
	andb	%r9b, %bl
	andb	%sil, %cl
	andb	-57(%rsp), %cl
	movzbl	-32(%rsp), %esi
	andb	%cl, %bl
	movb	%cl, 1280(%rsp)
	movl	$2147483648, %ecx
	orb	%sil, %bl
	cmpq	$4093, %rax
	leaq	16(%r13), %rax
	setl	%r9b
	movq	%rax, 248(%rsp)
	andb	%dil, %r9b
	leaq	15(%rdx,%r13), %rdi
	andb	%bl, %r9b
	cmpq	%rcx, %rdi
	movq	%rdi, 48(%rsp)
	setl	%r12b
	imulq	%r8, %rdi
	imulq	%r8, %rax
	movq	176(%rsp), %r8
	movb	%r12b, 168(%rsp)
	cmpq	%rdi, %rax
	movq	%rdi, %rbx
	cmovlq	%rax, %rbx
	cmovgq	%rax, %rdi
	movabsq	$1099511627776, %rax
	cmpq	%rax, %rdi
	setl	%al
	addq	1536(%rsp), %rdi
	cmpq	%rcx, %rdi
	setl	%r14b
	testq	%rbx, %rbx
	setns	%bl
	cmpq	256(%rsp), %rdi
	setle	%dil
	andb	%al, %bl
	andb	-24(%rsp), %r14b
	movq	1000(%rsp), %rax
	andb	%dil, %bl
	movl	%r12d, %edi
	andb	%r11b, %dil
	andb	-104(%rsp), %dil
	andb	%bl, %r14b
	andb	%r14b, %dil
	orb	896(%rsp), %dil
	cmpq	$4029, -72(%rsp)
	setl	%cl
	andb	%dil, %cl
	leaq	256(%r15), %rdi
	shrq	$6, %rdi
	andb	%r9b, %cl
	movq	%rdi, %r9
	imulq	%r8, %r9
	cmpq	%r9, %rax
	movq	%r9, %rbx
	cmovlq	%rax, %rbx
	cmovgq	%rax, %r9
	addq	1344(%rsp), %r9
	movabsq	$-1099511627776, %rax
	addq	%rbp, %rbx
	cmpq	%rax, %rbx
	movabsq	$1099511627776, %rax
	setg	%r14b
	cmpq	%rax, %r9
	movl	$2147483648, %eax
	setl	%r12b
	addq	264(%rsp), %r9
	cmpq	%rax, %r9
	setl	%al
	addq	272(%rsp), %rbx
	setns	%bl
	cmpq	328(%rsp), %r9
	setle	%r9b
	andb	%r14b, %bl
	andb	%r12b, %al
	movq	1152(%rsp), %r12
	shlq	$8, %rdi
	andb	%r9b, %bl
	andb	%bl, %al
	andb	1280(%rsp), %al
	movabsq	$1099511627776, %rbx
	leaq	(%rdi,%r12,4), %rdi
	orb	%sil, %al
	cmpq	$4093, %rdi
	movq	40(%rsp), %rdi
	setl	%r9b
	andb	%al, %r9b
	leaq	32(%r13), %rax
	andb	%cl, %r9b
	leaq	31(%rdx,%r13), %rcx
	movl	$2147483648, %edx
	movq	%rax, 56(%rsp)
	cmpq	%rdx, %rcx
	movq	%rcx, 144(%rsp)
	setl	%sil
	imulq	%rdi, %rax
	imulq	%rdi, %rcx
	movb	%sil, 16(%rsp)
	cmpq	%rcx, %rax
	movq	%rcx, %rdi
	cmovgq	%rax, %rcx
	cmovlq	%rax, %rdi
	cmpq	%rbx, %rcx
	setl	%al
	addq	1536(%rsp), %rcx
	cmpq	%rdx, %rcx
	leaq	512(%r15), %rdx
	setl	%r14b
	testq	%rdi, %rdi
	setns	%dil
	cmpq	256(%rsp), %rcx
	setle	%cl
	andb	%al, %dil
	movl	%esi, %eax
	andb	-24(%rsp), %r14b
	andb	%r11b, %al
	andb	-104(%rsp), %al
	andb	%cl, %dil
	andb	%dil, %r14b
	andb	%r14b, %al
	orb	896(%rsp), %al
	cmpq	$3965, -72(%rsp)
	setl	%dil
	shrq	$6, %rdx
	andb	%al, %dil
	movq	992(%rsp), %rax
	movq	%rdx, %rcx
	imulq	%r8, %rcx
	movq	%rcx, %r14
	cmpq	%rcx, %rax
	cmovlq	%rax, %r14
	cmovgq	%rax, %rcx
	movabsq	$-1099511627776, %rax
	addq	%rbp, %r14
	movq	1344(%rsp), %rbp
	addq	%rbp, %rcx
	cmpq	%rax, %r14
	movl	$2147483648, %eax
	setg	%sil
	cmpq	%rbx, %rcx
	movq	328(%rsp), %rbx
	setl	%r8b
	addq	264(%rsp), %rcx
	cmpq	%rax, %rcx
	setl	%al
	addq	272(%rsp), %r14
	setns	%r14b
	cmpq	%rbx, %rcx
	setle	%cl
	andb	%sil, %r14b
	andb	%r8b, %al
	shlq	$8, %rdx
	movq	40(%rsp), %r8
	movl	$2147483648, %esi
	andb	%cl, %r14b
	leaq	(%rdx,%r12,4), %rcx
	movabsq	$1099511627776, %r12
	andb	%r14b, %al
	movzbl	1280(%rsp), %r14d
	andb	%r14b, %al
	orb	-32(%rsp), %al
	andb	%dil, %al
	cmpq	$4093, %rcx
	setl	%dil
	andb	%al, %dil
	movq	136(%rsp), %rax
	andb	%r9b, %dil
	leaq	47(%rax,%r13), %rcx
	leaq	48(%r13), %rax
	movq	%rax, 24(%rsp)
	cmpq	%rsi, %rcx
	movq	%rcx, -48(%rsp)
	setl	%r9b
	imulq	%r8, %rcx
	imulq	%r8, %rax
	movl	$2147483648, %r8d
	movb	%r9b, 832(%rsp)
	cmpq	%rcx, %rax
	movq	%rcx, %rdx
	cmovgq	%rax, %rcx
	cmovlq	%rax, %rdx
	cmpq	%r12, %rcx
	setl	%al
	addq	1536(%rsp), %rcx
	cmpq	%rsi, %rcx
	setl	%sil
	testq	%rdx, %rdx
	setns	%dl
	cmpq	256(%rsp), %rcx
	setle	%cl
	andb	-24(%rsp), %sil
	andb	%r9b, %r11b
	andb	-104(%rsp), %r11b
	andb	%al, %dl
	movabsq	$-1099511627776, %r9
	andb	%cl, %dl
	movq	976(%rsp), %rcx
	andb	%dl, %sil
	andb	%sil, %r11b
	orb	896(%rsp), %r11b
	cmpq	$3901, -72(%rsp)
	setl	%al
	addq	$768, %r15
	shrq	$6, %r15
	andb	%r11b, %al
	movq	%r15, %rdx
	imulq	176(%rsp), %rdx
	cmpq	%rdx, %rcx
	movq	%rdx, %rsi
	cmovlq	%rcx, %rsi
	cmovgq	%rcx, %rdx
	addq	1216(%rsp), %rsi
	addq	%rbp, %rdx
	cmpq	%r9, %rsi
	setg	%cl
	cmpq	%r12, %rdx
	setl	%r11b
	addq	264(%rsp), %rdx
	cmpq	%r8, %rdx
	setl	%r8b
	addq	272(%rsp), %rsi
	setns	%sil
	cmpq	%rbx, %rdx
	movq	1152(%rsp), %rbx
	setle	%dl
	andb	-88(%rsp), %r11b
	andb	%cl, %sil
	shlq	$8, %r15
	andb	%dl, %sil
	leaq	(%r15,%rbx,4), %r15
	movzbl	32(%rsp), %ebx
	andb	%r8b, %r11b
	andb	%sil, %r11b
	movq	8(%rsp), %rsi
	andb	%r14b, %r11b
	orb	-32(%rsp), %r11b
	movq	984(%rsp), %r14
	andb	%al, %r11b
	movq	-128(%rsp), %rax
	cmpq	$4093, %r15
	setl	%dl
	andb	%r11b, %dl
	imulq	%rax, %rsi
	imulq	%rax, %r13
	movq	160(%rsp), %rax
	cmpq	%rsi, %r13
	movq	%rsi, %r8
	cmovlq	%r13, %r8
	cmovgq	%r13, %rsi
	cmpq	%r9, %r8
	movq	1088(%rsp), %r9
	setg	%r11b
	cmpq	%r12, %rsi
	setl	%bpl
	leaq	-1(%rax,%r9), %rax
	addq	%r9, %r8
	shlq	$2, %r8
	addq	%rax, %rsi
	movq	%rax, -104(%rsp)
	leaq	(,%rsi,4), %rax
	movq	%rsi, %rcx
	movl	$2147483648, %esi
	cmpq	%rsi, %rax
	setl	%sil
	testq	%r8, %r8
	setns	%r15b
	cmpq	%r14, %rax
	movq	128(%rsp), %rax
	setle	%r13b
	orl	208(%rsp), %eax
	andb	%r15b, %r13b
	movl	$2147483648, %r15d
	cmpl	$33554432, %eax
	movzbl	64(%rsp), %eax
	setb	%r12b
	andb	%r12b, %sil
	andb	%r13b, %sil
	movzbl	-40(%rsp), %r13d
	andb	%al, %r13b
	andb	%r11b, %r13b
	movq	%r8, %r11
	andb	%bpl, %r13b
	andb	%r13b, %sil
	orb	%bl, %sil
	andb	%dl, %sil
	andb	%dil, %sil
	leaq	64(,%rcx,4), %rdi
	cmpq	%r15, %rdi
	setl	%dl
	addq	$64, %r11
	setns	%r11b
	cmpq	%r14, %rdi
	setle	%dil
	andb	%r12b, %dl
	andb	%r11b, %dil
	leaq	128(,%rcx,4), %r11
	andb	%dil, %dl
	andb	%r13b, %dl
	orb	%bl, %dl
	cmpq	%r15, %r11
	setl	%dil
	cmpq	$-128, %r8
	setns	%bpl
	cmpq	%r14, %r11
	setle	%r11b
	andb	%r12b, %dil
	andb	%bpl, %r11b
	andb	%r11b, %dil
	leaq	192(,%rcx,4), %r11
	movq	48(%rsp), %rcx
	andb	%r13b, %dil
	orb	%bl, %dil
	andb	%dl, %dil
	cmpq	%r15, %r11
	setl	%dl
	addq	$192, %r8
	setns	%r8b
	cmpq	%r14, %r11
	setle	%r11b
	andb	%r12b, %dl
	andb	%r8b, %r11b
	movq	248(%rsp), %r8
	andb	%r11b, %dl
	andb	%r13b, %dl
	orb	%bl, %dl
	andb	%dil, %dl
	movq	-128(%rsp), %rdi
	imulq	%rdi, %r8
	imulq	%rdi, %rcx
	cmpq	%rcx, %r8
	movq	%rcx, %rdi
	cmovlq	%r8, %rdi
	cmovgq	%r8, %rcx
	movabsq	$-1099511627776, %r8
	cmpq	%r8, %rdi
	movabsq	$1099511627776, %r8
	setg	%r11b
	cmpq	%r8, %rcx
	setl	%bpl
	addq	-104(%rsp), %rcx
	addq	%r9, %rdi
	shlq	$2, %rdi
	leaq	(,%rcx,4), %r15
	movq	%rcx, %r9
	movl	$2147483648, %ecx
	cmpq	%rcx, %r15
	movzbl	168(%rsp), %ecx
	setl	%r8b
	testq	%rdi, %rdi
	setns	%r13b
	cmpq	%r14, %r15
	setle	%r15b
	andb	%r12b, %r8b
	andb	%r13b, %r15b
	andb	%al, %cl
	andb	%r15b, %r8b
	movq	%rdi, %r15
	andb	%r11b, %cl
	andb	%bpl, %cl
	andb	%cl, %r8b
	movl	%ecx, %eax
	movl	$2147483648, %ecx
	orb	%bl, %r8b
	andb	%dl, %r8b
	leaq	64(,%r9,4), %rdx
	cmpq	%rcx, %rdx
	setl	%r11b
	addq	$64, %r15
	setns	%bpl
	cmpq	%r14, %rdx
	setle	%dl
	andb	%r12b, %r11b
	andb	%bpl, %dl
	andb	%dl, %r11b
	andb	%al, %r11b
	orb	%bl, %r11b
	andb	%r8b, %r11b
	leaq	128(,%r9,4), %r8
	cmpq	%rcx, %r8
	setl	%dl
	cmpq	$-128, %rdi
	setns	%bpl
	cmpq	%r14, %r8
	setle	%r8b
	andb	%r12b, %dl
	andb	%bpl, %r8b
	andb	%r8b, %dl
	andb	%al, %dl
	orb	%bl, %dl
	andb	%r11b, %dl
	andb	%sil, %dl
	leaq	192(,%r9,4), %rsi
	cmpq	%rcx, %rsi
	movq	-128(%rsp), %rcx
	setl	%r8b
	addq	$192, %rdi
	setns	%dil
	cmpq	%r14, %rsi
	setle	%sil
	andb	%r12b, %r8b
	andb	%dil, %sil
	movq	144(%rsp), %rdi
	andb	%sil, %r8b
	andb	%al, %r8b
	movq	56(%rsp), %rax
	orb	%bl, %r8b
	imulq	%rcx, %rdi
	imulq	%rcx, %rax
	movl	$2147483648, %ecx
	movq	%rdi, %rsi
	cmpq	%rdi, %rax
	cmovlq	%rax, %rsi
	cmovgq	%rax, %rdi
	movabsq	$-1099511627776, %rax
	cmpq	%rax, %rsi
	movabsq	$1099511627776, %rax
	setg	%r11b
	cmpq	%rax, %rdi
	movzbl	16(%rsp), %eax
	setl	%bpl
	addq	-104(%rsp), %rdi
	addq	1088(%rsp), %rsi
	leaq	(,%rdi,4), %r15
	shlq	$2, %rsi
	movq	%rdi, %r9
	cmpq	%rcx, %r15
	setl	%dil
	testq	%rsi, %rsi
	setns	%r13b
	cmpq	%r14, %r15
	setle	%r15b
	andb	64(%rsp), %al
	andb	%r12b, %dil
	andb	%r13b, %r15b
	movq	-80(%rsp), %r13
	andb	%r15b, %dil
	movq	%rsi, %r15
	andb	%r11b, %al
	leaq	64(,%r9,4), %r11
	andb	%bpl, %al
	vpbroadcastq	%r13, %zmm21
	vporq	.LCPI0_0(%rip), %zmm21, %zmm27
	vporq	.LCPI0_1(%rip), %zmm21, %zmm28
	andb	%al, %dil
	orb	%bl, %dil
	andb	%r8b, %dil
	cmpq	%rcx, %r11
	setl	%r8b
	addq	$64, %r15
	movl	%ebx, %r15d
	setns	%bpl
	cmpq	%r14, %r11
	setle	%r11b
	andb	%r12b, %r8b
	andb	%bpl, %r11b
	andb	%r11b, %r8b
	vpmovqd	%zmm27, %ymm1
	andb	%al, %r8b
	orb	%bl, %r8b
	movl	$2147483648, %ebx
	andb	%dil, %r8b
	leaq	128(,%r9,4), %rdi
	cmpq	%rcx, %rdi
	movl	%r12d, %ecx
	setl	%r11b
	cmpq	$-128, %rsi
	setns	%bpl
	cmpq	%r14, %rdi
	setle	%dil
	andb	%r12b, %r11b
	movq	-56(%rsp), %r12
	andb	%bpl, %dil
	movl	$2147483648, %ebp
	andb	%dil, %r11b
	andb	%al, %r11b
	orb	%r15b, %r11b
	andb	%r8b, %r11b
	leaq	192(,%r9,4), %r8
	movl	%ecx, %r9d
	movq	%r12, 224(%rsp)
	cmpq	%rbx, %r8
	setl	%dil
	addq	$192, %rsi
	setns	%sil
	cmpq	%r14, %r8
	setle	%r8b
	andb	%cl, %dil
	movq	-128(%rsp), %rcx
	andb	%sil, %r8b
	andb	%r8b, %dil
	movq	24(%rsp), %r8
	andb	%al, %dil
	movq	-48(%rsp), %rax
	orb	%r15b, %dil
	andb	%r11b, %dil
	imulq	%rcx, %r8
	imulq	%rcx, %rax
	movabsq	$-1099511627776, %rcx
	cmpq	%rax, %r8
	movq	%rax, %rsi
	cmovlq	%r8, %rsi
	cmovgq	%r8, %rax
	cmpq	%rcx, %rsi
	movabsq	$1099511627776, %rcx
	setg	%r11b
	cmpq	%rcx, %rax
	setl	%bl
	addq	-104(%rsp), %rax
	addq	1088(%rsp), %rsi
	leaq	(,%rax,4), %rcx
	shlq	$2, %rsi
	cmpq	%rbp, %rcx
	setl	%r8b
	testq	%rsi, %rsi
	setns	%bpl
	cmpq	%r14, %rcx
	setle	%cl
	andb	%r9b, %r8b
	andb	%bpl, %cl
	movl	$2147483648, %ebp
	andb	%cl, %r8b
	movzbl	832(%rsp), %ecx
	andb	64(%rsp), %cl
	andb	%r11b, %cl
	movq	%rsi, %r11
	andb	%bl, %cl
	andb	%cl, %r8b
	movl	%ecx, %ebx
	orb	%r15b, %r8b
	andb	%dil, %r8b
	leaq	64(,%rax,4), %rdi
	cmpq	%rbp, %rdi
	setl	%cl
	addq	$64, %r11
	setns	%r11b
	cmpq	%r14, %rdi
	setle	%dil
	andb	%r9b, %cl
	andb	%r11b, %dil
	movl	$2147483648, %r11d
	andb	%dil, %cl
	leaq	128(,%rax,4), %rdi
	andb	%bl, %cl
	orb	%r15b, %cl
	andb	%r8b, %cl
	andb	%dl, %cl
	cmpq	%rbp, %rdi
	setl	%dl
	cmpq	$-128, %rsi
	setns	%r8b
	cmpq	%r14, %rdi
	setle	%dil
	andb	%r9b, %dl
	andb	%r8b, %dil
	andb	%dil, %dl
	leaq	192(,%rax,4), %rdi
	movq	136(%rsp), %rax
	andb	%bl, %dl
	orb	%r15b, %dl
	cmpq	%r11, %rdi
	setl	%r8b
	addq	$192, %rsi
	setns	%sil
	cmpq	%r14, %rdi
	setle	%dil
	andb	%r9b, %r8b
	andb	%sil, %dil
	movabsq	$-9223372036854771968, %rsi
	andb	%dil, %r8b
	leaq	-4(%rsi,%rax,4), %rax
	leaq	61(%rsi), %r9
	movq	160(%rsp), %rdi
	andb	%bl, %r8b
	movl	%r12d, %ebx
	orb	%r15b, %r8b
	andb	%dl, %r8b
	cmpq	%r9, %rax
	movslq	1472(%rsp), %rdx
	setb	%al
	andb	%r8b, %al
	andb	1600(%rsp), %al
	movq	%rdx, -96(%rsp)
	andb	%cl, %al
	leaq	-4(%rsi,%rdi,4), %rcx
	cmpq	%r9, %rcx
	setb	%cl
	andb	%al, %cl
	movslq	1408(%rsp), %rax
	movb	%cl, 32(%rsp)
	movq	400(%rsp), %rcx
	leaq	(%rcx,%rax,4), %rcx
	movq	%rcx, -24(%rsp)
	movq	320(%rsp), %rcx
	leaq	(%rcx,%rax,4), %rsi
	movl	%edi, %ecx
	shrl	$4, %ecx
	movq	%rcx, 152(%rsp)
	movl	%edi, %ecx
	andl	$15, %ecx
	leaq	(%rsi,%r13,4), %rdi
	movq	%rsi, -8(%rsp)
	movq	968(%rsp), %rsi
	vpbroadcastd	%ecx, %zmm0
	movl	%r13d, %ecx
	shll	$8, %ecx
	addq	280(%rsp), %rcx
	vmovdqu64	%zmm0, 64(%rsp)
	vpmovqd	%zmm28, %ymm0
	movq	%rdi, 312(%rsp)
	leaq	(%rsi,%rax,4), %rax
	movq	%rcx, 216(%rsp)
	vinserti64x4	$1, %ymm1, %zmm0, %zmm0
	movq	%rax, 336(%rsp)
	leaq	16(%rdx), %rax
	vmovdqu64	%zmm0, 2048(%rsp)
	vpsllq	$8, %zmm28, %zmm0
	movq	%rax, 304(%rsp)
	leaq	32(%rdx), %rax
	vmovdqu64	%zmm0, 1728(%rsp)
	vpsllq	$8, %zmm27, %zmm0
	movq	%rax, 296(%rsp)
	movq	192(%rsp), %rax
	shll	$10, %eax
	vmovdqu64	%zmm0, 1664(%rsp)
	movq	%rax, 344(%rsp)
	leaq	48(%rdx), %rax
	movq	%rax, 288(%rsp)
	leaq	960(%r10), %rax
	movq	%rax, 232(%rsp)
	jmp	.LBB0_13
	.p2align	4
.LBB0_10:
	movq	-56(%rsp), %r12
.LBB0_11:
	movl	-116(%rsp), %ebx
.LBB0_12:
	movq	136(%rsp), %rcx
	incl	%ebx
	movq	224(%rsp), %rsi
	movq	232(%rsp), %rdx
	cmpl	%ecx, %ebx
	cmovel	%r12d, %ebx
	addq	344(%rsp), %rdx
	incq	%rsi
	movq	%rsi, 224(%rsp)
	movq	%rdx, 232(%rsp)
	cmpq	%rcx, %rsi
	je	.LBB0_166
.LBB0_13:
	movq	-24(%rsp), %rcx
	movl	%ebx, %edx
	movq	%r12, -56(%rsp)
	movl	%ebx, -116(%rsp)
	movq	%rdx, 184(%rsp)
	vpbroadcastq	%rcx, %zmm0
	vmovdqu64	%zmm0, 1536(%rsp)
	testq	%r13, %r13
	je	.LBB0_90
	movq	-96(%rsp), %r15
	movq	-112(%rsp), %r11
	movl	%ebx, %eax
	andl	$268435455, %eax
	movq	-16(%rsp), %rcx
	movl	%ebx, %esi
	shll	$4, %esi
	movq	%rdx, %r13
	movq	(%rsp), %r9
	movl	%esi, %r12d
	shrl	$6, %r12d
	movq	%r12, %rdi
	shlq	$8, %rdi
	vpbroadcastq	%r12, %zmm0
	vpsllq	$8, %zmm0, %zmm29
	addq	%r15, %rax
	addq	%r9, %rdi
	imulq	%r11, %rax
	movq	%rdi, 1600(%rsp)
	leaq	(%rcx,%rax,4), %rax
	movq	%rax, -72(%rsp)
	movl	%esi, %eax
	andl	$48, %eax
	movl	%eax, 896(%rsp)
	movl	%esi, %eax
	orl	$256, %eax
	movl	%eax, %edx
	shrl	$4, %edx
	movl	%eax, %ebp
	shrl	$6, %ebp
	shrl	$2, %eax
	addq	%r15, %rdx
	vpbroadcastq	%rax, %zmm25
	vpbroadcastq	%rbp, %zmm0
	imulq	%r11, %rdx
	vpsllq	$8, %zmm0, %zmm30
	leaq	(%rcx,%rdx,4), %rdx
	movq	%rdx, 168(%rsp)
	movq	%rbp, %rdx
	shlq	$8, %rdx
	addq	%r9, %rdx
	movq	%rdx, -32(%rsp)
	movl	%esi, %edx
	orl	$512, %edx
	movl	%edx, %edi
	shrl	$4, %edi
	movl	%edx, %r14d
	shrl	$6, %r14d
	shrl	$2, %edx
	addq	%r15, %rdi
	vpbroadcastq	%rdx, %zmm31
	movq	-8(%rsp), %rdx
	vpbroadcastq	%r14, %zmm0
	imulq	%r11, %rdi
	vpsllq	$8, %zmm0, %zmm9
	leaq	(%rcx,%rdi,4), %rdi
	movq	%rdi, 248(%rsp)
	movq	%r14, %rdi
	shlq	$8, %rdi
	addq	%r9, %rdi
	movq	%rdi, 1344(%rsp)
	movl	%esi, %edi
	orl	$768, %edi
	movl	%edi, %r8d
	shrl	$4, %r8d
	addq	%r15, %r8
	imulq	%r11, %r8
	movq	-128(%rsp), %r11
	leaq	(%rcx,%r8,4), %r8
	movl	896(%rsp), %ecx
	movq	%r8, 48(%rsp)
	movl	%edi, %r8d
	shrl	$6, %r8d
	imulq	%r11, %r12
	shrl	$2, %edi
	imulq	%r11, %rbp
	imulq	%r11, %r14
	movq	%r8, %rax
	shlq	$8, %rax
	vpbroadcastq	%r8, %zmm0
	imulq	%r11, %r8
	vpbroadcastq	%rdi, %zmm8
	leaq	256(%rsi), %rdi
	addq	%r9, %rax
	movq	40(%rsp), %r9
	vpsllq	$8, %zmm0, %zmm26
	movq	%rax, 1280(%rsp)
	movq	%r13, %rax
	orq	%r15, %rax
	vpbroadcastd	%ecx, %zmm24
	leaq	768(%rsi), %rcx
	movq	%r12, 24(%rsp)
	movq	%rbp, 16(%rsp)
	movq	%r14, 8(%rsp)
	imulq	%r11, %rax
	movq	%r8, 56(%rsp)
	movq	280(%rsp), %r8
	movq	%rcx, %r12
	shrq	$2, %r12
	shrq	$4, %rcx
	addq	%r15, %rcx
	leaq	(%rdx,%rax,4), %rax
	imulq	%r9, %rcx
	movq	%rax, 144(%rsp)
	leaq	16(%r13,%r15), %rax
	addq	%r8, %r12
	imulq	%r11, %rax
	leaq	(%rdx,%rax,4), %rax
	movq	%rax, 200(%rsp)
	leaq	32(%r13,%r15), %rax
	imulq	%r11, %rax
	leaq	(%rdx,%rax,4), %rax
	movq	%rax, 240(%rsp)
	leaq	48(%r13,%r15), %rax
	imulq	%r11, %rax
	leaq	(%rdx,%rax,4), %rax
	leaq	512(%rsi), %rdx
	shrl	$2, %esi
	movq	%rdx, %r11
	shrq	$2, %r11
	shrq	$4, %rdx
	addq	%r8, %rsi
	movq	%rax, 352(%rsp)
	movl	%ebx, %eax
	movq	%rdi, %rbx
	shrq	$2, %rbx
	andl	$3, %eax
	shrq	$4, %rdi
	addq	%r8, %r11
	addq	%r15, %rdx
	addq	%r8, %rbx
	movq	-16(%rsp), %r8
	addq	%r15, %rdi
	shll	$4, %eax
	imulq	%r9, %rdx
	imulq	%r9, %rdi
	movq	%rax, 1216(%rsp)
	movq	176(%rsp), %rax
	movq	336(%rsp), %r9
	addq	%r8, %rdi
	addq	%r8, %rdx
	addq	%r8, %rcx
	movq	296(%rsp), %r8
	movq	%rdi, 1408(%rsp)
	movq	%rdx, 1472(%rsp)
	leaq	(%r15,%r13), %rdx
	movq	304(%rsp), %rdi
	movq	%rcx, 1152(%rsp)
	movq	232(%rsp), %rcx
	imulq	%rax, %rdx
	addq	%r9, %rdx
	movq	%rdx, -88(%rsp)
	leaq	(%rdi,%r13), %rdx
	movq	288(%rsp), %rdi
	imulq	%rax, %rdx
	addq	%r9, %rdx
	movq	%rdx, 832(%rsp)
	leaq	(%r8,%r13), %rdx
	imulq	%rax, %rdx
	addq	%r9, %rdx
	movq	%rdx, -40(%rsp)
	leaq	(%rdi,%r13), %rdx
	imulq	%rax, %rdx
	addq	%r9, %rdx
	movq	-56(%rsp), %r9
	movq	%rdx, -48(%rsp)
	jmp	.LBB0_17
.LBB0_15:
	movq	-88(%rsp), %rax
	movq	-80(%rsp), %r13
	vmovups	%zmm20, -192(%rax,%r9,4)
	vmovups	%zmm20, -128(%rax,%r9,4)
	vmovups	%zmm20, -64(%rax,%r9,4)
	vmovups	%zmm20, (%rax,%r9,4)
	movq	832(%rsp), %rax
	vmovups	%zmm20, -192(%rax,%r9,4)
	vmovups	%zmm20, -128(%rax,%r9,4)
	vmovups	%zmm20, -64(%rax,%r9,4)
	vmovups	%zmm20, (%rax,%r9,4)
	movq	-40(%rsp), %rax
	vmovups	%zmm20, -192(%rax,%r9,4)
	vmovups	%zmm20, -128(%rax,%r9,4)
	vmovups	%zmm20, -64(%rax,%r9,4)
	vmovups	%zmm20, (%rax,%r9,4)
	movq	-48(%rsp), %rax
	vmovups	%zmm20, -192(%rax,%r9,4)
	vmovups	%zmm20, -128(%rax,%r9,4)
	vmovups	%zmm20, -64(%rax,%r9,4)
	vmovups	%zmm20, (%rax,%r9,4)
	xorl	%eax, %eax
	.p2align	4
.LBB0_16:
	addq	$16, %r9
	addq	$4096, %r12
	addq	$4096, %r11
	addq	$4096, %rbx
	addq	$4096, %rsi
	addq	$1024, %rcx
	cmpq	%r9, %r13
	je	.LBB0_90
.LBB0_17:
	movq	-72(%rsp), %rax
	movq	1344(%rsp), %rbp
	movq	-24(%rsp), %rdi
	movq	1600(%rsp), %rdx
	movq	1408(%rsp), %r13
	cmpb	$0, 32(%rsp)
	leaq	(%rax,%r9,4), %r15
	movq	1216(%rsp), %rax
	leaq	(%r13,%r9,4), %r13
	leal	(%rax,%r9), %eax
	movslq	%eax, %r8
	movq	1472(%rsp), %rax
	leaq	(%rdi,%r8,4), %r14
	leaq	(%rdx,%r8,4), %rdi
	movq	-32(%rsp), %rdx
	leaq	(%rax,%r9,4), %rax
	leaq	(%rdx,%r8,4), %rdx
	movq	%rax, 1088(%rsp)
	leaq	(%rbp,%r8,4), %rax
	movq	1152(%rsp), %rbp
	leaq	(%rbp,%r9,4), %rbp
	movq	%rbp, 896(%rsp)
	movq	1280(%rsp), %rbp
	leaq	(%rbp,%r8,4), %r8
	je	.LBB0_20
	cmpl	$0, -112(%rsp)
	jle	.LBB0_15
	vmovups	(%r15), %zmm0
	vmovaps	.LCPI0_5(%rip), %zmm1
	kxnorw	%k0, %k0, %k3
	vscatterdps	%zmm0, (%rsi,%zmm1) {%k3}
	kxnorw	%k0, %k0, %k3
	movq	24(%rsp), %r15
	vmovups	(%r14,%r15,4), %zmm0
	vmovups	%zmm0, (%rdi)
	vmovups	(%r13), %zmm0
	vscatterdps	%zmm0, (%rbx,%zmm1) {%k3}
	kxnorw	%k0, %k0, %k3
	movq	16(%rsp), %rdi
	vmovups	(%r14,%rdi,4), %zmm0
	movq	1088(%rsp), %rdi
	vmovups	%zmm0, (%rdx)
	vmovups	(%rdi), %zmm0
	vscatterdps	%zmm0, (%r11,%zmm1) {%k3}
	kxnorw	%k0, %k0, %k3
	movq	8(%rsp), %rdx
	vmovups	(%r14,%rdx,4), %zmm0
	movq	896(%rsp), %rdx
	vmovups	%zmm0, (%rax)
	vmovups	(%rdx), %zmm0
	vscatterdps	%zmm0, (%r12,%zmm1) {%k3}
	movq	$0, -104(%rsp)
	movq	56(%rsp), %rax
	movq	-80(%rsp), %r13
	vmovdqu64	(%r14,%rax,4), %zmm0
	movl	$1, %eax
	vmovdqu64	%zmm0, (%r8)
	vmovaps	%zmm20, -960(%rcx)
	vmovaps	%zmm20, -896(%rcx)
	vmovaps	%zmm20, -832(%rcx)
	vmovaps	%zmm20, -768(%rcx)
	vmovaps	%zmm20, -704(%rcx)
	vmovaps	%zmm20, -640(%rcx)
	vmovaps	%zmm20, -576(%rcx)
	vmovaps	%zmm20, -512(%rcx)
	vmovaps	%zmm20, -448(%rcx)
	vmovaps	%zmm20, -384(%rcx)
	vmovaps	%zmm20, -320(%rcx)
	vmovaps	%zmm20, -256(%rcx)
	vmovaps	%zmm20, -192(%rcx)
	vmovaps	%zmm20, -128(%rcx)
	vmovaps	%zmm20, -64(%rcx)
	vmovaps	%zmm20, (%rcx)
	jmp	.LBB0_16
	.p2align	4
.LBB0_20:
	vpbroadcastq	%r9, %zmm0
	vporq	.LCPI0_1(%rip), %zmm0, %zmm5
	vporq	.LCPI0_0(%rip), %zmm0, %zmm10
	cmpl	$0, -112(%rsp)
	vpsllq	$2, %zmm10, %zmm6
	vpsllq	$2, %zmm5, %zmm7
	jle	.LBB0_29
	vmovdqu64	768(%rsp), %zmm2
	movq	-72(%rsp), %rbp
	vmovdqu64	640(%rsp), %zmm4
	vxorps	%xmm11, %xmm11, %xmm11
	vxorps	%xmm3, %xmm3, %xmm3
	vpbroadcastq	%rbp, %zmm0
	vpaddq	%zmm6, %zmm0, %zmm1
	vpaddq	%zmm7, %zmm0, %zmm0
	vpsubq	%zmm2, %zmm1, %zmm1
	vpsubq	%zmm2, %zmm0, %zmm0
	vpcmpleuq	%zmm4, %zmm0, %k3
	vpcmpleuq	%zmm4, %zmm1, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k1, %k3
	kortestw	%k3, %k3
	je	.LBB0_23
	vmovups	(%r15), %zmm3 {%k3} {z}
.LBB0_23:
	vmovaps	.LCPI0_5(%rip), %zmm12
	vpmovqd	%zmm5, %ymm1
	vpmovqd	%zmm10, %ymm0
	vmovdqu64	1536(%rsp), %zmm4
	kxnorw	%k0, %k0, %k3
	vextracti64x4	$1, %zmm24, %ymm2
	vpord	%ymm1, %ymm24, %ymm1
	vpor	%ymm0, %ymm2, %ymm0
	vpmovzxdq	%ymm1, %zmm1
	vpmovzxdq	%ymm0, %zmm0
	vscatterdps	%zmm3, (%rsi,%zmm12) {%k3}
	movq	24(%rsp), %r15
	vmovdqu64	704(%rsp), %zmm18
	vmovdqu64	576(%rsp), %zmm22
	vpsllq	$2, %zmm0, %zmm0
	vpsllq	$2, %zmm1, %zmm1
	vpaddq	%zmm0, %zmm4, %zmm2
	vpaddq	%zmm1, %zmm4, %zmm4
	vpbroadcastq	%r15, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm12
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm18, %zmm3, %zmm3
	vpsubq	%zmm18, %zmm12, %zmm12
	vpcmpleuq	%zmm22, %zmm12, %k3
	vpcmpleuq	%zmm22, %zmm3, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k2, %k3
	kortestw	%k3, %k3
	je	.LBB0_25
	vmovups	(%r14,%r15,4), %zmm11 {%k3} {z}
.LBB0_25:
	vporq	%zmm29, %zmm0, %zmm3
	vporq	%zmm29, %zmm1, %zmm12
	vpcmpgtq	%zmm12, %zmm14, %k3
	vpcmpgtq	%zmm3, %zmm14, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_27
	vmovups	%zmm11, (%rdi) {%k3}
.LBB0_27:
	vmovdqu64	768(%rsp), %zmm12
	movq	168(%rsp), %rdi
	vmovdqu64	640(%rsp), %zmm18
	vpbroadcastq	%rdi, %zmm3
	movq	16(%rsp), %rdi
	vpaddq	%zmm6, %zmm3, %zmm11
	vpaddq	%zmm7, %zmm3, %zmm3
	vpsubq	%zmm12, %zmm11, %zmm11
	vpsubq	%zmm12, %zmm3, %zmm3
	vpcmpleuq	%zmm18, %zmm3, %k3
	vpcmpleuq	%zmm18, %zmm11, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k1, %k3
	kortestw	%k3, %k3
	je	.LBB0_61
	vmovups	(%r13), %zmm3 {%k3} {z}
	jmp	.LBB0_62
.LBB0_29:
	movq	144(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm7, %zmm0, %zmm1
	vpaddq	%zmm6, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_31
	movq	-88(%rsp), %rax
	leaq	-192(%rax,%r9,4), %rax
	vmovups	%zmm20, (%rax) {%k3}
.LBB0_31:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	movq	-80(%rsp), %r13
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_33
	movq	-88(%rsp), %rax
	vmovups	%zmm20, -128(%rax,%r9,4) {%k3}
.LBB0_33:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_35
	movq	-88(%rsp), %rax
	vmovups	%zmm20, -64(%rax,%r9,4) {%k3}
.LBB0_35:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_37
	movq	-88(%rsp), %rax
	vmovups	%zmm20, (%rax,%r9,4) {%k3}
.LBB0_37:
	movq	200(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm7, %zmm0, %zmm1
	vpaddq	%zmm6, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_39
	movq	832(%rsp), %rax
	leaq	-192(%rax,%r9,4), %rax
	vmovups	%zmm20, (%rax) {%k3}
.LBB0_39:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_41
	movq	832(%rsp), %rax
	vmovups	%zmm20, -128(%rax,%r9,4) {%k3}
.LBB0_41:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_43
	movq	832(%rsp), %rax
	vmovups	%zmm20, -64(%rax,%r9,4) {%k3}
.LBB0_43:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_45
	movq	832(%rsp), %rax
	vmovups	%zmm20, (%rax,%r9,4) {%k3}
.LBB0_45:
	movq	240(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm7, %zmm0, %zmm1
	vpaddq	%zmm6, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_47
	movq	-40(%rsp), %rax
	leaq	-192(%rax,%r9,4), %rax
	vmovups	%zmm20, (%rax) {%k3}
.LBB0_47:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_49
	movq	-40(%rsp), %rax
	vmovups	%zmm20, -128(%rax,%r9,4) {%k3}
.LBB0_49:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_51
	movq	-40(%rsp), %rax
	vmovups	%zmm20, -64(%rax,%r9,4) {%k3}
.LBB0_51:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_53
	movq	-40(%rsp), %rax
	vmovups	%zmm20, (%rax,%r9,4) {%k3}
.LBB0_53:
	movq	352(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm7, %zmm0, %zmm1
	vpaddq	%zmm6, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_55
	movq	-48(%rsp), %rax
	leaq	-192(%rax,%r9,4), %rax
	vmovups	%zmm20, (%rax) {%k3}
.LBB0_55:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_57
	movq	-48(%rsp), %rax
	vmovups	%zmm20, -128(%rax,%r9,4) {%k3}
.LBB0_57:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm19, %zmm3, %k3
	vpcmpleuq	%zmm19, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_59
	movq	-48(%rsp), %rax
	vmovups	%zmm20, -64(%rax,%r9,4) {%k3}
.LBB0_59:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	xorl	%eax, %eax
	vpcmpleuq	%zmm19, %zmm1, %k3
	vpcmpleuq	%zmm19, %zmm0, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k0, %k3
	kortestw	%k3, %k3
	je	.LBB0_16
	movq	-48(%rsp), %rdx
	vmovups	%zmm20, (%rdx,%r9,4) {%k3}
	jmp	.LBB0_16
.LBB0_61:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_62:
	vpsllq	$8, %zmm5, %zmm5
	vpsllq	$8, %zmm10, %zmm10
	movq	-80(%rsp), %r13
	vporq	%zmm25, %zmm10, %zmm11
	vporq	%zmm25, %zmm5, %zmm12
	vpcmpltuq	%zmm14, %zmm12, %k3
	vpcmpltuq	%zmm14, %zmm11, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_64
	vmovaps	.LCPI0_5(%rip), %zmm11
	vscatterdps	%zmm3, (%rbx,%zmm11) {%k3}
.LBB0_64:
	vmovdqu64	704(%rsp), %zmm12
	vmovdqu64	576(%rsp), %zmm18
	vpbroadcastq	%rdi, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm11
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm12, %zmm3, %zmm3
	vpsubq	%zmm12, %zmm11, %zmm11
	vpcmpleuq	%zmm18, %zmm11, %k3
	vpcmpleuq	%zmm18, %zmm3, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k2, %k3
	kortestw	%k3, %k3
	je	.LBB0_66
	vmovups	(%r14,%rdi,4), %zmm3 {%k3} {z}
	jmp	.LBB0_67
.LBB0_66:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_67:
	vporq	%zmm30, %zmm0, %zmm11
	vporq	%zmm30, %zmm1, %zmm12
	vpcmpgtq	%zmm12, %zmm14, %k3
	vpcmpgtq	%zmm11, %zmm14, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_69
	vmovups	%zmm3, (%rdx) {%k3}
.LBB0_69:
	vmovdqu64	768(%rsp), %zmm12
	movq	248(%rsp), %rdx
	vmovdqu64	640(%rsp), %zmm18
	vpbroadcastq	%rdx, %zmm3
	vpaddq	%zmm6, %zmm3, %zmm11
	vpaddq	%zmm7, %zmm3, %zmm3
	vpsubq	%zmm12, %zmm11, %zmm11
	vpsubq	%zmm12, %zmm3, %zmm3
	vpcmpleuq	%zmm18, %zmm3, %k3
	vpcmpleuq	%zmm18, %zmm11, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k1, %k3
	kortestw	%k3, %k3
	je	.LBB0_71
	movq	1088(%rsp), %rdx
	vmovups	(%rdx), %zmm3 {%k3} {z}
	jmp	.LBB0_72
.LBB0_71:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_72:
	movq	8(%rsp), %rdx
	vporq	%zmm31, %zmm10, %zmm11
	vporq	%zmm31, %zmm5, %zmm12
	vpcmpltuq	%zmm14, %zmm12, %k3
	vpcmpltuq	%zmm14, %zmm11, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_74
	vmovaps	.LCPI0_5(%rip), %zmm11
	vscatterdps	%zmm3, (%r11,%zmm11) {%k3}
.LBB0_74:
	vmovdqu64	704(%rsp), %zmm12
	vmovdqu64	576(%rsp), %zmm18
	vpbroadcastq	%rdx, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm11
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm12, %zmm3, %zmm3
	vpsubq	%zmm12, %zmm11, %zmm11
	vpcmpleuq	%zmm18, %zmm11, %k3
	vpcmpleuq	%zmm18, %zmm3, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k2, %k3
	kortestw	%k3, %k3
	je	.LBB0_76
	vmovups	(%r14,%rdx,4), %zmm3 {%k3} {z}
	jmp	.LBB0_77
.LBB0_76:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_77:
	vporq	%zmm9, %zmm0, %zmm11
	vporq	%zmm9, %zmm1, %zmm12
	vpcmpgtq	%zmm12, %zmm14, %k3
	vpcmpgtq	%zmm11, %zmm14, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_79
	vmovups	%zmm3, (%rax) {%k3}
.LBB0_79:
	vmovdqu64	768(%rsp), %zmm12
	movq	48(%rsp), %rax
	vmovdqu64	640(%rsp), %zmm11
	vpbroadcastq	%rax, %zmm3
	vpaddq	%zmm6, %zmm3, %zmm6
	vpaddq	%zmm7, %zmm3, %zmm3
	vpsubq	%zmm12, %zmm6, %zmm6
	vpsubq	%zmm12, %zmm3, %zmm3
	vpcmpleuq	%zmm11, %zmm3, %k3
	vpcmpleuq	%zmm11, %zmm6, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k1, %k3
	kortestw	%k3, %k3
	je	.LBB0_81
	movq	896(%rsp), %rax
	vmovups	(%rax), %zmm3 {%k3} {z}
	jmp	.LBB0_82
.LBB0_81:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_82:
	movq	56(%rsp), %rax
	vporq	%zmm8, %zmm10, %zmm6
	vporq	%zmm8, %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm5, %k3
	vpcmpltuq	%zmm14, %zmm6, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_84
	vmovaps	.LCPI0_5(%rip), %zmm5
	vscatterdps	%zmm3, (%r12,%zmm5) {%k3}
.LBB0_84:
	vmovdqu64	704(%rsp), %zmm5
	vpbroadcastq	%rax, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm2, %zmm2
	vpaddq	%zmm3, %zmm4, %zmm4
	vpsubq	%zmm5, %zmm2, %zmm2
	vpsubq	%zmm5, %zmm4, %zmm3
	vmovdqu64	576(%rsp), %zmm5
	vpcmpleuq	%zmm5, %zmm3, %k3
	vpcmpleuq	%zmm5, %zmm2, %k4
	kunpckbw	%k3, %k4, %k3
	kandw	%k3, %k2, %k3
	kortestw	%k3, %k3
	je	.LBB0_86
	vmovups	(%r14,%rax,4), %zmm2 {%k3} {z}
	jmp	.LBB0_87
.LBB0_86:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_87:
	vporq	%zmm26, %zmm0, %zmm0
	vporq	%zmm26, %zmm1, %zmm1
	vpcmpgtq	%zmm1, %zmm14, %k3
	vpcmpgtq	%zmm0, %zmm14, %k4
	kunpckbw	%k3, %k4, %k3
	kortestw	%k3, %k3
	je	.LBB0_89
	vmovups	%zmm2, (%r8) {%k3}
.LBB0_89:
	movl	$3, %eax
	vmovaps	%zmm20, -960(%rcx)
	vmovaps	%zmm20, -896(%rcx)
	vmovaps	%zmm20, -832(%rcx)
	vmovaps	%zmm20, -768(%rcx)
	vmovaps	%zmm20, -704(%rcx)
	vmovaps	%zmm20, -640(%rcx)
	vmovaps	%zmm20, -576(%rcx)
	vmovaps	%zmm20, -512(%rcx)
	vmovaps	%zmm20, -448(%rcx)
	vmovaps	%zmm20, -384(%rcx)
	vmovaps	%zmm20, -320(%rcx)
	vmovaps	%zmm20, -256(%rcx)
	vmovaps	%zmm20, -192(%rcx)
	vmovaps	%zmm20, -128(%rcx)
	vmovaps	%zmm20, -64(%rcx)
	vmovaps	%zmm20, (%rcx)
	movq	$0, -104(%rsp)
	jmp	.LBB0_16
	.p2align	4
.LBB0_90:
	vmovdqu64	64(%rsp), %zmm0
	vpcmpgtd	.LCPI0_7(%rip), %zmm0, %k3
	vpsllq	$2, %zmm27, %zmm0
	vmovdqu64	%zmm0, 512(%rsp)
	vpsllq	$2, %zmm28, %zmm0
	vmovdqu64	%zmm0, 448(%rsp)
	cmpl	160(%rsp), %r13d
	je	.LBB0_10
	movl	-116(%rsp), %ecx
	movq	-96(%rsp), %rdi
	movq	-112(%rsp), %r12
	movq	-16(%rsp), %r15
	movq	216(%rsp), %r9
	movq	(%rsp), %r11
	movq	224(%rsp), %rbp
	imulq	192(%rsp), %rbp
	addq	152(%rsp), %rbp
	movl	%ecx, %eax
	movq	184(%rsp), %rcx
	shll	$4, %eax
	movl	%eax, %r14d
	shrl	$6, %r14d
	movq	%r14, 1344(%rsp)
	shlq	$8, %r14
	addq	%r11, %r14
	shlq	$10, %rbp
	leaq	(%rcx,%rdi), %rdx
	imulq	%r12, %rdx
	leaq	(%r15,%rdx,4), %rcx
	movl	%eax, %edx
	orl	$256, %edx
	movq	%rdx, 832(%rsp)
	movq	%rcx, 896(%rsp)
	movl	%eax, %ecx
	andl	$48, %ecx
	leal	(%rcx,%r13), %ebx
	movq	%rcx, 24(%rsp)
	movl	%edx, %ecx
	shrl	$4, %ecx
	shrl	$6, %edx
	leaq	(%rcx,%rdi), %rsi
	leaq	(%r9,%rcx,4), %rcx
	movq	%rdx, -32(%rsp)
	shlq	$8, %rdx
	shll	$2, %ebx
	addq	%r11, %rdx
	imulq	%r12, %rsi
	addq	%rbx, %r14
	movq	%rcx, 1408(%rsp)
	movl	%eax, %ecx
	addq	%rbx, %rdx
	orl	$512, %ecx
	orl	$768, %eax
	movq	%rdx, 1472(%rsp)
	movl	%ecx, %edx
	shrl	$4, %edx
	movq	%rax, -48(%rsp)
	movq	%rcx, -88(%rsp)
	shrl	$6, %ecx
	leaq	(%r15,%rsi,4), %r8
	leaq	(%rdx,%rdi), %rsi
	leaq	(%r9,%rdx,4), %rdx
	movq	%rcx, 1088(%rsp)
	shlq	$8, %rcx
	imulq	%r12, %rsi
	addq	%r11, %rcx
	movq	%rdx, 1152(%rsp)
	addq	%rbx, %rcx
	movq	%r8, 16(%rsp)
	movq	%rcx, 1216(%rsp)
	leaq	(%r15,%rsi,4), %r13
	movl	%eax, %esi
	shrl	$4, %esi
	shrl	$6, %eax
	leaq	(%rsi,%rdi), %rdx
	movq	-24(%rsp), %rdi
	movq	%rax, -72(%rsp)
	leaq	(%r9,%rsi,4), %rsi
	imulq	%r12, %rdx
	movq	%r13, -40(%rsp)
	movq	%rsi, 1280(%rsp)
	leaq	(%r15,%rdx,4), %r15
	movq	%rax, %rdx
	movq	-80(%rsp), %rax
	shlq	$8, %rdx
	addq	%r11, %rdx
	movq	896(%rsp), %r11
	addq	%rbx, %rdi
	addq	%rbx, %rdx
	movq	%r15, 1600(%rsp)
	leal	(,%rax,4), %ebx
	movq	%r11, %rcx
	leaq	(%r8,%rbx), %rax
	movq	184(%rsp), %r8
	addq	%rbx, %r11
	addq	%rbx, %r13
	addq	%r15, %rbx
	cmpb	$0, 32(%rsp)
	leaq	(%r9,%r8,4), %rsi
	je	.LBB0_94
	testl	%r12d, %r12d
	jle	.LBB0_103
	vmovups	(%r11), %zmm0 {%k3} {z}
	vmovaps	.LCPI0_5(%rip), %zmm1
	kmovq	%k3, %k4
	vscatterdps	%zmm0, (%rsi,%zmm1) {%k4}
	kmovq	%k3, %k4
	movq	-128(%rsp), %rcx
	movq	1344(%rsp), %rsi
	imulq	%rcx, %rsi
	vmovups	(%rdi,%rsi,4), %zmm0 {%k3} {z}
	movq	1408(%rsp), %rsi
	vmovups	%zmm0, (%r14) {%k3}
	vmovups	(%rax), %zmm0 {%k3} {z}
	movl	$1, %eax
	vscatterdps	%zmm0, (%rsi,%zmm1) {%k4}
	kmovq	%k3, %k4
	movq	-32(%rsp), %rsi
	imulq	%rcx, %rsi
	vmovups	(%rdi,%rsi,4), %zmm0 {%k3} {z}
	movq	1472(%rsp), %rsi
	vmovups	%zmm0, (%rsi) {%k3}
	movq	1152(%rsp), %rsi
	vmovups	(%r13), %zmm0 {%k3} {z}
	vscatterdps	%zmm0, (%rsi,%zmm1) {%k4}
	kmovq	%k3, %k4
	movq	1088(%rsp), %rsi
	imulq	%rcx, %rsi
	vmovups	(%rdi,%rsi,4), %zmm0 {%k3} {z}
	movq	1216(%rsp), %rsi
	vmovups	%zmm0, (%rsi) {%k3}
	movq	1280(%rsp), %rsi
	vmovups	(%rbx), %zmm0 {%k3} {z}
	vscatterdps	%zmm0, (%rsi,%zmm1) {%k4}
	movq	-72(%rsp), %rsi
	imulq	%rcx, %rsi
	vmovups	(%rdi,%rsi,4), %zmm0 {%k3} {z}
	vmovups	%zmm0, (%rdx) {%k3}
	vmovaps	%zmm20, (%r10,%rbp)
	vmovaps	%zmm20, 64(%r10,%rbp)
	vmovaps	%zmm20, 128(%r10,%rbp)
	vmovaps	%zmm20, 192(%r10,%rbp)
	vmovaps	%zmm20, 256(%r10,%rbp)
	vmovaps	%zmm20, 320(%r10,%rbp)
	vmovaps	%zmm20, 384(%r10,%rbp)
	vmovaps	%zmm20, 448(%r10,%rbp)
	vmovaps	%zmm20, 512(%r10,%rbp)
	vmovaps	%zmm20, 576(%r10,%rbp)
	vmovaps	%zmm20, 640(%r10,%rbp)
	vmovaps	%zmm20, 704(%r10,%rbp)
	vmovaps	%zmm20, 768(%r10,%rbp)
	vmovaps	%zmm20, 832(%r10,%rbp)
	vmovaps	%zmm20, 896(%r10,%rbp)
	vmovaps	%zmm20, 960(%r10,%rbp)
	jmp	.LBB0_104
	.p2align	4
.LBB0_94:
	testl	%r12d, %r12d
	jle	.LBB0_105
	vpbroadcastq	%rcx, %zmm0
	vpaddq	512(%rsp), %zmm0, %zmm1
	vmovdqu64	768(%rsp), %zmm2
	vmovdqu64	640(%rsp), %zmm4
	vpaddq	448(%rsp), %zmm0, %zmm0
	movq	-56(%rsp), %r12
	movq	%rax, %r8
	vpxor	%xmm5, %xmm5, %xmm5
	vpxor	%xmm3, %xmm3, %xmm3
	vpsubq	%zmm2, %zmm1, %zmm1
	vpsubq	%zmm2, %zmm0, %zmm0
	vpcmpleuq	%zmm4, %zmm1, %k5
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm4, %zmm0, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_97
	vmovups	(%r11), %zmm3 {%k4} {z}
.LBB0_97:
	vmovaps	.LCPI0_5(%rip), %zmm6
	movq	24(%rsp), %rax
	kmovq	%k3, %k4
	vmovdqu64	1536(%rsp), %zmm4
	vpbroadcastd	%eax, %zmm0
	vpord	2048(%rsp), %zmm0, %zmm0
	vscatterdps	%zmm3, (%rsi,%zmm6) {%k4}
	movq	1344(%rsp), %r11
	vmovdqu64	704(%rsp), %zmm7
	vmovdqu64	576(%rsp), %zmm8
	movq	-32(%rsp), %r9
	vpmovzxdq	%ymm0, %zmm1
	vextracti64x4	$1, %zmm0, %ymm0
	movq	%r11, %rsi
	imulq	-128(%rsp), %rsi
	vpmovzxdq	%ymm0, %zmm0
	vpsllq	$2, %zmm1, %zmm1
	vpsllq	$2, %zmm0, %zmm0
	vpaddq	%zmm0, %zmm4, %zmm2
	vpaddq	%zmm1, %zmm4, %zmm4
	vpbroadcastq	%rsi, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm6
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm7, %zmm3, %zmm3
	vpsubq	%zmm7, %zmm6, %zmm6
	vpcmpleuq	%zmm8, %zmm6, %k4
	vpcmpleuq	%zmm8, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k2, %k3, %k5
	kandw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_99
	vmovups	(%rdi,%rsi,4), %zmm5 {%k4} {z}
.LBB0_99:
	vpbroadcastq	%r11, %zmm3
	movq	1088(%rsp), %r11
	vpsllq	$8, %zmm3, %zmm3
	vporq	%zmm3, %zmm0, %zmm6
	vporq	%zmm3, %zmm1, %zmm3
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_101
	vmovups	%zmm5, (%r14) {%k4}
.LBB0_101:
	movq	16(%rsp), %rax
	vmovdqu64	768(%rsp), %zmm6
	vmovdqu64	640(%rsp), %zmm7
	vpbroadcastq	%rax, %zmm3
	vpaddq	512(%rsp), %zmm3, %zmm5
	vpaddq	448(%rsp), %zmm3, %zmm3
	vpsubq	%zmm6, %zmm5, %zmm5
	vpsubq	%zmm6, %zmm3, %zmm3
	vpcmpleuq	%zmm7, %zmm5, %k5
	vmovdqu64	64(%rsp), %zmm5
	vpcmpleuq	%zmm7, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm5, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_137
	vmovups	(%r8), %zmm3 {%k4} {z}
	jmp	.LBB0_138
.LBB0_103:
	movq	-96(%rsp), %rdx
	movq	-128(%rsp), %rcx
	movq	312(%rsp), %rsi
	movq	%r8, %rax
	orq	%rdx, %rax
	imulq	%rcx, %rax
	vmovups	%zmm20, (%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 64(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 128(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 192(%rsi,%rax,4) {%k3}
	leaq	16(%r8,%rdx), %rax
	imulq	%rcx, %rax
	vmovups	%zmm20, (%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 64(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 128(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 192(%rsi,%rax,4) {%k3}
	leaq	32(%r8,%rdx), %rax
	imulq	%rcx, %rax
	vmovups	%zmm20, (%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 64(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 128(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 192(%rsi,%rax,4) {%k3}
	leaq	48(%r8,%rdx), %rax
	imulq	%rcx, %rax
	vmovups	%zmm20, (%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 64(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 128(%rsi,%rax,4) {%k3}
	vmovups	%zmm20, 192(%rsi,%rax,4) {%k3}
	xorl	%eax, %eax
.LBB0_104:
	movq	-56(%rsp), %r12
	movq	-80(%rsp), %r13
	jmp	.LBB0_11
.LBB0_105:
	orq	-96(%rsp), %r8
	movq	-8(%rsp), %rcx
	vmovdqu64	64(%rsp), %zmm2
	movq	-80(%rsp), %r13
	movq	-56(%rsp), %r12
	movq	%r8, %rax
	imulq	-128(%rsp), %rax
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k4
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_107
	vmovups	%zmm20, (%rax) {%k4}
.LBB0_107:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	movl	-116(%rsp), %ebx
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_109
	vmovups	%zmm20, 64(%rax) {%k4}
.LBB0_109:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_111
	vmovups	%zmm20, 128(%rax) {%k4}
.LBB0_111:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm19, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_113
	vmovups	%zmm20, 192(%rax) {%k4}
.LBB0_113:
	leaq	16(%r8), %rax
	imulq	-128(%rsp), %rax
	movq	-8(%rsp), %rcx
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k4
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_115
	vmovups	%zmm20, (%rax) {%k4}
.LBB0_115:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_117
	vmovups	%zmm20, 64(%rax) {%k4}
.LBB0_117:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_119
	vmovups	%zmm20, 128(%rax) {%k4}
.LBB0_119:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm19, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_121
	vmovups	%zmm20, 192(%rax) {%k4}
.LBB0_121:
	leaq	32(%r8), %rax
	imulq	-128(%rsp), %rax
	movq	-8(%rsp), %rcx
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k4
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_123
	vmovups	%zmm20, (%rax) {%k4}
.LBB0_123:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_125
	vmovups	%zmm20, 64(%rax) {%k4}
.LBB0_125:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_127
	vmovups	%zmm20, 128(%rax) {%k4}
.LBB0_127:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm19, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_129
	vmovups	%zmm20, 192(%rax) {%k4}
.LBB0_129:
	addq	$48, %r8
	imulq	-128(%rsp), %r8
	movq	-8(%rsp), %rax
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rax,%r8,4), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rax,%r13,4), %rcx
	vpsubq	%zmm13, %zmm0, %zmm0
	vpsubq	%zmm13, %zmm1, %zmm1
	vpcmpleuq	%zmm19, %zmm1, %k4
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_131
	vmovups	%zmm20, (%rcx) {%k4}
.LBB0_131:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_133
	vmovups	%zmm20, 64(%rcx) {%k4}
.LBB0_133:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm19, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm19, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_135
	vmovups	%zmm20, 128(%rcx) {%k4}
.LBB0_135:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	xorl	%eax, %eax
	vpcmpleuq	%zmm19, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm19, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_12
	vmovups	%zmm20, 192(%rcx) {%k4}
	jmp	.LBB0_12
.LBB0_137:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_138:
	movq	832(%rsp), %rsi
	shrl	$2, %esi
	vpbroadcastq	%rsi, %zmm5
	vporq	1664(%rsp), %zmm5, %zmm6
	vporq	1728(%rsp), %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm5, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_140
	vmovaps	.LCPI0_5(%rip), %zmm5
	movq	1408(%rsp), %rsi
	vscatterdps	%zmm3, (%rsi,%zmm5) {%k4}
.LBB0_140:
	movq	%r9, %rsi
	imulq	-128(%rsp), %rsi
	vmovdqu64	704(%rsp), %zmm6
	vmovdqu64	576(%rsp), %zmm7
	vpbroadcastq	%rsi, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm5
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm6, %zmm5, %zmm5
	vpsubq	%zmm6, %zmm3, %zmm3
	vpcmpleuq	%zmm7, %zmm5, %k4
	vmovdqu64	64(%rsp), %zmm5
	vpcmpleuq	%zmm7, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm5, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_142
	vmovups	(%rdi,%rsi,4), %zmm3 {%k4} {z}
	jmp	.LBB0_143
.LBB0_142:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_143:
	vpbroadcastq	%r9, %zmm5
	vpsllq	$8, %zmm5, %zmm5
	vporq	%zmm0, %zmm5, %zmm6
	vporq	%zmm1, %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm5, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_145
	movq	1472(%rsp), %rsi
	vmovups	%zmm3, (%rsi) {%k4}
.LBB0_145:
	movq	-40(%rsp), %rcx
	vmovdqu64	768(%rsp), %zmm6
	vmovdqu64	640(%rsp), %zmm7
	vpbroadcastq	%rcx, %zmm3
	vpaddq	512(%rsp), %zmm3, %zmm5
	vpaddq	448(%rsp), %zmm3, %zmm3
	vpsubq	%zmm6, %zmm5, %zmm5
	vpsubq	%zmm6, %zmm3, %zmm3
	vpcmpleuq	%zmm7, %zmm5, %k5
	vmovdqu64	64(%rsp), %zmm5
	vpcmpleuq	%zmm7, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm5, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_147
	vmovups	(%r13), %zmm3 {%k4} {z}
	jmp	.LBB0_148
.LBB0_147:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_148:
	movq	-88(%rsp), %rsi
	movq	-80(%rsp), %r13
	shrl	$2, %esi
	vpbroadcastq	%rsi, %zmm5
	vporq	1664(%rsp), %zmm5, %zmm6
	vporq	1728(%rsp), %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm5, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_150
	vmovaps	.LCPI0_5(%rip), %zmm5
	movq	1152(%rsp), %rsi
	vscatterdps	%zmm3, (%rsi,%zmm5) {%k4}
.LBB0_150:
	movq	%r11, %rsi
	imulq	-128(%rsp), %rsi
	vmovdqu64	704(%rsp), %zmm6
	vmovdqu64	576(%rsp), %zmm7
	vpbroadcastq	%rsi, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm4, %zmm5
	vpaddq	%zmm3, %zmm2, %zmm3
	vpsubq	%zmm6, %zmm5, %zmm5
	vpsubq	%zmm6, %zmm3, %zmm3
	vpcmpleuq	%zmm7, %zmm5, %k4
	vmovdqu64	64(%rsp), %zmm5
	vpcmpleuq	%zmm7, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm5, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_152
	vmovups	(%rdi,%rsi,4), %zmm3 {%k4} {z}
	jmp	.LBB0_153
.LBB0_152:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_153:
	vpbroadcastq	%r11, %zmm5
	vpsllq	$8, %zmm5, %zmm5
	vporq	%zmm0, %zmm5, %zmm6
	vporq	%zmm1, %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm5, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_155
	movq	1216(%rsp), %rsi
	vmovups	%zmm3, (%rsi) {%k4}
.LBB0_155:
	movq	1600(%rsp), %rsi
	vmovdqu64	768(%rsp), %zmm6
	vmovdqu64	640(%rsp), %zmm7
	vpbroadcastq	%rsi, %zmm3
	vpaddq	512(%rsp), %zmm3, %zmm5
	vpaddq	448(%rsp), %zmm3, %zmm3
	vpsubq	%zmm6, %zmm5, %zmm5
	vpsubq	%zmm6, %zmm3, %zmm3
	vpcmpleuq	%zmm7, %zmm5, %k5
	vmovdqu64	64(%rsp), %zmm5
	vpcmpleuq	%zmm7, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm5, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_157
	vmovups	(%rbx), %zmm3 {%k4} {z}
	jmp	.LBB0_158
.LBB0_157:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_158:
	movq	-48(%rsp), %rax
	movl	-116(%rsp), %ebx
	movq	-72(%rsp), %rsi
	shrl	$2, %eax
	vpbroadcastq	%rax, %zmm5
	vporq	1664(%rsp), %zmm5, %zmm6
	vporq	1728(%rsp), %zmm5, %zmm5
	vpcmpltuq	%zmm14, %zmm6, %k5
	vmovdqu64	64(%rsp), %zmm6
	vpcmpltuq	%zmm14, %zmm5, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm6, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_160
	vmovaps	.LCPI0_5(%rip), %zmm5
	movq	1280(%rsp), %rcx
	vscatterdps	%zmm3, (%rcx,%zmm5) {%k4}
.LBB0_160:
	movq	%rsi, %rcx
	imulq	-128(%rsp), %rcx
	vmovdqu64	704(%rsp), %zmm5
	vpbroadcastq	%rcx, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm2, %zmm2
	vpaddq	%zmm3, %zmm4, %zmm4
	vpsubq	%zmm5, %zmm2, %zmm2
	vpsubq	%zmm5, %zmm4, %zmm3
	vmovdqu64	576(%rsp), %zmm5
	vpcmpleuq	%zmm5, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm5, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_162
	vmovups	(%rdi,%rcx,4), %zmm2 {%k4} {z}
	jmp	.LBB0_163
.LBB0_162:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_163:
	vpbroadcastq	%rsi, %zmm3
	vpsllq	$8, %zmm3, %zmm3
	vporq	%zmm1, %zmm3, %zmm1
	vporq	%zmm0, %zmm3, %zmm0
	vpcmpltuq	%zmm14, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpltuq	%zmm14, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_165
	vmovups	%zmm2, (%rdx) {%k4}
.LBB0_165:
	movl	$3, %eax
	vmovaps	%zmm20, (%r10,%rbp)
	vmovaps	%zmm20, 64(%r10,%rbp)
	vmovaps	%zmm20, 128(%r10,%rbp)
	vmovaps	%zmm20, 192(%r10,%rbp)
	vmovaps	%zmm20, 256(%r10,%rbp)
	vmovaps	%zmm20, 320(%r10,%rbp)
	vmovaps	%zmm20, 384(%r10,%rbp)
	vmovaps	%zmm20, 448(%r10,%rbp)
	vmovaps	%zmm20, 512(%r10,%rbp)
	vmovaps	%zmm20, 576(%r10,%rbp)
	vmovaps	%zmm20, 640(%r10,%rbp)
	vmovaps	%zmm20, 704(%r10,%rbp)
	vmovaps	%zmm20, 768(%r10,%rbp)
	vmovaps	%zmm20, 832(%r10,%rbp)
	vmovaps	%zmm20, 896(%r10,%rbp)
	vmovaps	%zmm20, 960(%r10,%rbp)
	jmp	.LBB0_12
	.p2align	4
.LBB0_166:
	movq	%r12, -56(%rsp)
	cmpl	$1, %eax
	je	.LBB0_362
	movq	128(%rsp), %r14
	cmpl	$3, %eax
	jne	.LBB0_8
	vpsllq	$2, %zmm21, %zmm0
	vporq	.LCPI0_8(%rip), %zmm0, %zmm1
	vporq	.LCPI0_9(%rip), %zmm0, %zmm0
	movq	216(%rsp), %rax
	movq	152(%rsp), %rcx
	movq	-96(%rsp), %rsi
	movq	%r12, %rbp
	vpbroadcastq	%rax, %zmm2
	shlq	$6, %rcx
	addq	424(%rsp), %rcx
	leaq	32(%rsi), %rdx
	leaq	16(%rsi), %rax
	movq	%rdx, 1056(%rsp)
	movq	%rax, 1048(%rsp)
	vmovdqu64	%zmm1, 896(%rsp)
	vmovdqu64	%zmm0, 1088(%rsp)
	vpaddq	.LCPI0_10(%rip), %zmm2, %zmm1
	vpaddq	.LCPI0_11(%rip), %zmm2, %zmm0
	movq	%rcx, 1040(%rsp)
	leaq	48(%rsi), %rcx
	movq	%rcx, 1064(%rsp)
	vmovdqu64	%zmm1, 1856(%rsp)
	vmovdqu64	%zmm0, 1792(%rsp)
	jmp	.LBB0_170
	.p2align	4
.LBB0_169:
	cmpl	$3, %eax
	jne	.LBB0_8
.LBB0_170:
	xorl	%eax, %eax
	xorl	%ecx, %ecx
	jmp	.LBB0_173
	.p2align	4
.LBB0_171:
	vmovaps	%zmm18, 960(%r10,%rdx)
	vmovaps	%zmm13, 896(%r10,%rdx)
	vmovaps	%zmm12, 832(%r10,%rdx)
	vmovaps	%zmm11, 768(%r10,%rdx)
	vmovaps	%zmm10, 704(%r10,%rdx)
	vmovaps	%zmm9, 640(%r10,%rdx)
	vmovaps	%zmm8, 576(%r10,%rdx)
	vmovaps	%zmm7, 512(%r10,%rdx)
	vmovaps	%zmm6, 448(%r10,%rdx)
	vmovaps	%zmm5, 384(%r10,%rdx)
	vmovaps	%zmm4, 320(%r10,%rdx)
	vmovaps	%zmm2, 256(%r10,%rdx)
	vmovaps	%zmm21, 192(%r10,%rdx)
	vmovaps	%zmm20, 128(%r10,%rdx)
	vmovaps	%zmm1, 64(%r10,%rdx)
	vmovaps	%zmm0, (%r10,%rdx)
.LBB0_172:
	movq	136(%rsp), %rdx
	incl	%ecx
	cmpl	%edx, %ecx
	cmovel	%r12d, %ecx
	incq	%rax
	cmpq	%rdx, %rax
	je	.LBB0_214
.LBB0_173:
	movq	%rax, %rdx
	imulq	192(%rsp), %rdx
	movl	%ecx, %esi
	testq	%r13, %r13
	je	.LBB0_195
	movq	440(%rsp), %rdi
	movq	424(%rsp), %r9
	leaq	(,%rsi,4), %r8
	xorl	%r11d, %r11d
	leaq	(%rdi,%rsi,4), %rdi
	jmp	.LBB0_176
	.p2align	4
.LBB0_175:
	addq	$16, %r11
	addq	$64, %r9
	vmovaps	%zmm18, 960(%r10,%rbx)
	vmovaps	%zmm13, 896(%r10,%rbx)
	vmovaps	%zmm12, 832(%r10,%rbx)
	vmovaps	%zmm11, 768(%r10,%rbx)
	vmovaps	%zmm10, 704(%r10,%rbx)
	vmovaps	%zmm9, 640(%r10,%rbx)
	vmovaps	%zmm8, 576(%r10,%rbx)
	vmovaps	%zmm7, 512(%r10,%rbx)
	vmovaps	%zmm6, 448(%r10,%rbx)
	vmovaps	%zmm5, 384(%r10,%rbx)
	vmovaps	%zmm4, 320(%r10,%rbx)
	vmovaps	%zmm2, 256(%r10,%rbx)
	vmovaps	%zmm20, 192(%r10,%rbx)
	vmovaps	%zmm19, 128(%r10,%rbx)
	vmovaps	%zmm1, 64(%r10,%rbx)
	vmovaps	%zmm0, (%r10,%rbx)
	cmpq	%r13, %r11
	je	.LBB0_194
.LBB0_176:
	movq	%r11, %rbx
	shrq	$4, %rbx
	vpbroadcastq	%r11, %zmm0
	xorl	%r14d, %r14d
	addq	%rdx, %rbx
	vpsllq	$2, %zmm0, %zmm3
	vporq	.LCPI0_9(%rip), %zmm3, %zmm21
	vporq	.LCPI0_8(%rip), %zmm3, %zmm22
	shlq	$10, %rbx
	vmovaps	960(%r10,%rbx), %zmm18
	vmovaps	896(%r10,%rbx), %zmm13
	vmovaps	832(%r10,%rbx), %zmm12
	vmovaps	768(%r10,%rbx), %zmm11
	vmovaps	704(%r10,%rbx), %zmm10
	vmovaps	640(%r10,%rbx), %zmm9
	vmovaps	576(%r10,%rbx), %zmm8
	vmovaps	512(%r10,%rbx), %zmm7
	vmovaps	448(%r10,%rbx), %zmm6
	vmovaps	384(%r10,%rbx), %zmm5
	vmovaps	320(%r10,%rbx), %zmm4
	vmovaps	256(%r10,%rbx), %zmm2
	vmovaps	(%r10,%rbx), %zmm0
	vmovaps	64(%r10,%rbx), %zmm1
	vmovaps	128(%r10,%rbx), %zmm19
	vmovaps	192(%r10,%rbx), %zmm20
	jmp	.LBB0_178
	.p2align	4
.LBB0_177:
	vpbroadcastd	%xmm24, %zmm3
	vbroadcastss	%xmm23, %zmm23
	vpbroadcastd	%xmm27, %zmm24
	vpbroadcastd	%xmm26, %zmm26
	addq	$256, %r14
	vfmadd231ps	%zmm28, %zmm3, %zmm18
	vfmadd231ps	%zmm25, %zmm3, %zmm13
	vfmadd231ps	%zmm30, %zmm3, %zmm12
	vfmadd231ps	%zmm3, %zmm29, %zmm11
	vfmadd231ps	%zmm28, %zmm23, %zmm10
	vfmadd231ps	%zmm25, %zmm23, %zmm9
	vfmadd231ps	%zmm30, %zmm23, %zmm8
	vfmadd231ps	%zmm23, %zmm29, %zmm7
	vfmadd231ps	%zmm28, %zmm24, %zmm6
	vfmadd231ps	%zmm25, %zmm24, %zmm5
	vfmadd231ps	%zmm30, %zmm24, %zmm4
	vfmadd231ps	%zmm24, %zmm29, %zmm2
	vfmadd231ps	%zmm28, %zmm26, %zmm20
	vfmadd231ps	%zmm25, %zmm26, %zmm19
	vfmadd231ps	%zmm30, %zmm26, %zmm1
	vfmadd231ps	%zmm29, %zmm26, %zmm0
	cmpq	$4096, %r14
	je	.LBB0_175
.LBB0_178:
	leaq	(%r8,%r14), %r15
	vxorps	%xmm23, %xmm23, %xmm23
	vpxord	%xmm24, %xmm24, %xmm24
	cmpq	$4092, %r15
	ja	.LBB0_180
	vmovd	-192(%rdi,%r14), %xmm24
.LBB0_180:
	leaq	64(%r8,%r14), %r15
	cmpq	$4092, %r15
	ja	.LBB0_182
	vmovss	-128(%rdi,%r14), %xmm23
.LBB0_182:
	leaq	128(%r8,%r14), %r15
	vpxord	%xmm26, %xmm26, %xmm26
	vpxord	%xmm27, %xmm27, %xmm27
	cmpq	$4092, %r15
	ja	.LBB0_184
	vmovd	-64(%rdi,%r14), %xmm27
.LBB0_184:
	leaq	192(%r8,%r14), %r15
	cmpq	$4092, %r15
	ja	.LBB0_186
	vmovd	(%rdi,%r14), %xmm26
.LBB0_186:
	vpbroadcastq	%r14, %zmm25
	vpxord	%xmm28, %xmm28, %xmm28
	vpaddq	%zmm21, %zmm25, %zmm3
	vpaddq	%zmm22, %zmm25, %zmm31
	vpxord	%xmm25, %xmm25, %xmm25
	vpcmpltuq	%zmm14, %zmm31, %k4
	vpcmpltuq	%zmm14, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_188
	leaq	-192(%r9,%r14), %r15
	vmovups	(%r15), %zmm28 {%k4} {z}
.LBB0_188:
	vporq	%zmm15, %zmm3, %zmm29
	vporq	%zmm15, %zmm31, %zmm30
	vpcmpltuq	%zmm14, %zmm30, %k4
	vpcmpltuq	%zmm14, %zmm29, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_190
	vmovups	-128(%r9,%r14), %zmm25 {%k4} {z}
.LBB0_190:
	vporq	%zmm16, %zmm3, %zmm29
	vporq	%zmm16, %zmm31, %zmm30
	vpcmpltuq	%zmm14, %zmm30, %k4
	vpcmpltuq	%zmm14, %zmm29, %k5
	vpxord	%xmm29, %xmm29, %xmm29
	vpxord	%xmm30, %xmm30, %xmm30
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_192
	vmovups	-64(%r9,%r14), %zmm30 {%k4} {z}
.LBB0_192:
	vporq	%zmm17, %zmm3, %zmm3
	vporq	%zmm17, %zmm31, %zmm31
	vpcmpltuq	%zmm14, %zmm31, %k4
	vpcmpltuq	%zmm14, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_177
	vmovups	(%r9,%r14), %zmm29 {%k4} {z}
	jmp	.LBB0_177
	.p2align	4
.LBB0_194:
	movq	-104(%rsp), %rdi
.LBB0_195:
	cmpl	160(%rsp), %r13d
	je	.LBB0_172
	addq	152(%rsp), %rdx
	movq	440(%rsp), %r8
	movq	1040(%rsp), %rbx
	xorl	%r9d, %r9d
	shlq	$10, %rdx
	leaq	(%r8,%rsi,4), %r8
	shlq	$2, %rsi
	vmovaps	960(%r10,%rdx), %zmm18
	vmovaps	896(%r10,%rdx), %zmm13
	vmovaps	832(%r10,%rdx), %zmm12
	vmovaps	768(%r10,%rdx), %zmm11
	vmovaps	704(%r10,%rdx), %zmm10
	vmovaps	640(%r10,%rdx), %zmm9
	vmovaps	576(%r10,%rdx), %zmm8
	vmovaps	512(%r10,%rdx), %zmm7
	vmovaps	448(%r10,%rdx), %zmm6
	vmovaps	384(%r10,%rdx), %zmm5
	vmovaps	320(%r10,%rdx), %zmm4
	vmovaps	256(%r10,%rdx), %zmm2
	vmovaps	(%r10,%rdx), %zmm0
	vmovaps	64(%r10,%rdx), %zmm1
	vmovaps	128(%r10,%rdx), %zmm20
	vmovaps	192(%r10,%rdx), %zmm21
	jmp	.LBB0_198
	.p2align	4
.LBB0_197:
	vpbroadcastd	%xmm22, %zmm3
	vpbroadcastd	%xmm19, %zmm19
	vpbroadcastd	%xmm24, %zmm22
	vbroadcastss	%xmm23, %zmm23
	addq	$256, %r9
	vfmadd231ps	%zmm26, %zmm3, %zmm18
	vfmadd231ps	%zmm25, %zmm3, %zmm13
	vfmadd231ps	%zmm28, %zmm3, %zmm12
	vfmadd231ps	%zmm3, %zmm27, %zmm11
	vfmadd231ps	%zmm26, %zmm19, %zmm10
	vfmadd231ps	%zmm25, %zmm19, %zmm9
	vfmadd231ps	%zmm28, %zmm19, %zmm8
	vfmadd231ps	%zmm19, %zmm27, %zmm7
	vfmadd231ps	%zmm26, %zmm22, %zmm6
	vfmadd231ps	%zmm25, %zmm22, %zmm5
	vfmadd231ps	%zmm28, %zmm22, %zmm4
	vfmadd231ps	%zmm22, %zmm27, %zmm2
	vfmadd231ps	%zmm26, %zmm23, %zmm21
	vfmadd231ps	%zmm25, %zmm23, %zmm20
	vfmadd231ps	%zmm28, %zmm23, %zmm1
	vfmadd231ps	%zmm27, %zmm23, %zmm0
	cmpq	$4096, %r9
	je	.LBB0_171
.LBB0_198:
	leaq	(%rsi,%r9), %r11
	vpxord	%xmm19, %xmm19, %xmm19
	vpxord	%xmm22, %xmm22, %xmm22
	cmpq	$4093, %r11
	sbbl	%r11d, %r11d
	kmovd	%r11d, %k4
	ktestw	%k4, %k3
	je	.LBB0_200
	vmovd	-192(%r8,%r9), %xmm22
.LBB0_200:
	leaq	64(%rsi,%r9), %r11
	cmpq	$4093, %r11
	sbbl	%r11d, %r11d
	kmovd	%r11d, %k4
	ktestw	%k4, %k3
	je	.LBB0_202
	vmovd	-128(%r8,%r9), %xmm19
.LBB0_202:
	leaq	128(%rsi,%r9), %r11
	vxorps	%xmm23, %xmm23, %xmm23
	vpxord	%xmm24, %xmm24, %xmm24
	cmpq	$4093, %r11
	sbbl	%r11d, %r11d
	kmovd	%r11d, %k4
	ktestw	%k4, %k3
	je	.LBB0_204
	vmovd	-64(%r8,%r9), %xmm24
.LBB0_204:
	leaq	192(%rsi,%r9), %r11
	cmpq	$4093, %r11
	sbbl	%r11d, %r11d
	kmovd	%r11d, %k4
	ktestw	%k4, %k3
	je	.LBB0_206
	vmovss	(%r8,%r9), %xmm23
.LBB0_206:
	vpbroadcastq	%r9, %zmm3
	vporq	1088(%rsp), %zmm3, %zmm30
	vporq	896(%rsp), %zmm3, %zmm29
	vmovdqu64	64(%rsp), %zmm3
	vpxord	%xmm25, %xmm25, %xmm25
	vpxord	%xmm26, %xmm26, %xmm26
	vpcmpltuq	%zmm14, %zmm29, %k4
	vpcmpltuq	%zmm14, %zmm30, %k5
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_208
	leaq	-192(%rbx,%r9), %r11
	vmovups	(%r11), %zmm26 {%k4} {z}
.LBB0_208:
	vporq	%zmm15, %zmm29, %zmm27
	vporq	%zmm15, %zmm30, %zmm3
	vpcmpltuq	%zmm14, %zmm27, %k4
	vmovdqu64	64(%rsp), %zmm27
	vpcmpltuq	%zmm14, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm27, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_210
	vmovups	-128(%rbx,%r9), %zmm25 {%k4} {z}
.LBB0_210:
	vmovdqu64	64(%rsp), %zmm31
	vporq	%zmm16, %zmm30, %zmm3
	vporq	%zmm16, %zmm29, %zmm27
	vpxord	%xmm28, %xmm28, %xmm28
	vpcmpltuq	%zmm14, %zmm27, %k4
	vpcmpltuq	%zmm14, %zmm3, %k5
	vpxord	%xmm27, %xmm27, %xmm27
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm31, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_212
	vmovups	-64(%rbx,%r9), %zmm28 {%k4} {z}
.LBB0_212:
	vporq	%zmm17, %zmm29, %zmm29
	vporq	%zmm17, %zmm30, %zmm3
	vpcmpltuq	%zmm14, %zmm29, %k4
	vmovdqu64	64(%rsp), %zmm29
	vpcmpltuq	%zmm14, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm29, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_197
	vmovups	(%rbx,%r9), %zmm27 {%k4} {z}
	jmp	.LBB0_197
	.p2align	4
.LBB0_214:
	movq	-16(%rsp), %rdx
	movq	408(%rsp), %rcx
	leaq	16(%rdi), %rax
	addq	$16, %rbp
	xorl	%r15d, %r15d
	xorl	%esi, %esi
	movq	%rax, -104(%rsp)
	leaq	64(%rdx,%rdi,4), %rax
	movq	%rax, 1080(%rsp)
	leaq	(%rcx,%rdi,4), %rax
	movq	%rax, 1072(%rsp)
	leaq	960(%r10), %rax
	movq	%rax, 184(%rsp)
	jmp	.LBB0_217
	.p2align	4
.LBB0_215:
	movq	128(%rsp), %r14
	movq	304(%rsp), %rbp
	movq	296(%rsp), %r15
	movl	-116(%rsp), %esi
.LBB0_216:
	movq	136(%rsp), %rcx
	incl	%esi
	movq	184(%rsp), %rdx
	cmpl	%ecx, %esi
	cmovel	%r12d, %esi
	addq	344(%rsp), %rdx
	incq	%r15
	movq	%rdx, 184(%rsp)
	cmpq	%rcx, %r15
	je	.LBB0_169
.LBB0_217:
	movl	%esi, %r9d
	movq	%r15, 296(%rsp)
	movq	%rbp, 304(%rsp)
	movl	%esi, -116(%rsp)
	movq	%r9, 288(%rsp)
	testq	%r13, %r13
	je	.LBB0_290
	movl	%esi, %edx
	shll	$4, %edx
	movq	(%rsp), %rbx
	movl	%esi, %eax
	andl	$268435455, %eax
	movq	-96(%rsp), %r15
	vmovdqu64	1984(%rsp), %zmm19
	leaq	768(%rdx), %r11
	movl	%edx, %ecx
	orl	$256, %ecx
	movl	%edx, %r14d
	shrl	$6, %r14d
	movl	%edx, %esi
	movl	%edx, %r8d
	movl	%edx, %edi
	movq	%rax, 48(%rsp)
	movl	%edx, %eax
	andl	$48, %eax
	orl	$512, %esi
	orl	$768, %r8d
	shrl	$2, %edi
	movq	%r11, 200(%rsp)
	leaq	512(%rdx), %r11
	movl	%ecx, %r12d
	shrl	$6, %r12d
	movl	%esi, %ebp
	vpbroadcastd	%eax, %zmm0
	shrl	$6, %ebp
	movl	%r8d, %r13d
	shrl	$6, %r13d
	movl	%r8d, %eax
	shrl	$2, %r8d
	shrl	$4, %eax
	movq	%r11, 144(%rsp)
	leaq	256(%rdx), %r11
	movq	%r14, %rdx
	shlq	$8, %rdx
	vmovdqu64	%zmm0, 1344(%rsp)
	movq	%r11, 240(%rsp)
	movq	%r12, %r11
	shlq	$8, %r11
	addq	%rbx, %rdx
	addq	%rbx, %r11
	addq	%r15, %rax
	imulq	-112(%rsp), %rax
	movq	%rdx, 352(%rsp)
	movl	%ecx, %edx
	movq	%r11, 312(%rsp)
	movl	%esi, %r11d
	shrl	$2, %ecx
	shrl	$2, %esi
	shrl	$4, %edx
	shrl	$4, %r11d
	vpbroadcastq	%rcx, %zmm0
	vpbroadcastq	%rsi, %zmm1
	movq	%rbp, %rcx
	shlq	$8, %rcx
	movq	-128(%rsp), %rsi
	addq	%r15, %rdx
	imulq	-112(%rsp), %rdx
	addq	%r15, %r11
	imulq	-112(%rsp), %r11
	addq	%rbx, %rcx
	vmovdqu64	%zmm0, 1280(%rsp)
	vpbroadcastq	%r8, %zmm0
	movq	-8(%rsp), %r8
	vmovdqu64	%zmm1, 1216(%rsp)
	movq	%rcx, 224(%rsp)
	movq	%r13, %rcx
	shlq	$8, %rcx
	vmovdqu64	%zmm0, 1152(%rsp)
	vpbroadcastq	%r14, %zmm0
	addq	%rbx, %rcx
	movq	144(%rsp), %rbx
	vpsllq	$8, %zmm0, %zmm0
	movq	%rcx, 232(%rsp)
	movq	%r9, %rcx
	orq	%r15, %rcx
	vmovdqu64	%zmm0, 1472(%rsp)
	vpbroadcastq	%r12, %zmm0
	imulq	%rsi, %rcx
	vpsllq	$8, %zmm0, %zmm0
	vmovdqu64	%zmm0, 1408(%rsp)
	vpbroadcastq	%rbp, %zmm0
	vpsllq	$8, %zmm0, %zmm0
	leaq	(%r8,%rcx,4), %rcx
	vmovdqu64	%zmm0, 1600(%rsp)
	vpbroadcastq	%r13, %zmm0
	shrq	$2, %rbx
	vpsllq	$8, %zmm0, %zmm0
	movq	%rcx, 32(%rsp)
	leaq	16(%r9,%r15), %rcx
	vmovdqu64	%zmm0, 832(%rsp)
	imulq	%rsi, %rcx
	leaq	(%r8,%rcx,4), %rcx
	movq	%rcx, -88(%rsp)
	leaq	32(%r9,%r15), %rcx
	imulq	%rsi, %rcx
	leaq	(%r8,%rcx,4), %rcx
	movq	%rcx, -40(%rsp)
	leaq	48(%r9,%r15), %rcx
	imulq	%rsi, %rcx
	leaq	(%r8,%rcx,4), %rcx
	movq	1080(%rsp), %r8
	movq	%rcx, -48(%rsp)
	movq	48(%rsp), %rcx
	leaq	(%r8,%rdx,4), %rdx
	leaq	(%r8,%rax,4), %rax
	addq	%r15, %rcx
	movq	%rdx, 16(%rsp)
	leaq	(%r8,%r11,4), %rdx
	movq	%rax, 56(%rsp)
	movl	-116(%rsp), %eax
	andl	$3, %eax
	movq	240(%rsp), %r11
	movq	%rcx, 48(%rsp)
	imulq	-112(%rsp), %rcx
	shll	$4, %eax
	movq	%rdx, 8(%rsp)
	movq	200(%rsp), %rdx
	movq	%rax, 168(%rsp)
	movq	280(%rsp), %rax
	shrq	$2, %rdx
	addq	%rax, %rdi
	addq	%rax, %rbx
	leaq	(%r8,%rcx,4), %rcx
	movq	%r11, %r8
	shrq	$2, %r8
	addq	%rax, %rdx
	shrq	$4, %r11
	addq	%rax, %r8
	movq	1064(%rsp), %rax
	addq	%r15, %r11
	movq	%rcx, 24(%rsp)
	movq	-104(%rsp), %rcx
	orq	%rcx, %r14
	orq	%rcx, %r12
	orq	%rcx, %rbp
	orq	%rcx, %r13
	movq	1056(%rsp), %rcx
	imulq	%rsi, %rbp
	imulq	%rsi, %r14
	imulq	%rsi, %r12
	imulq	%rsi, %r13
	movq	336(%rsp), %rsi
	movq	%rbp, 216(%rsp)
	movq	%r14, -32(%rsp)
	leaq	(%rax,%r9), %r14
	movq	176(%rsp), %rax
	movq	%r12, -72(%rsp)
	leaq	(%rcx,%r9), %rbp
	movq	1048(%rsp), %rcx
	imulq	%rax, %r14
	imulq	%rax, %rbp
	leaq	(%rcx,%r9), %r12
	leaq	(%r15,%r9), %rcx
	movq	48(%rsp), %r9
	imulq	%rax, %r12
	imulq	%rax, %rcx
	movq	40(%rsp), %rax
	addq	%rsi, %r14
	addq	%rsi, %rbp
	addq	%rsi, %rcx
	addq	%rsi, %r12
	movq	1072(%rsp), %rsi
	movq	%rcx, 248(%rsp)
	imulq	%rax, %r11
	imulq	%rax, %r9
	addq	%rsi, %r11
	addq	%rsi, %r9
	movq	%r11, 240(%rsp)
	movq	144(%rsp), %r11
	movq	%r9, 48(%rsp)
	movq	216(%rsp), %r9
	shrq	$4, %r11
	addq	%r15, %r11
	imulq	%rax, %r11
	addq	%rsi, %r11
	movq	%r11, 144(%rsp)
	movq	200(%rsp), %r11
	shrq	$4, %r11
	addq	%r15, %r11
	movq	184(%rsp), %r15
	imulq	%rax, %r11
	addq	%rsi, %r11
	xorl	%esi, %esi
	movq	%r11, 200(%rsp)
	jmp	.LBB0_221
	.p2align	4
.LBB0_219:
	vmovdqu64	1984(%rsp), %zmm19
	movl	$3, %eax
	vmovaps	%zmm24, -960(%r15)
	vmovaps	%zmm25, -896(%r15)
	vmovaps	%zmm29, -832(%r15)
	vmovaps	%zmm12, -768(%r15)
	vmovaps	%zmm13, -704(%r15)
	vmovaps	%zmm6, -640(%r15)
	vmovaps	%zmm7, -576(%r15)
	vmovaps	%zmm18, -512(%r15)
	vmovaps	%zmm23, -448(%r15)
	vmovaps	%zmm10, -384(%r15)
	vmovaps	%zmm26, -320(%r15)
	vmovaps	%zmm0, -256(%r15)
	vmovaps	%zmm1, -192(%r15)
	vmovaps	%zmm2, -128(%r15)
	vmovaps	%zmm4, -64(%r15)
	vmovaps	%zmm5, (%r15)
.LBB0_220:
	addq	$16, %rsi
	addq	$4096, %rdi
	addq	$4096, %rdx
	addq	$4096, %rbx
	addq	$4096, %r8
	addq	$1024, %r15
	cmpq	%rsi, -80(%rsp)
	je	.LBB0_291
.LBB0_221:
	vpbroadcastq	%rsi, %zmm0
	vporq	.LCPI0_1(%rip), %zmm0, %zmm20
	vporq	.LCPI0_0(%rip), %zmm0, %zmm21
	vmovaps	-960(%r15), %zmm24
	vmovaps	-896(%r15), %zmm25
	vmovaps	-832(%r15), %zmm29
	vmovaps	-768(%r15), %zmm12
	vmovaps	-704(%r15), %zmm13
	vmovaps	-640(%r15), %zmm6
	vmovaps	-576(%r15), %zmm7
	vmovaps	-512(%r15), %zmm18
	vmovaps	-448(%r15), %zmm23
	vmovaps	-384(%r15), %zmm10
	vmovaps	-320(%r15), %zmm26
	vmovaps	-256(%r15), %zmm0
	vmovaps	-192(%r15), %zmm1
	vmovaps	-128(%r15), %zmm2
	vmovaps	-64(%r15), %zmm4
	vmovaps	(%r15), %zmm5
	movq	-112(%rsp), %rax
	vpsllq	$2, %zmm20, %zmm27
	vpsllq	$2, %zmm21, %zmm11
	cmpq	%rax, -104(%rsp)
	jge	.LBB0_230
	vmovdqu64	768(%rsp), %zmm9
	movq	24(%rsp), %rax
	vmovdqu64	640(%rsp), %zmm19
	movq	%r12, %rcx
	movq	%rbp, %r12
	movq	%r14, %rbp
	movq	%r13, %r14
	movq	%r9, %r13
	movq	-32(%rsp), %r9
	vpxord	%xmm31, %xmm31, %xmm31
	vpbroadcastq	%rax, %zmm3
	vpaddq	%zmm27, %zmm3, %zmm8
	vpaddq	%zmm11, %zmm3, %zmm3
	vpsubq	%zmm9, %zmm3, %zmm3
	vpsubq	%zmm9, %zmm8, %zmm8
	vpcmpleuq	%zmm19, %zmm3, %k5
	vpcmpleuq	%zmm19, %zmm8, %k4
	vpxor	%xmm3, %xmm3, %xmm3
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	kortestw	%k4, %k4
	je	.LBB0_224
	movq	48(%rsp), %rax
	vmovups	(%rax,%rsi,4), %zmm3 {%k4} {z}
.LBB0_224:
	vmovdqu64	1344(%rsp), %zmm19
	vmovaps	.LCPI0_5(%rip), %zmm28
	movq	168(%rsp), %rax
	vpmovqd	%zmm20, %ymm9
	vpmovqd	%zmm21, %ymm8
	vmovdqu64	1536(%rsp), %zmm22
	kxnorw	%k0, %k0, %k4
	addl	%esi, %eax
	movslq	%eax, %r11
	movq	-24(%rsp), %rax
	vscatterdps	%zmm3, (%rdi,%zmm28) {%k4}
	vpord	%ymm9, %ymm19, %ymm9
	vextracti64x4	$1, %zmm19, %ymm19
	vpbroadcastq	%r9, %zmm3
	vpord	%ymm8, %ymm19, %ymm8
	vmovdqu64	704(%rsp), %zmm28
	vpmovzxdq	%ymm9, %zmm30
	vpsllq	$2, %zmm3, %zmm3
	vpmovzxdq	%ymm8, %zmm8
	leaq	(%rax,%r11,4), %rax
	vpsllq	$2, %zmm8, %zmm19
	vpsllq	$2, %zmm30, %zmm8
	vpaddq	%zmm19, %zmm22, %zmm9
	vpaddq	%zmm8, %zmm22, %zmm30
	vpaddq	%zmm3, %zmm30, %zmm22
	vpaddq	%zmm3, %zmm9, %zmm3
	vpsubq	%zmm28, %zmm3, %zmm3
	vpsubq	%zmm28, %zmm22, %zmm22
	vmovdqu64	576(%rsp), %zmm28
	vpcmpleuq	%zmm28, %zmm22, %k4
	vpcmpleuq	%zmm28, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	kortestw	%k4, %k4
	je	.LBB0_226
	vmovups	(%rax,%r9,4), %zmm31 {%k4} {z}
.LBB0_226:
	vmovdqu64	1472(%rsp), %zmm22
	vporq	%zmm22, %zmm19, %zmm3
	vporq	%zmm22, %zmm8, %zmm22
	vpcmpgtq	%zmm22, %zmm14, %k4
	vpcmpgtq	%zmm3, %zmm14, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_228
	movq	352(%rsp), %r9
	vmovups	%zmm31, (%r9,%r11,4) {%k4}
.LBB0_228:
	vmovdqu64	768(%rsp), %zmm31
	movq	16(%rsp), %r9
	vmovdqu64	640(%rsp), %zmm28
	vpbroadcastq	%r9, %zmm3
	vpaddq	%zmm27, %zmm3, %zmm22
	vpaddq	%zmm11, %zmm3, %zmm3
	vpsubq	%zmm31, %zmm3, %zmm3
	vpsubq	%zmm31, %zmm22, %zmm22
	vpcmpleuq	%zmm28, %zmm22, %k4
	vpcmpleuq	%zmm28, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	kortestw	%k4, %k4
	je	.LBB0_262
	movq	240(%rsp), %r9
	vmovups	(%r9,%rsi,4), %zmm3 {%k4} {z}
	jmp	.LBB0_263
	.p2align	4
.LBB0_230:
	movq	32(%rsp), %rax
	vmovdqu64	1920(%rsp), %zmm20
	vpbroadcastq	%rax, %zmm3
	vpaddq	%zmm27, %zmm3, %zmm8
	vpaddq	%zmm11, %zmm3, %zmm3
	vpsubq	%zmm19, %zmm3, %zmm3
	vpsubq	%zmm19, %zmm8, %zmm8
	vpcmpleuq	%zmm20, %zmm8, %k4
	vpcmpleuq	%zmm20, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_232
	leaq	-192(%rcx,%rsi,4), %rax
	vmovups	%zmm5, (%rax) {%k4}
.LBB0_232:
	vpaddq	%zmm15, %zmm3, %zmm5
	vpaddq	%zmm15, %zmm8, %zmm9
	vpcmpleuq	%zmm20, %zmm9, %k4
	vpcmpleuq	%zmm20, %zmm5, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_234
	vmovups	%zmm4, -128(%rcx,%rsi,4) {%k4}
.LBB0_234:
	vpaddq	%zmm16, %zmm3, %zmm4
	vpaddq	%zmm16, %zmm8, %zmm5
	vpcmpleuq	%zmm20, %zmm5, %k4
	vpcmpleuq	%zmm20, %zmm4, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_236
	vmovups	%zmm2, -64(%rcx,%rsi,4) {%k4}
.LBB0_236:
	vpaddq	%zmm17, %zmm3, %zmm2
	vpaddq	%zmm17, %zmm8, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_238
	vmovups	%zmm1, (%rcx,%rsi,4) {%k4}
.LBB0_238:
	movq	-88(%rsp), %rax
	vpbroadcastq	%rax, %zmm1
	vpaddq	%zmm27, %zmm1, %zmm2
	vpaddq	%zmm11, %zmm1, %zmm1
	vpsubq	%zmm19, %zmm1, %zmm1
	vpsubq	%zmm19, %zmm2, %zmm2
	vpcmpleuq	%zmm20, %zmm2, %k4
	vpcmpleuq	%zmm20, %zmm1, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_240
	leaq	-192(%r12,%rsi,4), %rax
	vmovups	%zmm0, (%rax) {%k4}
.LBB0_240:
	vpaddq	%zmm15, %zmm1, %zmm0
	vpaddq	%zmm15, %zmm2, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_242
	vmovups	%zmm26, -128(%r12,%rsi,4) {%k4}
.LBB0_242:
	vpaddq	%zmm16, %zmm1, %zmm0
	vpaddq	%zmm16, %zmm2, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_244
	vmovups	%zmm10, -64(%r12,%rsi,4) {%k4}
.LBB0_244:
	vpaddq	%zmm17, %zmm1, %zmm0
	vpaddq	%zmm17, %zmm2, %zmm1
	vpcmpleuq	%zmm20, %zmm1, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_246
	vmovups	%zmm23, (%r12,%rsi,4) {%k4}
.LBB0_246:
	movq	-40(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm27, %zmm0, %zmm1
	vpaddq	%zmm11, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm20, %zmm1, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_248
	leaq	-192(%rbp,%rsi,4), %rax
	vmovups	%zmm18, (%rax) {%k4}
.LBB0_248:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_250
	vmovups	%zmm7, -128(%rbp,%rsi,4) {%k4}
.LBB0_250:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_252
	vmovups	%zmm6, -64(%rbp,%rsi,4) {%k4}
.LBB0_252:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	vpcmpleuq	%zmm20, %zmm1, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_254
	vmovups	%zmm13, (%rbp,%rsi,4) {%k4}
.LBB0_254:
	movq	-48(%rsp), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	%zmm27, %zmm0, %zmm1
	vpaddq	%zmm11, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm20, %zmm1, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_256
	leaq	-192(%r14,%rsi,4), %rax
	vmovups	%zmm12, (%rax) {%k4}
.LBB0_256:
	vpaddq	%zmm15, %zmm0, %zmm2
	vpaddq	%zmm15, %zmm1, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_258
	vmovups	%zmm29, -128(%r14,%rsi,4) {%k4}
.LBB0_258:
	vpaddq	%zmm16, %zmm0, %zmm2
	vpaddq	%zmm16, %zmm1, %zmm3
	vpcmpleuq	%zmm20, %zmm3, %k4
	vpcmpleuq	%zmm20, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_260
	vmovups	%zmm25, -64(%r14,%rsi,4) {%k4}
.LBB0_260:
	vpaddq	%zmm17, %zmm0, %zmm0
	vpaddq	%zmm17, %zmm1, %zmm1
	xorl	%eax, %eax
	vpcmpleuq	%zmm20, %zmm1, %k4
	vpcmpleuq	%zmm20, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	kortestw	%k4, %k4
	je	.LBB0_220
	vmovups	%zmm24, (%r14,%rsi,4) {%k4}
	jmp	.LBB0_220
.LBB0_262:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_263:
	vmovdqu64	1280(%rsp), %zmm22
	vpsllq	$8, %zmm20, %zmm31
	vpsllq	$8, %zmm21, %zmm20
	movq	-72(%rsp), %r9
	vporq	%zmm22, %zmm20, %zmm21
	vporq	%zmm22, %zmm31, %zmm22
	vpcmpltuq	%zmm14, %zmm22, %k4
	vpcmpltuq	%zmm14, %zmm21, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_265
	vmovaps	.LCPI0_5(%rip), %zmm21
	vscatterdps	%zmm3, (%r8,%zmm21) {%k4}
.LBB0_265:
	vmovdqu64	704(%rsp), %zmm22
	vmovdqu64	576(%rsp), %zmm28
	vpbroadcastq	%r9, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm30, %zmm21
	vpaddq	%zmm3, %zmm9, %zmm3
	vpsubq	%zmm22, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm21, %zmm21
	vpcmpleuq	%zmm28, %zmm21, %k4
	vpcmpleuq	%zmm28, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	kortestw	%k4, %k4
	je	.LBB0_267
	vmovups	(%rax,%r9,4), %zmm3 {%k4} {z}
	jmp	.LBB0_268
.LBB0_267:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_268:
	vmovdqu64	1408(%rsp), %zmm22
	vporq	%zmm22, %zmm19, %zmm21
	vporq	%zmm22, %zmm8, %zmm22
	vpcmpgtq	%zmm22, %zmm14, %k4
	vpcmpgtq	%zmm21, %zmm14, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_270
	movq	312(%rsp), %r9
	vmovups	%zmm3, (%r9,%r11,4) {%k4}
.LBB0_270:
	vmovdqu64	768(%rsp), %zmm22
	movq	8(%rsp), %r9
	vmovdqu64	640(%rsp), %zmm28
	vpbroadcastq	%r9, %zmm3
	vpaddq	%zmm27, %zmm3, %zmm21
	vpaddq	%zmm11, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm21, %zmm21
	vpcmpleuq	%zmm28, %zmm21, %k4
	vpcmpleuq	%zmm28, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	kortestw	%k4, %k4
	je	.LBB0_272
	movq	144(%rsp), %r9
	vmovups	(%r9,%rsi,4), %zmm3 {%k4} {z}
	jmp	.LBB0_273
.LBB0_272:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_273:
	vmovdqu64	1216(%rsp), %zmm22
	movq	%r13, %r9
	vporq	%zmm22, %zmm20, %zmm21
	vporq	%zmm22, %zmm31, %zmm22
	vpcmpltuq	%zmm14, %zmm22, %k4
	vpcmpltuq	%zmm14, %zmm21, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_275
	vmovaps	.LCPI0_5(%rip), %zmm21
	vscatterdps	%zmm3, (%rbx,%zmm21) {%k4}
.LBB0_275:
	vmovdqu64	704(%rsp), %zmm22
	vmovdqu64	576(%rsp), %zmm28
	vpbroadcastq	%r9, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm30, %zmm21
	vpaddq	%zmm3, %zmm9, %zmm3
	vpsubq	%zmm22, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm21, %zmm21
	vpcmpleuq	%zmm28, %zmm21, %k4
	vpcmpleuq	%zmm28, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	kortestw	%k4, %k4
	je	.LBB0_277
	vmovups	(%rax,%r9,4), %zmm3 {%k4} {z}
	jmp	.LBB0_278
.LBB0_277:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_278:
	vmovdqu64	1600(%rsp), %zmm22
	vporq	%zmm22, %zmm19, %zmm21
	vporq	%zmm22, %zmm8, %zmm22
	vpcmpgtq	%zmm22, %zmm14, %k4
	vpcmpgtq	%zmm21, %zmm14, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_280
	movq	224(%rsp), %r13
	vmovups	%zmm3, (%r13,%r11,4) {%k4}
.LBB0_280:
	vmovdqu64	768(%rsp), %zmm22
	movq	56(%rsp), %r13
	vpbroadcastq	%r13, %zmm3
	vpaddq	%zmm27, %zmm3, %zmm21
	vpaddq	%zmm11, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm3, %zmm3
	vpsubq	%zmm22, %zmm21, %zmm11
	vmovdqu64	640(%rsp), %zmm22
	vpcmpleuq	%zmm22, %zmm11, %k4
	vpcmpleuq	%zmm22, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	kortestw	%k4, %k4
	je	.LBB0_282
	movq	200(%rsp), %r13
	vmovups	(%r13,%rsi,4), %zmm3 {%k4} {z}
	jmp	.LBB0_283
.LBB0_282:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_283:
	vmovdqu64	1152(%rsp), %zmm21
	movq	%r14, %r13
	movq	%rbp, %r14
	vporq	%zmm21, %zmm20, %zmm11
	vporq	%zmm21, %zmm31, %zmm20
	vpcmpltuq	%zmm14, %zmm20, %k4
	vpcmpltuq	%zmm14, %zmm11, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_285
	vmovaps	.LCPI0_5(%rip), %zmm11
	vscatterdps	%zmm3, (%rdx,%zmm11) {%k4}
.LBB0_285:
	vmovdqu64	704(%rsp), %zmm20
	vpbroadcastq	%r13, %zmm3
	movq	%r12, %rbp
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm30, %zmm11
	vpaddq	%zmm3, %zmm9, %zmm3
	vpsubq	%zmm20, %zmm3, %zmm3
	vpsubq	%zmm20, %zmm11, %zmm9
	vmovdqu64	576(%rsp), %zmm20
	vpcmpleuq	%zmm20, %zmm9, %k4
	vpcmpleuq	%zmm20, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	kortestw	%k4, %k4
	je	.LBB0_287
	vmovups	(%rax,%r13,4), %zmm3 {%k4} {z}
	jmp	.LBB0_288
.LBB0_287:
	vpxor	%xmm3, %xmm3, %xmm3
.LBB0_288:
	vmovdqu64	832(%rsp), %zmm11
	movq	%rcx, %r12
	movq	248(%rsp), %rcx
	vporq	%zmm11, %zmm19, %zmm9
	vporq	%zmm11, %zmm8, %zmm8
	vpcmpgtq	%zmm8, %zmm14, %k4
	vpcmpgtq	%zmm9, %zmm14, %k5
	kunpckbw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_219
	movq	232(%rsp), %rax
	vmovups	%zmm3, (%rax,%r11,4) {%k4}
	jmp	.LBB0_219
	.p2align	4
.LBB0_290:
	vmovdqu64	1984(%rsp), %zmm19
.LBB0_291:
	movq	-80(%rsp), %r13
	movq	-56(%rsp), %r12
	cmpl	160(%rsp), %r13d
	je	.LBB0_215
	movq	296(%rsp), %r15
	movq	304(%rsp), %rbp
	movq	128(%rsp), %r14
	movl	-116(%rsp), %esi
	movq	%r15, %rax
	imulq	192(%rsp), %rax
	addq	152(%rsp), %rax
	shlq	$10, %rax
	vmovaps	(%r10,%rax), %zmm11
	vmovaps	64(%r10,%rax), %zmm12
	vmovaps	128(%r10,%rax), %zmm13
	vmovaps	192(%r10,%rax), %zmm18
	vmovaps	256(%r10,%rax), %zmm23
	vmovaps	320(%r10,%rax), %zmm21
	vmovaps	384(%r10,%rax), %zmm22
	vmovaps	448(%r10,%rax), %zmm28
	vmovaps	512(%r10,%rax), %zmm29
	vmovaps	576(%r10,%rax), %zmm24
	vmovaps	640(%r10,%rax), %zmm25
	vmovaps	704(%r10,%rax), %zmm8
	vmovaps	768(%r10,%rax), %zmm9
	vmovaps	832(%r10,%rax), %zmm30
	vmovaps	896(%r10,%rax), %zmm31
	vmovaps	960(%r10,%rax), %zmm20
	cmpq	-112(%rsp), %rbp
	jge	.LBB0_301
	movq	-96(%rsp), %rcx
	movq	288(%rsp), %r9
	movq	-16(%rsp), %rdx
	vmovdqu64	768(%rsp), %zmm3
	vpbroadcastq	%rbp, %zmm1
	vmovdqu64	64(%rsp), %zmm4
	vpsllq	$2, %zmm1, %zmm1
	addq	%r9, %rcx
	imulq	-112(%rsp), %rcx
	leaq	(%rdx,%rcx,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	512(%rsp), %zmm0, %zmm2
	vpaddq	448(%rsp), %zmm0, %zmm0
	vpaddq	%zmm1, %zmm0, %zmm0
	vpaddq	%zmm1, %zmm2, %zmm2
	vpsubq	%zmm3, %zmm2, %zmm2
	vpsubq	%zmm3, %zmm0, %zmm0
	vmovdqu64	640(%rsp), %zmm3
	vpcmpleuq	%zmm3, %zmm2, %k5
	vpcmpleuq	%zmm3, %zmm0, %k4
	vpxor	%xmm2, %xmm2, %xmm2
	vpxor	%xmm3, %xmm3, %xmm3
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_295
	leaq	(%rcx,%r13,4), %rcx
	vmovups	(%rcx,%rbp,4), %zmm3 {%k4} {z}
.LBB0_295:
	movl	%esi, %ecx
	shll	$4, %ecx
	vpbroadcastq	%r9, %zmm5
	kmovq	%k3, %k4
	movq	-24(%rsp), %rsi
	movl	%ecx, %r8d
	andl	$48, %r8d
	movl	%ecx, %edi
	shrl	$6, %edi
	vpbroadcastd	%r8d, %zmm0
	vpord	2048(%rsp), %zmm0, %zmm0
	leal	(%r8,%r13), %edx
	movq	%rdi, %r8
	orq	%rbp, %r8
	leaq	(%rsi,%rdx,4), %rsi
	vpmovzxdq	%ymm0, %zmm4
	vextracti64x4	$1, %zmm0, %ymm0
	vpmovzxdq	%ymm0, %zmm0
	vpsllq	$2, %zmm4, %zmm7
	vpsllq	$2, %zmm5, %zmm4
	vpaddq	1856(%rsp), %zmm4, %zmm5
	vpaddq	1792(%rsp), %zmm4, %zmm4
	vpsllq	$2, %zmm0, %zmm6
	vmovdqu64	1536(%rsp), %zmm0
	vscatterqps	%ymm3, (,%zmm4) {%k4}
	vextractf64x4	$1, %zmm3, %ymm3
	kshiftrw	$8, %k3, %k4
	vpaddq	%zmm6, %zmm0, %zmm10
	vpaddq	%zmm7, %zmm0, %zmm0
	vscatterqps	%ymm3, (,%zmm5) {%k4}
	imulq	-128(%rsp), %r8
	vmovdqu64	704(%rsp), %zmm5
	vmovdqu64	576(%rsp), %zmm19
	vpbroadcastq	%r8, %zmm3
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	%zmm3, %zmm0, %zmm4
	vpaddq	%zmm3, %zmm10, %zmm3
	vpsubq	%zmm5, %zmm3, %zmm3
	vpsubq	%zmm5, %zmm4, %zmm4
	vpcmpleuq	%zmm19, %zmm4, %k4
	vpcmpleuq	%zmm19, %zmm3, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k2, %k3, %k5
	kandw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_297
	vmovups	(%rsi,%r8,4), %zmm2 {%k4} {z}
.LBB0_297:
	vpbroadcastq	%rdi, %zmm3
	vpsllq	$8, %zmm3, %zmm3
	vporq	%zmm3, %zmm6, %zmm4
	vporq	%zmm3, %zmm7, %zmm3
	vpcmpltuq	%zmm14, %zmm4, %k5
	vmovdqu64	64(%rsp), %zmm4
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_299
	shlq	$8, %rdi
	addq	(%rsp), %rdi
	vmovups	%zmm2, (%rdi,%rdx,4) {%k4}
.LBB0_299:
	movq	-96(%rsp), %rdi
	movl	%ecx, %r8d
	orl	$256, %r8d
	movq	-16(%rsp), %r11
	vmovdqu64	768(%rsp), %zmm4
	vmovdqu64	640(%rsp), %zmm5
	movl	%r8d, %r9d
	shrl	$4, %r9d
	addq	%r9, %rdi
	imulq	-112(%rsp), %rdi
	leaq	(%r11,%rdi,4), %r11
	leal	(,%r13,4), %edi
	vpbroadcastq	%r11, %zmm2
	vpaddq	512(%rsp), %zmm2, %zmm3
	vpaddq	448(%rsp), %zmm2, %zmm2
	vpaddq	%zmm1, %zmm3, %zmm3
	vpaddq	%zmm1, %zmm2, %zmm2
	vpsubq	%zmm4, %zmm3, %zmm3
	vpsubq	%zmm4, %zmm2, %zmm2
	vpcmpleuq	%zmm5, %zmm3, %k5
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm5, %zmm2, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_333
	addq	%rdi, %r11
	vmovups	(%r11,%rbp,4), %zmm2 {%k4} {z}
	jmp	.LBB0_334
	.p2align	4
.LBB0_301:
	movq	288(%rsp), %rdx
	movq	-8(%rsp), %rcx
	vmovdqu64	1920(%rsp), %zmm2
	orq	-96(%rsp), %rdx
	movq	%rdx, %rax
	imulq	-128(%rsp), %rax
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm2, %zmm1, %k4
	vpcmpleuq	%zmm2, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k0, %k3, %k5
	kandw	%k4, %k5, %k4
	kortestw	%k4, %k4
	je	.LBB0_303
	vmovaps	%zmm20, %zmm2 {%k3} {z}
	vmovups	%zmm2, (%rax) {%k4}
.LBB0_303:
	vmovdqu64	1920(%rsp), %zmm4
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_305
	vmovaps	%zmm31, %zmm2 {%k3} {z}
	vmovups	%zmm2, 64(%rax) {%k4}
.LBB0_305:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_307
	vmovaps	%zmm30, %zmm2 {%k3} {z}
	vmovups	%zmm2, 128(%rax) {%k4}
.LBB0_307:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm4, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_309
	vmovaps	%zmm9, %zmm0 {%k3} {z}
	vmovups	%zmm0, 192(%rax) {%k4}
.LBB0_309:
	leaq	16(%rdx), %rax
	imulq	-128(%rsp), %rax
	movq	-8(%rsp), %rcx
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm4, %zmm1, %k4
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_311
	vmovaps	%zmm8, %zmm2 {%k3} {z}
	vmovups	%zmm2, (%rax) {%k4}
.LBB0_311:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_313
	vmovaps	%zmm25, %zmm2 {%k3} {z}
	vmovups	%zmm2, 64(%rax) {%k4}
.LBB0_313:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_315
	vmovaps	%zmm24, %zmm2 {%k3} {z}
	vmovups	%zmm2, 128(%rax) {%k4}
.LBB0_315:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm4, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_317
	vmovaps	%zmm29, %zmm0 {%k3} {z}
	vmovups	%zmm0, 192(%rax) {%k4}
.LBB0_317:
	leaq	32(%rdx), %rax
	imulq	-128(%rsp), %rax
	movq	-8(%rsp), %rcx
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rcx,%rax,4), %rcx
	vpbroadcastq	%rcx, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rcx,%r13,4), %rax
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm4, %zmm1, %k4
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_319
	vmovaps	%zmm28, %zmm2 {%k3} {z}
	vmovups	%zmm2, (%rax) {%k4}
.LBB0_319:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_321
	vmovaps	%zmm22, %zmm2 {%k3} {z}
	vmovups	%zmm2, 64(%rax) {%k4}
.LBB0_321:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_323
	vmovaps	%zmm21, %zmm2 {%k3} {z}
	vmovups	%zmm2, 128(%rax) {%k4}
.LBB0_323:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	vpcmpleuq	%zmm4, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_325
	vmovaps	%zmm23, %zmm0 {%k3} {z}
	vmovups	%zmm0, 192(%rax) {%k4}
.LBB0_325:
	addq	$48, %rdx
	imulq	-128(%rsp), %rdx
	movq	-8(%rsp), %rax
	vmovdqu64	64(%rsp), %zmm2
	leaq	(%rax,%rdx,4), %rax
	vpbroadcastq	%rax, %zmm0
	vpaddq	448(%rsp), %zmm0, %zmm1
	vpaddq	512(%rsp), %zmm0, %zmm0
	leaq	(%rax,%r13,4), %rcx
	vpsubq	%zmm19, %zmm0, %zmm0
	vpsubq	%zmm19, %zmm1, %zmm1
	vpcmpleuq	%zmm4, %zmm1, %k4
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_327
	vmovaps	%zmm18, %zmm2 {%k3} {z}
	vmovups	%zmm2, (%rcx) {%k4}
.LBB0_327:
	vpaddq	%zmm15, %zmm1, %zmm3
	vpaddq	%zmm15, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_329
	vmovaps	%zmm13, %zmm2 {%k3} {z}
	vmovups	%zmm2, 64(%rcx) {%k4}
.LBB0_329:
	vpaddq	%zmm16, %zmm1, %zmm3
	vpaddq	%zmm16, %zmm0, %zmm2
	vpcmpleuq	%zmm4, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm4, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_331
	vmovaps	%zmm12, %zmm2 {%k3} {z}
	vmovups	%zmm2, 128(%rcx) {%k4}
.LBB0_331:
	vpaddq	%zmm17, %zmm1, %zmm1
	vpaddq	%zmm17, %zmm0, %zmm0
	xorl	%eax, %eax
	vpcmpleuq	%zmm4, %zmm1, %k4
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm4, %zmm0, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k0, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_216
	vmovaps	%zmm11, %zmm0 {%k3} {z}
	vmovups	%zmm0, 192(%rcx) {%k4}
	jmp	.LBB0_216
.LBB0_333:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_334:
	movl	%r8d, %r11d
	shrl	$2, %r11d
	vpbroadcastq	%r11, %zmm3
	vporq	1664(%rsp), %zmm3, %zmm4
	vporq	1728(%rsp), %zmm3, %zmm3
	vpcmpltuq	%zmm14, %zmm4, %k5
	vmovdqu64	64(%rsp), %zmm4
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_336
	vpbroadcastq	%r9, %zmm3
	kmovq	%k4, %k5
	kshiftrw	$8, %k4, %k4
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	1856(%rsp), %zmm3, %zmm4
	vpaddq	1792(%rsp), %zmm3, %zmm3
	vscatterqps	%ymm2, (,%zmm3) {%k5}
	vextractf64x4	$1, %zmm2, %ymm2
	vscatterqps	%ymm2, (,%zmm4) {%k4}
.LBB0_336:
	shrl	$6, %r8d
	vmovdqu64	704(%rsp), %zmm4
	vmovdqu64	576(%rsp), %zmm5
	movq	%r8, %r9
	orq	%rbp, %r9
	imulq	-128(%rsp), %r9
	vpbroadcastq	%r9, %zmm2
	vpsllq	$2, %zmm2, %zmm2
	vpaddq	%zmm2, %zmm0, %zmm3
	vpaddq	%zmm2, %zmm10, %zmm2
	vpsubq	%zmm4, %zmm3, %zmm3
	vpsubq	%zmm4, %zmm2, %zmm2
	vpcmpleuq	%zmm5, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm5, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_338
	vmovups	(%rsi,%r9,4), %zmm2 {%k4} {z}
	jmp	.LBB0_339
.LBB0_338:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_339:
	vpbroadcastq	%r8, %zmm3
	vpsllq	$8, %zmm3, %zmm3
	vporq	%zmm6, %zmm3, %zmm4
	vporq	%zmm7, %zmm3, %zmm3
	vpcmpltuq	%zmm14, %zmm4, %k5
	vmovdqu64	64(%rsp), %zmm4
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_341
	shlq	$8, %r8
	addq	(%rsp), %r8
	vmovups	%zmm2, (%r8,%rdx,4) {%k4}
.LBB0_341:
	movq	-96(%rsp), %r11
	movl	%ecx, %r8d
	orl	$512, %r8d
	movq	-16(%rsp), %rbx
	vmovdqu64	768(%rsp), %zmm4
	vmovdqu64	640(%rsp), %zmm5
	movl	%r8d, %r9d
	shrl	$4, %r9d
	addq	%r9, %r11
	imulq	-112(%rsp), %r11
	leaq	(%rbx,%r11,4), %r11
	vpbroadcastq	%r11, %zmm2
	vpaddq	512(%rsp), %zmm2, %zmm3
	vpaddq	448(%rsp), %zmm2, %zmm2
	vpaddq	%zmm1, %zmm3, %zmm3
	vpaddq	%zmm1, %zmm2, %zmm2
	vpsubq	%zmm4, %zmm3, %zmm3
	vpsubq	%zmm4, %zmm2, %zmm2
	vpcmpleuq	%zmm5, %zmm3, %k5
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm5, %zmm2, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_343
	addq	%rdi, %r11
	vmovups	(%r11,%rbp,4), %zmm2 {%k4} {z}
	jmp	.LBB0_344
.LBB0_343:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_344:
	movl	%r8d, %r11d
	shrl	$2, %r11d
	vpbroadcastq	%r11, %zmm3
	vporq	1664(%rsp), %zmm3, %zmm4
	vporq	1728(%rsp), %zmm3, %zmm3
	vpcmpltuq	%zmm14, %zmm4, %k5
	vmovdqu64	64(%rsp), %zmm4
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_346
	vpbroadcastq	%r9, %zmm3
	kmovq	%k4, %k5
	kshiftrw	$8, %k4, %k4
	vpsllq	$2, %zmm3, %zmm3
	vpaddq	1856(%rsp), %zmm3, %zmm4
	vpaddq	1792(%rsp), %zmm3, %zmm3
	vscatterqps	%ymm2, (,%zmm3) {%k5}
	vextractf64x4	$1, %zmm2, %ymm2
	vscatterqps	%ymm2, (,%zmm4) {%k4}
.LBB0_346:
	shrl	$6, %r8d
	vmovdqu64	704(%rsp), %zmm4
	vmovdqu64	576(%rsp), %zmm5
	movq	-112(%rsp), %r11
	movq	%r8, %r9
	orq	%rbp, %r9
	imulq	-128(%rsp), %r9
	vpbroadcastq	%r9, %zmm2
	vpsllq	$2, %zmm2, %zmm2
	vpaddq	%zmm2, %zmm0, %zmm3
	vpaddq	%zmm2, %zmm10, %zmm2
	vpsubq	%zmm4, %zmm3, %zmm3
	vpsubq	%zmm4, %zmm2, %zmm2
	vpcmpleuq	%zmm5, %zmm3, %k4
	vmovdqu64	64(%rsp), %zmm3
	vpcmpleuq	%zmm5, %zmm2, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_348
	vmovups	(%rsi,%r9,4), %zmm2 {%k4} {z}
	jmp	.LBB0_349
.LBB0_348:
	vpxor	%xmm2, %xmm2, %xmm2
.LBB0_349:
	vpbroadcastq	%r8, %zmm3
	vpsllq	$8, %zmm3, %zmm3
	vporq	%zmm6, %zmm3, %zmm4
	vporq	%zmm7, %zmm3, %zmm3
	vpcmpltuq	%zmm14, %zmm4, %k5
	vmovdqu64	64(%rsp), %zmm4
	vpcmpltuq	%zmm14, %zmm3, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm4, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_351
	shlq	$8, %r8
	addq	(%rsp), %r8
	vmovups	%zmm2, (%r8,%rdx,4) {%k4}
.LBB0_351:
	movq	-96(%rsp), %r9
	orl	$768, %ecx
	movq	-16(%rsp), %rbx
	vmovdqu64	768(%rsp), %zmm5
	vmovdqu64	640(%rsp), %zmm4
	movl	%ecx, %r8d
	shrl	$4, %r8d
	addq	%r8, %r9
	imulq	%r11, %r9
	leaq	(%rbx,%r9,4), %r9
	vpbroadcastq	%r9, %zmm2
	vpaddq	512(%rsp), %zmm2, %zmm3
	vpaddq	448(%rsp), %zmm2, %zmm2
	vpaddq	%zmm1, %zmm2, %zmm2
	vpaddq	%zmm1, %zmm3, %zmm1
	vpsubq	%zmm5, %zmm2, %zmm2
	vpsubq	%zmm5, %zmm1, %zmm1
	vpcmpleuq	%zmm4, %zmm2, %k4
	vmovdqu64	64(%rsp), %zmm2
	vpcmpleuq	%zmm4, %zmm1, %k5
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k1, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_353
	addq	%rdi, %r9
	vmovups	(%r9,%rbp,4), %zmm1 {%k4} {z}
	jmp	.LBB0_354
.LBB0_353:
	vpxor	%xmm1, %xmm1, %xmm1
.LBB0_354:
	movl	%ecx, %edi
	shrl	$2, %edi
	vpbroadcastq	%rdi, %zmm2
	vporq	1664(%rsp), %zmm2, %zmm3
	vporq	1728(%rsp), %zmm2, %zmm2
	vpcmpltuq	%zmm14, %zmm3, %k5
	vmovdqu64	64(%rsp), %zmm3
	vpcmpltuq	%zmm14, %zmm2, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm3, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_356
	vpbroadcastq	%r8, %zmm2
	kmovq	%k4, %k5
	kshiftrw	$8, %k4, %k4
	vpsllq	$2, %zmm2, %zmm2
	vpaddq	1856(%rsp), %zmm2, %zmm3
	vpaddq	1792(%rsp), %zmm2, %zmm2
	vscatterqps	%ymm1, (,%zmm2) {%k5}
	vextractf64x4	$1, %zmm1, %ymm1
	vscatterqps	%ymm1, (,%zmm3) {%k4}
.LBB0_356:
	shrl	$6, %ecx
	vmovdqu64	704(%rsp), %zmm2
	vmovdqu64	576(%rsp), %zmm3
	movq	%rcx, %rdi
	orq	%rbp, %rdi
	imulq	-128(%rsp), %rdi
	vpbroadcastq	%rdi, %zmm1
	vpsllq	$2, %zmm1, %zmm1
	vpaddq	%zmm1, %zmm0, %zmm0
	vpaddq	%zmm1, %zmm10, %zmm1
	vpsubq	%zmm2, %zmm1, %zmm1
	vpsubq	%zmm2, %zmm0, %zmm0
	vpcmpleuq	%zmm3, %zmm1, %k5
	vmovdqu64	64(%rsp), %zmm1
	vpcmpleuq	%zmm3, %zmm0, %k4
	kunpckbw	%k4, %k5, %k4
	kandw	%k4, %k2, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm1, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_358
	vmovups	(%rsi,%rdi,4), %zmm0 {%k4} {z}
	jmp	.LBB0_359
.LBB0_358:
	vpxor	%xmm0, %xmm0, %xmm0
.LBB0_359:
	vpbroadcastq	%rcx, %zmm1
	movl	-116(%rsp), %esi
	vpsllq	$8, %zmm1, %zmm1
	vporq	%zmm6, %zmm1, %zmm2
	vporq	%zmm7, %zmm1, %zmm1
	vpcmpltuq	%zmm14, %zmm2, %k5
	vmovdqu64	64(%rsp), %zmm2
	vpcmpltuq	%zmm14, %zmm1, %k4
	kunpckbw	%k4, %k5, %k4
	vpcmpgtd	.LCPI0_7(%rip), %zmm2, %k4 {%k4}
	kortestw	%k4, %k4
	je	.LBB0_361
	shlq	$8, %rcx
	addq	(%rsp), %rcx
	vmovups	%zmm0, (%rcx,%rdx,4) {%k4}
.LBB0_361:
	vmovaps	%zmm11, (%r10,%rax)
	vmovaps	%zmm12, 64(%r10,%rax)
	vmovaps	%zmm13, 128(%r10,%rax)
	vmovaps	%zmm18, 192(%r10,%rax)
	vmovaps	%zmm23, 256(%r10,%rax)
	vmovaps	%zmm21, 320(%r10,%rax)
	vmovaps	%zmm22, 384(%r10,%rax)
	vmovaps	%zmm28, 448(%r10,%rax)
	vmovaps	%zmm29, 512(%r10,%rax)
	vmovaps	%zmm24, 576(%r10,%rax)
	vmovaps	%zmm25, 640(%r10,%rax)
	vmovaps	%zmm8, 704(%r10,%rax)
	vmovaps	%zmm9, 768(%r10,%rax)
	vmovaps	%zmm30, 832(%r10,%rax)
	vmovaps	%zmm31, 896(%r10,%rax)
	vmovaps	%zmm20, 960(%r10,%rax)
	movl	$3, %eax
	jmp	.LBB0_216
	.p2align	4
.LBB0_362:
	movq	-16(%rsp), %rax
	movq	216(%rsp), %rcx
	movq	152(%rsp), %rdx
	movq	%r12, %r15
	leaq	(%rax,%r13,4), %rax
	vpbroadcastq	%rcx, %zmm0
	vpaddq	.LCPI0_10(%rip), %zmm0, %zmm19
	vpaddq	.LCPI0_11(%rip), %zmm0, %zmm20
	shlq	$6, %rdx
	addq	416(%rsp), %rdx
	movq	%rax, 168(%rsp)
	movq	-96(%rsp), %rax
	leaq	16(%rax), %rcx
	movq	%rcx, -48(%rsp)
	leaq	32(%rax), %rcx
	addq	$48, %rax
	movq	%rcx, 24(%rsp)
	movq	%rax, 16(%rsp)
	jmp	.LBB0_364
	.p2align	4
.LBB0_363:
	movq	128(%rsp), %r14
	movq	8(%rsp), %r15
	cmpl	$1, %ebp
	jne	.LBB0_8
.LBB0_364:
	xorl	%ecx, %ecx
	xorl	%esi, %esi
	jmp	.LBB0_366
	.p2align	4
.LBB0_365:
	movq	136(%rsp), %rax
	incl	%esi
	cmpl	%eax, %esi
	cmovel	%r12d, %esi
	incq	%rcx
	cmpq	%rax, %rcx
	je	.LBB0_375
.LBB0_366:
	movq	%rcx, %rdi
	imulq	192(%rsp), %rdi
	movl	%esi, %eax
	testq	%r13, %r13
	je	.LBB0_371
	movq	432(%rsp), %r8
	movq	416(%rsp), %r9
	xorl	%r11d, %r11d
	leaq	(%r8,%rax,4), %r8
	.p2align	4
.LBB0_368:
	movq	%r11, %rbx
	shrq	$4, %rbx
	xorl	%r14d, %r14d
	addq	%rdi, %rbx
	shlq	$10, %rbx
	vmovaps	960(%r10,%rbx), %zmm0
	vmovaps	896(%r10,%rbx), %zmm1
	vmovaps	832(%r10,%rbx), %zmm2
	vmovaps	768(%r10,%rbx), %zmm4
	vmovaps	704(%r10,%rbx), %zmm5
	vmovaps	640(%r10,%rbx), %zmm6
	vmovaps	576(%r10,%rbx), %zmm7
	vmovaps	512(%r10,%rbx), %zmm8
	vmovaps	448(%r10,%rbx), %zmm9
	vmovaps	384(%r10,%rbx), %zmm10
	vmovaps	320(%r10,%rbx), %zmm11
	vmovaps	256(%r10,%rbx), %zmm12
	vmovaps	(%r10,%rbx), %zmm13
	vmovaps	64(%r10,%rbx), %zmm18
	vmovaps	128(%r10,%rbx), %zmm21
	vmovaps	192(%r10,%rbx), %zmm22
	.p2align	4
.LBB0_369:
	vbroadcastss	-448(%r8,%r14), %zmm3
	vbroadcastss	-384(%r8,%r14), %zmm23
	vbroadcastss	-320(%r8,%r14), %zmm24
	vbroadcastss	-256(%r8,%r14), %zmm25
	vmovups	-448(%r9,%r14), %zmm26
	vmovups	-384(%r9,%r14), %zmm27
	vmovups	-320(%r9,%r14), %zmm28
	vmovups	-256(%r9,%r14), %zmm29
	vbroadcastss	-192(%r8,%r14), %zmm30
	vfmadd231ps	%zmm26, %zmm3, %zmm13
	vfmadd231ps	%zmm26, %zmm23, %zmm12
	vfmadd231ps	%zmm27, %zmm23, %zmm11
	vfmadd231ps	%zmm28, %zmm23, %zmm10
	vfmadd231ps	%zmm23, %zmm29, %zmm9
	vfmadd231ps	%zmm26, %zmm24, %zmm8
	vfmadd231ps	%zmm26, %zmm25, %zmm4
	vfmadd231ps	%zmm27, %zmm24, %zmm7
	vfmadd231ps	%zmm28, %zmm24, %zmm6
	vfmadd231ps	%zmm24, %zmm29, %zmm5
	vbroadcastss	-128(%r8,%r14), %zmm23
	vbroadcastss	-64(%r8,%r14), %zmm24
	vbroadcastss	(%r8,%r14), %zmm26
	vfmadd231ps	%zmm27, %zmm3, %zmm18
	vfmadd231ps	%zmm27, %zmm25, %zmm2
	vmovups	-128(%r9,%r14), %zmm27
	vfmadd231ps	%zmm28, %zmm3, %zmm21
	vfmadd231ps	%zmm28, %zmm25, %zmm1
	vmovups	-64(%r9,%r14), %zmm28
	vfmadd231ps	%zmm29, %zmm25, %zmm0
	vmovups	-192(%r9,%r14), %zmm25
	vfmadd231ps	%zmm3, %zmm29, %zmm22
	vmovups	(%r9,%r14), %zmm29
	addq	$512, %r14
	vfmadd231ps	%zmm25, %zmm30, %zmm13
	vfmadd231ps	%zmm27, %zmm30, %zmm18
	vfmadd231ps	%zmm28, %zmm30, %zmm21
	vfmadd231ps	%zmm30, %zmm29, %zmm22
	vfmadd231ps	%zmm25, %zmm23, %zmm12
	vfmadd231ps	%zmm27, %zmm23, %zmm11
	vfmadd231ps	%zmm28, %zmm23, %zmm10
	vfmadd231ps	%zmm23, %zmm29, %zmm9
	vfmadd231ps	%zmm25, %zmm24, %zmm8
	vfmadd231ps	%zmm27, %zmm24, %zmm7
	vfmadd231ps	%zmm28, %zmm24, %zmm6
	vfmadd231ps	%zmm24, %zmm29, %zmm5
	vfmadd231ps	%zmm25, %zmm26, %zmm4
	vfmadd231ps	%zmm27, %zmm26, %zmm2
	vfmadd231ps	%zmm28, %zmm26, %zmm1
	vfmadd231ps	%zmm29, %zmm26, %zmm0
	cmpq	$4096, %r14
	jne	.LBB0_369
	addq	$16, %r11
	addq	$64, %r9
	vmovaps	%zmm13, (%r10,%rbx)
	vmovaps	%zmm18, 64(%r10,%rbx)
	vmovaps	%zmm21, 128(%r10,%rbx)
	vmovaps	%zmm22, 192(%r10,%rbx)
	vmovaps	%zmm12, 256(%r10,%rbx)
	vmovaps	%zmm11, 320(%r10,%rbx)
	vmovaps	%zmm10, 384(%r10,%rbx)
	vmovaps	%zmm9, 448(%r10,%rbx)
	vmovaps	%zmm8, 512(%r10,%rbx)
	vmovaps	%zmm7, 576(%r10,%rbx)
	vmovaps	%zmm6, 640(%r10,%rbx)
	vmovaps	%zmm5, 704(%r10,%rbx)
	vmovaps	%zmm4, 768(%r10,%rbx)
	vmovaps	%zmm2, 832(%r10,%rbx)
	vmovaps	%zmm1, 896(%r10,%rbx)
	vmovaps	%zmm0, 960(%r10,%rbx)
	cmpq	%r13, %r11
	jne	.LBB0_368
.LBB0_371:
	cmpl	160(%rsp), %r13d
	je	.LBB0_365
	addq	152(%rsp), %rdi
	movq	432(%rsp), %r8
	shlq	$10, %rdi
	leaq	(%r8,%rax,4), %rax
	xorl	%r8d, %r8d
	vmovaps	960(%r10,%rdi), %zmm0
	vmovaps	896(%r10,%rdi), %zmm1
	vmovaps	832(%r10,%rdi), %zmm2
	vmovaps	768(%r10,%rdi), %zmm4
	vmovaps	704(%r10,%rdi), %zmm5
	vmovaps	640(%r10,%rdi), %zmm6
	vmovaps	576(%r10,%rdi), %zmm7
	vmovaps	512(%r10,%rdi), %zmm8
	vmovaps	448(%r10,%rdi), %zmm9
	vmovaps	384(%r10,%rdi), %zmm10
	vmovaps	320(%r10,%rdi), %zmm11
	vmovaps	256(%r10,%rdi), %zmm12
	vmovaps	(%r10,%rdi), %zmm13
	vmovaps	64(%r10,%rdi), %zmm18
	vmovaps	128(%r10,%rdi), %zmm21
	vmovaps	192(%r10,%rdi), %zmm22
	.p2align	4
.LBB0_373:
	vbroadcastss	-448(%rax,%r8), %zmm3
	vbroadcastss	-384(%rax,%r8), %zmm23
	vbroadcastss	-320(%rax,%r8), %zmm24
	vbroadcastss	-256(%rax,%r8), %zmm25
	vmovups	-448(%rdx,%r8), %zmm26 {%k3} {z}
	vmovups	-384(%rdx,%r8), %zmm27 {%k3} {z}
	vmovups	-320(%rdx,%r8), %zmm28 {%k3} {z}
	vmovups	-256(%rdx,%r8), %zmm29 {%k3} {z}
	vbroadcastss	-192(%rax,%r8), %zmm30
	vfmadd231ps	%zmm26, %zmm3, %zmm13
	vfmadd231ps	%zmm26, %zmm23, %zmm12
	vfmadd231ps	%zmm27, %zmm23, %zmm11
	vfmadd231ps	%zmm28, %zmm23, %zmm10
	vfmadd231ps	%zmm23, %zmm29, %zmm9
	vfmadd231ps	%zmm26, %zmm24, %zmm8
	vfmadd231ps	%zmm26, %zmm25, %zmm4
	vfmadd231ps	%zmm27, %zmm24, %zmm7
	vfmadd231ps	%zmm28, %zmm24, %zmm6
	vfmadd231ps	%zmm24, %zmm29, %zmm5
	vbroadcastss	-128(%rax,%r8), %zmm23
	vbroadcastss	-64(%rax,%r8), %zmm24
	vbroadcastss	(%rax,%r8), %zmm26
	vfmadd231ps	%zmm27, %zmm3, %zmm18
	vfmadd231ps	%zmm27, %zmm25, %zmm2
	vmovups	-128(%rdx,%r8), %zmm27 {%k3} {z}
	vfmadd231ps	%zmm28, %zmm3, %zmm21
	vfmadd231ps	%zmm28, %zmm25, %zmm1
	vmovups	-64(%rdx,%r8), %zmm28 {%k3} {z}
	vfmadd231ps	%zmm29, %zmm25, %zmm0
	vmovups	-192(%rdx,%r8), %zmm25 {%k3} {z}
	vfmadd231ps	%zmm3, %zmm29, %zmm22
	vmovups	(%rdx,%r8), %zmm29 {%k3} {z}
	addq	$512, %r8
	vfmadd231ps	%zmm25, %zmm30, %zmm13
	vfmadd231ps	%zmm27, %zmm30, %zmm18
	vfmadd231ps	%zmm28, %zmm30, %zmm21
	vfmadd231ps	%zmm30, %zmm29, %zmm22
	vfmadd231ps	%zmm25, %zmm23, %zmm12
	vfmadd231ps	%zmm27, %zmm23, %zmm11
	vfmadd231ps	%zmm28, %zmm23, %zmm10
	vfmadd231ps	%zmm23, %zmm29, %zmm9
	vfmadd231ps	%zmm25, %zmm24, %zmm8
	vfmadd231ps	%zmm27, %zmm24, %zmm7
	vfmadd231ps	%zmm28, %zmm24, %zmm6
	vfmadd231ps	%zmm24, %zmm29, %zmm5
	vfmadd231ps	%zmm25, %zmm26, %zmm4
	vfmadd231ps	%zmm27, %zmm26, %zmm2
	vfmadd231ps	%zmm28, %zmm26, %zmm1
	vfmadd231ps	%zmm29, %zmm26, %zmm0
	cmpq	$4096, %r8
	jne	.LBB0_373
	vmovaps	%zmm13, (%r10,%rdi)
	vmovaps	%zmm18, 64(%r10,%rdi)
	vmovaps	%zmm21, 128(%r10,%rdi)
	vmovaps	%zmm22, 192(%r10,%rdi)
	vmovaps	%zmm12, 256(%r10,%rdi)
	vmovaps	%zmm11, 320(%r10,%rdi)
	vmovaps	%zmm10, 384(%r10,%rdi)
	vmovaps	%zmm9, 448(%r10,%rdi)
	vmovaps	%zmm8, 512(%r10,%rdi)
	vmovaps	%zmm7, 576(%r10,%rdi)
	vmovaps	%zmm6, 640(%r10,%rdi)
	vmovaps	%zmm5, 704(%r10,%rdi)
	vmovaps	%zmm4, 768(%r10,%rdi)
	vmovaps	%zmm2, 832(%r10,%rdi)
	vmovaps	%zmm1, 896(%r10,%rdi)
	vmovaps	%zmm0, 960(%r10,%rdi)
	jmp	.LBB0_365
	.p2align	4
.LBB0_375:
	movq	168(%rsp), %rax
	movq	408(%rsp), %rsi
	movq	-104(%rsp), %rcx
	xorl	%ebx, %ebx
	xorl	%r8d, %r8d
	leaq	64(%rax,%r15,4), %rax
	addq	$16, %r15
	movq	%r15, 8(%rsp)
	movq	%rax, 56(%rsp)
	leaq	(%rsi,%rcx,4), %rax
	addq	$16, %rcx
	movq	%rcx, -104(%rsp)
	leaq	960(%r10), %rcx
	movq	%rax, -40(%rsp)
	movq	%rcx, 32(%rsp)
	jmp	.LBB0_378
	.p2align	4
.LBB0_376:
	movq	832(%rsp), %rbx
	movl	-88(%rsp), %r8d
.LBB0_377:
	movq	136(%rsp), %rax
	incl	%r8d
	movq	32(%rsp), %rcx
	cmpl	%eax, %r8d
	cmovel	%r12d, %r8d
	addq	344(%rsp), %rcx
	incq	%rbx
	movq	%rcx, 32(%rsp)
	cmpq	%rax, %rbx
	je	.LBB0_363
.LBB0_378:
	movq	%rbx, 832(%rsp)
	movl	%r8d, -88(%rsp)
	testq	%r13, %r13
	je	.LBB0_384
	movq	(%rsp), %rax
	movl	%r8d, %r14d
	shll	$4, %r14d
	movq	-96(%rsp), %rbp
	movl	%r8d, %r12d
	movl	%r14d, %esi
	shrl	$6, %esi
	movl	%esi, %r9d
	orl	$8, %r9d
	movl	%esi, %edi
	orl	$12, %edi
	movq	%rsi, %r15
	shlq	$8, %r15
	movq	%r9, %rbx
	shlq	$8, %rbx
	movq	%rdi, %rcx
	shlq	$8, %rcx
	addq	%rax, %rbx
	addq	%rax, %rcx
	addq	%rax, %r15
	movq	%rbx, -32(%rsp)
	movl	%esi, %ebx
	orl	$4, %ebx
	movq	%r15, 1216(%rsp)
	leaq	768(%r14), %r15
	movq	%rcx, 1536(%rsp)
	movq	176(%rsp), %rcx
	movq	%rbx, %r11
	shlq	$8, %r11
	addq	%rax, %r11
	movl	%r8d, %eax
	andl	$268435455, %eax
	movq	%r11, 1280(%rsp)
	movq	-104(%rsp), %r11
	addq	%rbp, %rax
	movq	%rax, 64(%rsp)
	movq	-128(%rsp), %rax
	addq	%r11, %rbx
	addq	%r11, %r9
	addq	%r11, %rsi
	addq	%r11, %rdi
	leaq	512(%r14), %r11
	imulq	%rax, %rbx
	imulq	%rax, %r9
	imulq	%rax, %rsi
	imulq	%rax, %rdi
	movl	%r8d, %eax
	movq	-48(%rsp), %r8
	andl	$3, %eax
	shll	$4, %eax
	movq	%rax, 1152(%rsp)
	movq	%r11, %rax
	shrq	$2, %rax
	shrq	$4, %r11
	movq	%rbx, 1344(%rsp)
	movq	24(%rsp), %rbx
	movq	%r9, -72(%rsp)
	movq	280(%rsp), %r9
	movq	%rsi, 896(%rsp)
	leaq	256(%r14), %rsi
	shrl	$2, %r14d
	movq	%rdi, 1088(%rsp)
	movq	%r15, %rdi
	shrq	$2, %rdi
	shrq	$4, %r15
	movq	%rsi, %r13
	shrq	$2, %r13
	shrq	$4, %rsi
	addq	%r12, %r8
	imulq	%rcx, %r8
	addq	%r12, %rbx
	addq	%r9, %rdi
	addq	%r9, %rax
	addq	%r9, %r13
	addq	%r9, %r14
	leaq	(%rbp,%r12), %r9
	addq	16(%rsp), %r12
	movq	336(%rsp), %rbp
	imulq	%rcx, %r9
	imulq	%rcx, %rbx
	imulq	%rcx, %r12
	movq	64(%rsp), %rcx
	addq	%rbp, %r9
	addq	%rbp, %r8
	addq	%rbp, %rbx
	imulq	40(%rsp), %rcx
	addq	%rbp, %r12
	movq	-40(%rsp), %rbp
	addq	%rbp, %rcx
	movq	%rcx, 64(%rsp)
	movq	-96(%rsp), %rcx
	addq	%rcx, %rsi
	imulq	40(%rsp), %rsi
	addq	%rcx, %r15
	addq	%rcx, %r11
	addq	%rbp, %rsi
	movq	%rsi, 1600(%rsp)
	movq	40(%rsp), %rsi
	imulq	%rsi, %r15
	imulq	%rsi, %r11
	xorl	%esi, %esi
	addq	%rbp, %r15
	addq	%rbp, %r11
	movq	%r15, 1472(%rsp)
	movq	32(%rsp), %r15
	movq	%r11, 1408(%rsp)
	jmp	.LBB0_382
	.p2align	4
.LBB0_380:
	vmovdqu64	%zmm21, -192(%r9,%rsi,4)
	vmovdqu64	%zmm18, -128(%r9,%rsi,4)
	vmovdqu64	%zmm13, -64(%r9,%rsi,4)
	vmovdqu64	%zmm12, (%r9,%rsi,4)
	vmovdqu64	%zmm3, -192(%r8,%rsi,4)
	vmovdqu64	%zmm11, -128(%r8,%rsi,4)
	vmovdqu64	%zmm10, -64(%r8,%rsi,4)
	vmovdqu64	%zmm9, (%r8,%rsi,4)
	vmovdqu64	%zmm8, -192(%rbx,%rsi,4)
	vmovdqu64	%zmm7, -128(%rbx,%rsi,4)
	vmovdqu64	%zmm6, -64(%rbx,%rsi,4)
	vmovdqu64	%zmm5, (%rbx,%rsi,4)
	vmovdqu64	%zmm4, -192(%r12,%rsi,4)
	vmovdqu64	%zmm2, -128(%r12,%rsi,4)
	vmovdqu64	%zmm1, -64(%r12,%rsi,4)
	xorl	%ebp, %ebp
	vmovdqu64	%zmm0, (%r12,%rsi,4)
.LBB0_381:
	addq	$16, %rsi
	addq	$4096, %rdi
	addq	$4096, %rax
	addq	$4096, %r13
	addq	$4096, %r14
	addq	$1024, %r15
	cmpq	%rsi, -80(%rsp)
	je	.LBB0_384
.LBB0_382:
	vmovdqa64	(%r15), %zmm0
	vmovdqa64	-64(%r15), %zmm1
	vmovdqa64	-128(%r15), %zmm2
	vmovdqa64	-192(%r15), %zmm4
	vmovdqa64	-256(%r15), %zmm5
	vmovdqa64	-320(%r15), %zmm6
	vmovdqa64	-384(%r15), %zmm7
	vmovdqa64	-448(%r15), %zmm8
	vmovdqa64	-512(%r15), %zmm9
	vmovdqa64	-576(%r15), %zmm10
	vmovdqa64	-640(%r15), %zmm11
	vmovdqa64	-704(%r15), %zmm3
	vmovdqa64	-960(%r15), %zmm21
	vmovdqa64	-896(%r15), %zmm18
	vmovdqa64	-832(%r15), %zmm13
	vmovdqa64	-768(%r15), %zmm12
	movq	-112(%rsp), %rcx
	cmpq	%rcx, -104(%rsp)
	jge	.LBB0_380
	movq	1152(%rsp), %rcx
	vmovaps	.LCPI0_5(%rip), %zmm23
	movq	-24(%rsp), %r11
	kxnorw	%k0, %k0, %k4
	leal	(%rcx,%rsi), %ebp
	movq	64(%rsp), %rcx
	movslq	%ebp, %rbp
	leaq	(%r11,%rbp,4), %r11
	vmovups	(%rcx,%rsi,4), %zmm22
	vscatterdps	%zmm22, (%r14,%zmm23) {%k4}
	kxnorw	%k0, %k0, %k4
	movq	896(%rsp), %rcx
	vmovups	(%r11,%rcx,4), %zmm22
	movq	1216(%rsp), %rcx
	vmovups	%zmm22, (%rcx,%rbp,4)
	movq	1600(%rsp), %rcx
	vmovups	(%rcx,%rsi,4), %zmm22
	vscatterdps	%zmm22, (%r13,%zmm23) {%k4}
	kxnorw	%k0, %k0, %k4
	movq	1344(%rsp), %rcx
	vmovups	(%r11,%rcx,4), %zmm22
	movq	1280(%rsp), %rcx
	vmovups	%zmm22, (%rcx,%rbp,4)
	movq	1408(%rsp), %rcx
	vmovups	(%rcx,%rsi,4), %zmm22
	vscatterdps	%zmm22, (%rax,%zmm23) {%k4}
	kxnorw	%k0, %k0, %k4
	movq	-72(%rsp), %rcx
	vmovups	(%r11,%rcx,4), %zmm22
	movq	-32(%rsp), %rcx
	vmovups	%zmm22, (%rcx,%rbp,4)
	movq	1472(%rsp), %rcx
	vmovups	(%rcx,%rsi,4), %zmm22
	vscatterdps	%zmm22, (%rdi,%zmm23) {%k4}
	movq	1088(%rsp), %rcx
	vmovdqu64	(%r11,%rcx,4), %zmm22
	movq	1536(%rsp), %rcx
	vmovdqu64	%zmm22, (%rcx,%rbp,4)
	vmovdqa64	%zmm21, -960(%r15)
	vmovdqa64	%zmm18, -896(%r15)
	vmovdqa64	%zmm13, -832(%r15)
	vmovdqa64	%zmm12, -768(%r15)
	vmovdqa64	%zmm3, -704(%r15)
	vmovdqa64	%zmm11, -640(%r15)
	vmovdqa64	%zmm10, -576(%r15)
	vmovdqa64	%zmm9, -512(%r15)
	vmovdqa64	%zmm8, -448(%r15)
	vmovdqa64	%zmm7, -384(%r15)
	vmovdqa64	%zmm6, -320(%r15)
	vmovdqa64	%zmm5, -256(%r15)
	vmovdqa64	%zmm4, -192(%r15)
	vmovdqa64	%zmm2, -128(%r15)
	vmovdqa64	%zmm1, -64(%r15)
	vmovdqa64	%zmm0, (%r15)
	movl	$1, %ebp
	jmp	.LBB0_381
	.p2align	4
.LBB0_384:
	movq	-80(%rsp), %r13
	movq	-56(%rsp), %r12
	cmpl	160(%rsp), %r13d
	je	.LBB0_376
	movq	832(%rsp), %rbx
	movq	8(%rsp), %r14
	movl	-88(%rsp), %r8d
	movq	%rbx, %rax
	imulq	192(%rsp), %rax
	addq	152(%rsp), %rax
	shlq	$10, %rax
	vmovaps	960(%r10,%rax), %zmm0
	vmovaps	896(%r10,%rax), %zmm1
	vmovaps	832(%r10,%rax), %zmm2
	vmovaps	768(%r10,%rax), %zmm4
	vmovaps	704(%r10,%rax), %zmm5
	vmovaps	640(%r10,%rax), %zmm6
	vmovaps	576(%r10,%rax), %zmm7
	vmovaps	512(%r10,%rax), %zmm8
	vmovaps	448(%r10,%rax), %zmm9
	vmovaps	384(%r10,%rax), %zmm10
	vmovaps	320(%r10,%rax), %zmm11
	vmovaps	256(%r10,%rax), %zmm12
	vmovaps	(%r10,%rax), %zmm13
	vmovaps	64(%r10,%rax), %zmm18
	vmovaps	128(%r10,%rax), %zmm21
	vmovaps	192(%r10,%rax), %zmm22
	cmpq	-112(%rsp), %r14
	jge	.LBB0_387
	movl	%r8d, %r9d
	movl	-88(%rsp), %r8d
	movq	-96(%rsp), %rbp
	movq	56(%rsp), %rsi
	shll	$4, %r9d
	kmovq	%k3, %k4
	movl	%r9d, %ecx
	movq	%rcx, 64(%rsp)
	movl	%r9d, %edi
	movl	%r9d, %r11d
	shrl	$6, %r9d
	andl	$48, %ecx
	orl	$256, %r11d
	orl	$512, %edi
	addl	%r13d, %ecx
	shll	$2, %ecx
	leaq	(%r8,%rbp), %rbx
	imulq	-112(%rsp), %rbx
	vpbroadcastq	%r8, %zmm23
	movq	-24(%rsp), %r8
	vpsllq	$2, %zmm23, %zmm23
	vpaddq	%zmm23, %zmm19, %zmm24
	vpaddq	%zmm23, %zmm20, %zmm23
	addq	%rcx, %r8
	vmovups	(%rsi,%rbx,4), %zmm3 {%k3} {z}
	movq	%r9, %rbx
	addq	%r14, %r9
	shlq	$8, %rbx
	vscatterqps	%ymm3, (,%zmm23) {%k4}
	kshiftrw	$8, %k3, %k4
	vextractf64x4	$1, %zmm3, %ymm3
	kmovq	%k4, %k5
	vscatterqps	%ymm3, (,%zmm24) {%k5}
	kmovq	%k3, %k5
	movq	-128(%rsp), %r12
	movq	(%rsp), %r15
	imulq	%r12, %r9
	addq	%r15, %rbx
	vmovups	(%r8,%r9,4), %zmm3 {%k3} {z}
	movl	%r11d, %r9d
	shrl	$4, %r11d
	shrl	$6, %r9d
	vpbroadcastq	%r11, %zmm23
	vpsllq	$2, %zmm23, %zmm23
	vpaddq	%zmm23, %zmm19, %zmm24
	vpaddq	%zmm23, %zmm20, %zmm23
	vmovups	%zmm3, (%rcx,%rbx) {%k3}
	leaq	(%r11,%rbp), %rbx
	imulq	-112(%rsp), %rbx
	movq	%r9, %r11
	addq	%r14, %r9
	shlq	$8, %r11
	imulq	%r12, %r9
	addq	%r15, %r11
	vmovups	(%rsi,%rbx,4), %zmm3 {%k3} {z}
	movq	832(%rsp), %rbx
	vscatterqps	%ymm3, (,%zmm23) {%k5}
	vextractf64x4	$1, %zmm3, %ymm3
	kmovq	%k4, %k5
	vscatterqps	%ymm3, (,%zmm24) {%k5}
	kmovq	%k3, %k5
	vmovups	(%r8,%r9,4), %zmm3 {%k3} {z}
	movl	%edi, %r9d
	shrl	$4, %edi
	shrl	$6, %r9d
	vpbroadcastq	%rdi, %zmm23
	vpsllq	$2, %zmm23, %zmm23
	vpaddq	%zmm23, %zmm19, %zmm24
	vpaddq	%zmm23, %zmm20, %zmm23
	vmovups	%zmm3, (%rcx,%r11) {%k3}
	leaq	(%rdi,%rbp), %r11
	imulq	-112(%rsp), %r11
	movq	%r9, %rdi
	addq	%r14, %r9
	shlq	$8, %rdi
	imulq	%r12, %r9
	addq	%r15, %rdi
	vmovups	(%rsi,%r11,4), %zmm3 {%k3} {z}
	movq	64(%rsp), %r11
	orl	$768, %r11d
	vscatterqps	%ymm3, (,%zmm23) {%k5}
	vextractf64x4	$1, %zmm3, %ymm3
	kmovq	%k4, %k5
	vscatterqps	%ymm3, (,%zmm24) {%k5}
	kmovq	%k3, %k5
	vmovups	(%r8,%r9,4), %zmm3 {%k3} {z}
	movl	%r11d, %r9d
	shrl	$4, %r11d
	shrl	$6, %r9d
	vpbroadcastq	%r11, %zmm23
	vpsllq	$2, %zmm23, %zmm23
	vpaddq	%zmm23, %zmm19, %zmm24
	vpaddq	%zmm23, %zmm20, %zmm23
	vmovups	%zmm3, (%rcx,%rdi) {%k3}
	leaq	(%r11,%rbp), %rdi
	imulq	-112(%rsp), %rdi
	movl	$1, %ebp
	vmovups	(%rsi,%rdi,4), %zmm3 {%k3} {z}
	movq	%r9, %rsi
	addq	%r14, %r9
	shlq	$8, %rsi
	imulq	%r12, %r9
	addq	%r15, %rsi
	vscatterqps	%ymm3, (,%zmm23) {%k5}
	vextractf64x4	$1, %zmm3, %ymm3
	vscatterqps	%ymm3, (,%zmm24) {%k4}
	vmovups	(%r8,%r9,4), %zmm3 {%k3} {z}
	movl	-88(%rsp), %r8d
	vmovups	%zmm3, (%rcx,%rsi) {%k3}
	vmovaps	%zmm13, (%r10,%rax)
	vmovaps	%zmm18, 64(%r10,%rax)
	vmovaps	%zmm21, 128(%r10,%rax)
	vmovaps	%zmm22, 192(%r10,%rax)
	vmovaps	%zmm12, 256(%r10,%rax)
	vmovaps	%zmm11, 320(%r10,%rax)
	vmovaps	%zmm10, 384(%r10,%rax)
	vmovaps	%zmm9, 448(%r10,%rax)
	vmovaps	%zmm8, 512(%r10,%rax)
	vmovaps	%zmm7, 576(%r10,%rax)
	vmovaps	%zmm6, 640(%r10,%rax)
	vmovaps	%zmm5, 704(%r10,%rax)
	vmovaps	%zmm4, 768(%r10,%rax)
	vmovaps	%zmm2, 832(%r10,%rax)
	vmovaps	%zmm1, 896(%r10,%rax)
	vmovaps	%zmm0, 960(%r10,%rax)
	jmp	.LBB0_388
	.p2align	4
.LBB0_387:
	movl	%r8d, %eax
	movl	%r8d, %ebp
	movq	-96(%rsp), %r8
	movq	312(%rsp), %r9
	vmovaps	%zmm22, %zmm3 {%k3} {z}
	vmovaps	%zmm21, %zmm21 {%k3} {z}
	vmovaps	%zmm18, %zmm18 {%k3} {z}
	vmovaps	%zmm13, %zmm13 {%k3} {z}
	vmovaps	%zmm0, %zmm0 {%k3} {z}
	vmovaps	%zmm1, %zmm1 {%k3} {z}
	vmovaps	%zmm2, %zmm2 {%k3} {z}
	leaq	16(%rax,%r8), %rdi
	leaq	32(%rax,%r8), %rcx
	leaq	48(%rax,%r8), %rsi
	orq	%r8, %rax
	movq	-128(%rsp), %r8
	imulq	%r8, %rax
	imulq	%r8, %rdi
	imulq	%r8, %rcx
	imulq	%r8, %rsi
	movl	%ebp, %r8d
	xorl	%ebp, %ebp
	vmovups	%zmm13, (%r9,%rax,4) {%k3}
	vmovups	%zmm18, 64(%r9,%rax,4) {%k3}
	vmovups	%zmm21, 128(%r9,%rax,4) {%k3}
	vmovups	%zmm3, 192(%r9,%rax,4) {%k3}
	vmovaps	%zmm9, %zmm3 {%k3} {z}
	vmovaps	%zmm10, %zmm9 {%k3} {z}
	vmovaps	%zmm11, %zmm10 {%k3} {z}
	vmovaps	%zmm12, %zmm11 {%k3} {z}
	vmovups	%zmm11, (%r9,%rdi,4) {%k3}
	vmovups	%zmm10, 64(%r9,%rdi,4) {%k3}
	vmovups	%zmm9, 128(%r9,%rdi,4) {%k3}
	vmovups	%zmm3, 192(%r9,%rdi,4) {%k3}
	vmovaps	%zmm4, %zmm3 {%k3} {z}
	vmovaps	%zmm5, %zmm4 {%k3} {z}
	vmovaps	%zmm6, %zmm5 {%k3} {z}
	vmovaps	%zmm7, %zmm6 {%k3} {z}
	vmovaps	%zmm8, %zmm7 {%k3} {z}
	vmovups	%zmm7, (%r9,%rcx,4) {%k3}
	vmovups	%zmm6, 64(%r9,%rcx,4) {%k3}
	vmovups	%zmm5, 128(%r9,%rcx,4) {%k3}
	vmovups	%zmm4, 192(%r9,%rcx,4) {%k3}
	vmovups	%zmm3, (%r9,%rsi,4) {%k3}
	vmovups	%zmm2, 64(%r9,%rsi,4) {%k3}
	vmovups	%zmm1, 128(%r9,%rsi,4) {%k3}
	vmovups	%zmm0, 192(%r9,%rsi,4) {%k3}
.LBB0_388:
	movq	-56(%rsp), %r12
	jmp	.LBB0_377
.LBB0_389:
	addq	$2120, %rsp
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	popq	%rbp
	vzeroupper
	retq
.Lfunc_end0:
	.size	gemm_reg, .Lfunc_end0-gemm_reg

	.section	".note.GNU-stack","",@progbits
