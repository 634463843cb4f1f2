#pragma once
// How a patch is spelled (tree_patch.h), for those who make one and those who apply it.

#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/value.h"
#include "document/json/json.h"

namespace clew::patch_marks {

inline constexpr const char* kSet = "=";
inline constexpr const char* kShown = "~";
inline constexpr const char* kRemoved = "-";
inline constexpr const char* kList = "[";
inline constexpr const char* kCount = "n";
inline constexpr const char* kFrom = "@";
inline constexpr const char* kThen = "+";
inline constexpr const char* kSpelled = "^";
inline constexpr std::string_view kMarks = "=~-[.n@+^";
// Longer ones are known by their digest.
inline constexpr size_t kLongestShown = 48;

inline bool is_empty(const Value& value) {
  return value.is_null() || (value.is_string() && value.as_string().empty()) ||
         (value.is_list() && value.as_list().empty()) ||
         (value.is_object() && value.as_object().empty());
}

// What stands where a change is to be made, for whoever makes it to know it again.
inline Value mark_of(const Value& shown) {
  const std::string text = write_json(shown);
  if (text.size() <= kLongestShown) return shown;
  return "#" + sha256(text).hex().substr(0, 12);
}

}  // namespace clew::patch_marks
