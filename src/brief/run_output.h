#pragma once
// What a command printed, read for what it counted and for what went wrong. Deterministic.

#include <optional>
#include <string>
#include <string_view>

namespace clew {

// What the last line with numbers in it counted.
struct Counts {
  std::optional<long> passed;
  std::optional<long> failed;
  std::string line;
};
Counts counted_in(std::string_view output);
// Whether it counted tests, whatever the command is called.
bool has_test_counts(std::string_view output);
// "41 passed, 2 skipped": what a run counted; empty when it did not.
std::string counts_in(std::string_view output);
// "OK", "BUILD SUCCESSFUL in 51s": what runners end with that count nothing.
bool ends_well(std::string_view output);
// The line that says what went wrong, at most 160 characters.
std::string error_line_of(std::string_view output);

}  // namespace clew
