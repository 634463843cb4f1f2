#pragma once
// Paths that come from data. Only a plain way down is accepted: relative, no "..", no NUL, no empty
// part; at most 1,024 bytes. Symbolic links are refused later, when the path is opened.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

inline constexpr size_t kPathLimit = 1024;

Result<std::vector<std::string>> split_relative_path(std::string_view path);
// The same for a single name.
Status check_name(std::string_view name);

// "a" and "b" make "a/b"; an empty side leaves the other.
std::string join_path(std::string_view folder, std::string_view path);
// "/a/b" is in "/a", which is in "/"; the last part of it is "b".
std::string parent_of(std::string_view path);
std::string last_part_of(std::string_view path);

}  // namespace clew
