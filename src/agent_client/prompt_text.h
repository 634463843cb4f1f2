#pragma once
// What is kept of a prompt: likely secrets replaced, at most 500 characters; and the goal that it
// gives a session.

#include <string>
#include <string_view>

namespace clew {

inline constexpr size_t kMostPrompt = 500;

std::string prompt_to_keep(std::string_view prompt);
// Its first line; of a long one whole sentences as far as they fit, at most 200 characters. Empty
// when there is nothing to read in it.
std::string goal_of(std::string_view prompt);

}  // namespace clew
