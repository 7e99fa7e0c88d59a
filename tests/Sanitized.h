// Whether the tests run under a sanitizer: its shadow memory is in the way of limits on the address space, and what it
// checks takes time.
#pragma once

namespace lanecl::test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LANECL_TEST_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(LANECL_TEST_SANITIZED)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace lanecl::test
