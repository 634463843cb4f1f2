#pragma once
// A broken invariant stops the program: carrying on would write what nobody can trust.

#include <cstdio>
#include <cstdlib>

namespace clew {

[[noreturn]] inline void check_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "clew: internal error: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace clew

#define CLEW_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::clew::check_failed(#condition, __FILE__, __LINE__))
