#pragma once
// CLEW_CHECK: an assertion that stays in the released program. A broken invariant stops the program
// with the place in the source: carrying on would write what nobody can trust. It is for bugs
// alone; whatever can go wrong in normal life is a Result (result.h).

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
