#pragma once
// Texts in the many shapes that Codex gives them. Private to this folder.

#include <algorithm>
#include <array>
#include <string>

#include "base/value.h"
#include "document/members.h"

namespace clew::transcript {

template <size_t N>
bool is_one_of(const std::array<const char*, N>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The texts of a list of blocks, whatever they are called.
inline std::string texts_of(const Value& content) {
  if (content.is_string()) return content.as_string();
  std::string text;
  for (const auto& block : content.as_list()) {
    const std::string part = text_in(block, "text");
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  }
  return text;
}

// ["bash", "-lc", "make test"] is make test.
inline std::string command_of(const Value& command) {
  if (command.is_string()) return command.as_string();
  const auto& words = command.as_list();
  const bool shell = words.size() == 3 && words[1].as_string().starts_with("-") &&
                     words[1].as_string().ends_with("c");
  if (shell) return words[2].as_string();
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word.as_string();
  return text;
}

}  // namespace clew::transcript
