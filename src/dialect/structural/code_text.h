#pragma once
// Checkpoints hold what was derived from code, never code itself. Text of more than 120 characters,
// or of more than one line, is code when it looks like it; docs/dialects/structural.md has the
// patterns in words.

#include <string>

namespace clew::structural {

inline constexpr size_t kLongestSnippet = 120;

bool is_raw_code(const std::string& text);

// The text in one line, at most `longest` characters, and short enough to be no code.
std::string fit_text(const std::string& text, size_t longest);

}  // namespace clew::structural
