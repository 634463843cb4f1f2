#pragma once
// Checkpoints hold what was derived from code, never code itself: every text has one line, and one
// of more than 120 characters is code when it looks like it; docs/dialects/structural.md has the
// patterns in words.

#include <string>
#include <string_view>

namespace clew::structural {

inline constexpr size_t kLongestSnippet = 120;

bool has_line_break(std::string_view text);
bool is_raw_code(const std::string& text);

// The text in one line, at most `longest` characters, and short enough to be no code.
std::string fit_text(const std::string& text, size_t longest);

}  // namespace clew::structural
