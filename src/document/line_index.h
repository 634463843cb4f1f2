#pragma once
// Where in a text many offsets are: as position_at, at the cost of one look through the text.

#include <vector>

#include "document/text_position.h"

namespace clew {

// Lines are counted once, and offsets that only grow cost no more than the text between them. To be
// given the same text each time.
class LineIndex {
 public:
  TextPosition find(std::string_view text, size_t offset);

 private:
  std::vector<size_t> starts_;  // of lines; empty: not counted yet
  size_t last_offset_ = 0;
  TextPosition last_;
};

}  // namespace clew
