#include "dialect/structural/code_text.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "base/text.h"

namespace clew::structural {
namespace {

// What a line of code looks like, and a sentence does not.
constexpr const char* kPatterns[] = {
    // def run(self):  class Store:  function load(  fn main(
    "^[[:space:]]*(async[[:space:]]+|export[[:space:]]+|public[[:space:]]+|static[[:space:]]+)*"
    "(def|class|function|func|fn|struct|enum|interface)[[:space:]]+[A-Za-z_$][A-Za-z0-9_$]*"
    "[[:space:]]*[(:{<]",
    // import os.path   import a from "b"   from x import y   #include <x>
    "^[[:space:]]*import[[:space:]]+[A-Za-z0-9_.]+([[:space:]]+as[[:space:]]+[A-Za-z0-9_]+)?;?$",
    "^[[:space:]]*import[[:space:]].*[[:space:]]from[[:space:]]+[\"']",
    "^[[:space:]]*from[[:space:]]+[A-Za-z0-9_.]+[[:space:]]+import[[:space:]]",
    "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]",
    // const total =
    "(^|[;{(]|[[:space:]])(const|let|var|auto)[[:space:]]+[A-Za-z_$][A-Za-z0-9_$]*[[:space:]]*=",
    // total = add(
    "[A-Za-z_][A-Za-z0-9_.]*[[:space:]]*=[[:space:]]*[A-Za-z_][A-Za-z0-9_.]*[(]",
    // run();   ) {   =>  {
    "[)][[:space:]]*;",
    "([)]|=>)[[:space:]]*[{]",
    // a line that ends a statement or a block
    "[;{}][[:space:]]*$",
    // a fence
    "^[[:space:]]*```",
};

const std::vector<std::unique_ptr<const Pattern>>& patterns() {
  static const auto compiled = [] {
    std::vector<std::unique_ptr<const Pattern>> out;
    for (const char* expression : kPatterns) {
      auto pattern = std::make_unique<const Pattern>(expression);
      if (pattern->ok()) out.push_back(std::move(pattern));
    }
    return out;
  }();
  return compiled;
}

bool is_code_line(const std::string& line) {
  return std::any_of(patterns().begin(), patterns().end(),
                     [&](const auto& pattern) { return pattern->found_in(line); });
}

}  // namespace

bool has_line_break(std::string_view text) {
  return text.find_first_of("\n\r") != std::string_view::npos;
}

bool is_raw_code(const std::string& text) {
  if (!has_line_break(text) && count_characters(text) <= kLongestSnippet) return false;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of("\n\r", at), text.size());
    if (is_code_line(text.substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

std::string fit_text(const std::string& text, size_t longest) {
  std::string fit = cut(has_line_break(text) ? one_line(text) : text, longest);
  return is_raw_code(fit) ? cut(fit, kLongestSnippet) : fit;
}

}  // namespace clew::structural
