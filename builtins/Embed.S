/* The packed library as read-only data; LANECL_BUILTINS_FILE comes from CMake. */
        .section .rodata
        .globl laneclBuiltinsBegin
        .hidden laneclBuiltinsBegin
        .type laneclBuiltinsBegin, @object
        .balign 16
laneclBuiltinsBegin:
        .incbin LANECL_BUILTINS_FILE
        .size laneclBuiltinsBegin, . - laneclBuiltinsBegin
        .section .note.GNU-stack, "", @progbits
