#pragma once
// Reads a number or flag out of what a command printed, by the name a gate asks for. It must never
// let a gate pass on a guess: what can be read in two ways is not read at all.

#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "session/gate.h"

namespace clew {

// What a command printed, each stream by itself.
struct PrintedText {
  std::string_view output;
  std::string_view errors = {};
};

struct MeasuredValues {
  std::vector<Value> values;  // each once, as the lines come; several: they do not agree
  std::string doubtful = {};  // a line that can be read in two ways; empty when there is none
};

// The values printed for `name`.
//
//   name, then the value    coverage: 83.4%   coverage ....... 83 %   "coverage": 83   a | 83 |
//   a count, then its name  3 failed   12 passed in 3.2s   1 error (for "errors")
//
// Between name and value stand blanks and one of : = | or a run of dots, nothing else. A line with
// two values, and one with a number that goes on (1,234, 5/6, 3 of the next word), is doubtful.
// What was overwritten in the same line (a progress bar) does not count.
MeasuredValues find_measured(const PrintedText& printed, std::string_view name);

// The value that the gate likes least, so that no order of the lines opens it; null when the field
// is compared with another one, or with nothing, and the values differ.
Value least_favourable(const Gate& gate, const GateField& wanted, const std::vector<Value>& values);

}  // namespace clew
