#include "interface/hook/hook_input.h"

#include <algorithm>
#include <utility>

namespace clew {

void HookInput::take(std::string_view bytes) {
  seen_ += bytes.size();
  if (is_over()) return;
  if (shortens_) return shorten(bytes);
  text_ += bytes;
  if (text_.size() <= kMostHookInput) return;
  shortens_ = true;
  const std::string all = std::exchange(text_, {});
  shorten(all);
}

std::string HookInput::text() && {
  if (is_over()) text_.resize(kMostHookInput + 1);
  return std::move(text_);
}

void HookInput::shorten(std::string_view bytes) {
  while (!bytes.empty() && text_.size() <= kMostHookInput) {
    if (at_ != At::kOutside) {
      bytes = take_text(bytes);
      continue;
    }
    const size_t quote = bytes.find('"');
    if (quote == std::string_view::npos) {
      text_ += bytes;
      return;
    }
    text_ += bytes.substr(0, quote);
    begin_ = text_.size();
    text_ += '"';
    at_ = At::kText;
    bytes.remove_prefix(quote + 1);
  }
}

// What comes after the text, once it ends.
std::string_view HookInput::take_text(std::string_view bytes) {
  if (is_escaped_) {
    keep(bytes.substr(0, 1));
    is_escaped_ = false;
    return bytes.substr(1);
  }
  const size_t mark = std::min(bytes.find_first_of("\"\\"), bytes.size());
  keep(bytes.substr(0, mark));
  if (mark == bytes.size()) return {};
  is_escaped_ = bytes[mark] == '\\';
  keep(bytes.substr(mark, 1));
  if (!is_escaped_) at_ = At::kOutside;
  return bytes.substr(mark + 1);
}

void HookInput::keep(std::string_view bytes) {
  if (at_ == At::kLongText) return;
  text_ += bytes;
  if (text_.size() - begin_ <= kMostHookText) return;
  text_.resize(begin_);
  text_ += "null";
  at_ = At::kLongText;
  is_shortened_ = true;
}

}  // namespace clew
