#pragma once
// The difference between two texts in lines, as `diff -u` shows it, for people to read before they
// agree. Likely secrets are left out and long lines cut: it is shown, not applied.

#include <string>
#include <string_view>

namespace clew {

// Empty when both are the same. `before_name` and `after_name` stand in the two head lines.
std::string unified_diff(const std::string& before_name, const std::string& after_name,
                         std::string_view before, std::string_view after);

}  // namespace clew
