#pragma once
// From the marks of the YAML parser, which count characters, to bytes of the text.

#include <yaml.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace clew {

class MarkOffsets {
 public:
  explicit MarkOffsets(std::string_view text) : size_(text.size()) {
    const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; };
    if (std::none_of(text.begin(), text.end(), is_tail)) return;
    starts_.reserve(text.size());
    for (size_t at = 0; at < text.size(); ++at) {
      if (!is_tail(text[at])) starts_.push_back(static_cast<uint32_t>(at));
    }
  }

  size_t operator()(const yaml_mark_t& mark) const {
    if (starts_.empty()) return std::min(mark.index, size_);
    return mark.index < starts_.size() ? starts_[mark.index] : size_;
  }

 private:
  size_t size_;
  std::vector<uint32_t> starts_;  // empty when every character is one byte
};

}  // namespace clew
