#include "document/line_index.h"

#include <algorithm>

#include "base/text.h"

namespace clew {

TextPosition LineIndex::find(std::string_view text, size_t offset) {
  if (starts_.empty()) {
    starts_.push_back(text.size() - without_mark(text).size());
    last_offset_ = starts_.front();
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      starts_.push_back(at + 1);
    }
  }
  offset = std::max(std::min(offset, text.size()), starts_.front());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<size_t>(after - starts_.begin());
  if (line != last_.line || offset < last_offset_) {
    last_ = {line, 1};
    last_offset_ = starts_[line - 1];
  }
  last_.column += count_characters(text.substr(last_offset_, offset - last_offset_));
  last_offset_ = offset;
  return last_;
}

}  // namespace clew
