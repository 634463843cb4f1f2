#include "dialect/transcript/lean_line.h"

#include <algorithm>

namespace clew::transcript {
namespace {

// Behind the quote that ends the string at `at`; the end of the line when there is none.
size_t behind_string(std::string_view line, size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

bool is_name(std::string_view line, size_t end) {
  const size_t next = line.find_first_not_of(" \t\r", end);
  return next != std::string_view::npos && line[next] == ':';
}

}  // namespace

LeanLine make_lean(std::string_view line, size_t most) {
  LeanLine lean;
  for (size_t at = 0; at < line.size();) {
    const size_t quote = std::min(line.find('"', at), line.size());
    lean.text += line.substr(at, quote - at);
    if (quote == line.size()) break;
    at = behind_string(line, quote);
    const std::string_view string = line.substr(quote, at - quote);
    // What is torn stays torn.
    const bool ends = string.size() > 1 && string.back() == '"';
    if (ends && string.size() > most + 2 && !is_name(line, at)) {
      lean.text += "null";
      ++lean.left_out;
    } else {
      lean.text += string;
    }
  }
  return lean;
}

}  // namespace clew::transcript
