#include "base/shell_word.h"

#include <fmt/format.h>

#include <algorithm>

namespace clew {
namespace {

bool is_shell_control(char c) { return (c >= '\0' && c < ' ') || c == '\x7f'; }

// $'a\nb', as bash, zsh and ksh read it: what is pasted stays one line.
std::string escaped_word(const std::string& word) {
  std::string out = "$'";
  for (const char c : word) {
    if (c == '\n') {
      out += "\\n";
    } else if (is_shell_control(c)) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      if (c == '\'' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "'";
}

}  // namespace

std::string shell_word(const std::string& word) {
  constexpr const char* kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,@%+-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  if (std::any_of(word.begin(), word.end(), is_shell_control)) return escaped_word(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_words(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace clew
