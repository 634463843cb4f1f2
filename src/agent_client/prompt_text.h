#pragma once
// What is kept of a prompt: all of it, likely secrets replaced; of a very long one the beginning
// and the end. And the goal that it gives a session.

#include <string>
#include <string_view>

namespace clew {

inline constexpr size_t kMaxPrompt = 64 * 1024;  // bytes
inline constexpr size_t kMaxAnswer = 500;        // characters of a question, or of an answer to one

std::string prompt_to_keep(std::string_view prompt);
// Its first line; of a long one whole sentences as far as they fit, at most 200 characters. Empty
// when there is nothing to read in it.
std::string goal_of(std::string_view prompt);

}  // namespace clew
