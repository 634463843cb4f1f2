#pragma once
// Reads a number or flag out of what a command printed, by the name a gate asks for. It must never
// let a gate pass on a guess: what can be read in two ways is not read at all.

#include <string_view>

#include "base/value.h"

namespace clew {

// What a command printed, each stream by itself: which line came first is known only within one.
struct PrintedText {
  std::string_view output;
  std::string_view errors = {};
};

// The value printed for `name`; null when there is none, or more than one in the place that counts.
//
//   name, then the value    coverage: 83.4%   coverage ....... 83 %   "coverage": 83   a | 83 |
//   a count, then its name  3 failed   12 passed in 3.2s   1 error (for "errors")
//
// Between name and value stand blanks and one of : = | or a run of dots, nothing else. A later line
// counts more than an earlier one. A line with two values, two streams that differ, and a number
// that goes on (1,234, 5/6, 3 of the next word) say nothing.
Value find_measured(const PrintedText& printed, std::string_view name);

}  // namespace clew
