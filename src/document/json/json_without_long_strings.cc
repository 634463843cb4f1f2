#include "document/json/json_without_long_strings.h"

#include <algorithm>

namespace clew {

void LeanJson::take(std::string_view bytes) {
  while (!bytes.empty()) {
    if (at_ != At::kOutside) {
      bytes = take_string(bytes);
      continue;
    }
    const size_t quote = std::min(bytes.find('"'), bytes.size());
    text_ += bytes.substr(0, quote);
    if (quote == bytes.size()) return;
    begin_ = text_.size();
    text_ += '"';
    at_ = At::kString;
    bytes.remove_prefix(quote + 1);
  }
}

// What comes after the string, once it ends.
std::string_view LeanJson::take_string(std::string_view bytes) {
  if (is_escaped_) {
    keep(bytes.substr(0, 1));
    is_escaped_ = false;
    return bytes.substr(1);
  }
  const size_t mark = std::min(bytes.find_first_of("\"\\"), bytes.size());
  keep(bytes.substr(0, mark));
  if (mark == bytes.size()) return {};
  is_escaped_ = bytes[mark] == '\\';
  if (is_escaped_) {
    keep("\\");
  } else {
    if (at_ == At::kString) text_ += '"';
    at_ = At::kOutside;
  }
  return bytes.substr(mark + 1);
}

void LeanJson::keep(std::string_view bytes) {
  if (at_ == At::kLongString) return;
  text_ += bytes;
  if (text_.size() - begin_ - 1 <= most_) return;
  text_.resize(begin_);
  text_ += "null";
  ++left_out_;
  at_ = At::kLongString;
}

}  // namespace clew
