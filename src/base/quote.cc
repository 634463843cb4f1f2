#include "base/quote.h"

#include <algorithm>

#include "base/quote_name.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr size_t kMaxName = 100;

std::string end_of(const std::string& name, size_t most) {
  const size_t length = count_characters(name);
  if (length <= most || most == 0) return name;
  size_t at = 0;
  for (size_t skip = length - most + 1; at < name.size(); ++at) {
    const bool starts = (static_cast<unsigned char>(name[at]) & 0xC0) != 0x80;
    if (starts && skip-- == 0) break;
  }
  return "…" + name.substr(at);
}

}  // namespace

std::string without_quotes(std::string text) {
  for (const std::string_view mark : {"\"", "“", "”", "„", "‟", "＂", "«", "»"}) {
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; ++at) {
      text.replace(at, mark.size(), "'");
    }
  }
  return text;
}

std::string quote(std::string_view text) {
  return "\"" + without_quotes(visible(one_line(text))) + "\"";
}

bool is_plain_name(std::string_view name) {
  constexpr std::string_view kMarks = "_./-+@:~#$=%";
  return std::all_of(name.begin(), name.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

std::string quote_name(std::string_view name, size_t most) {
  if (is_plain_name(name)) return end_of(std::string(name), most);
  return "\"" + end_of(without_quotes(visible(one_line(name))), most) + "\"";
}

std::string quote_name(std::string_view name) { return quote_name(name, kMaxName); }

}  // namespace clew
