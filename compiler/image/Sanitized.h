// Which sanitizers this is built with, by the names of GCC and of Clang: what they need to be told, and what they
// cannot be used with.
#pragma once

#if defined(__has_feature)
#define LANECL_HAS_FEATURE(name) __has_feature(name)
#else
#define LANECL_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_THREAD__) || LANECL_HAS_FEATURE(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define LANECL_THREAD_SANITIZER 1
#define LANECL_TSAN(call) call ///< what only the thread sanitizer is told
#define LANECL_NO_TSAN __attribute__((no_sanitize("thread")))
#else
#define LANECL_THREAD_SANITIZER 0
#define LANECL_TSAN(call)
#define LANECL_NO_TSAN
#endif

#if defined(__SANITIZE_ADDRESS__) || LANECL_HAS_FEATURE(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LANECL_LSAN(call) call ///< what only the search for leaks is told
#else
#define LANECL_LSAN(call)
#endif

/// One that puts its own memory management in malloc's place.
#if LANECL_THREAD_SANITIZER || defined(__SANITIZE_ADDRESS__) || LANECL_HAS_FEATURE(address_sanitizer) ||               \
    LANECL_HAS_FEATURE(memory_sanitizer)
#define LANECL_MEMORY_SANITIZED 1
#else
#define LANECL_MEMORY_SANITIZED 0
#endif
