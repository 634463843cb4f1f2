#pragma once
// One line of what `clew doctor` and `clew setup --check` found.

#include <string>
#include <vector>

namespace clew {

struct CheckResult {
  std::string name;  // "permissions"; as in the JSON answer
  bool fine = true;
  std::string words;
  std::string next;  // what mends it, or what to do about it; may be empty
};
using CheckResults = std::vector<CheckResult>;

// Fine is ticked only when nothing is left to do about it.
inline const char* mark_of(const CheckResult& result) {
  if (!result.fine) return "✘";
  return result.next.empty() ? "✔" : "·";
}

}  // namespace clew
