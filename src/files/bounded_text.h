#pragma once
// Output of unknown length in bounded memory: its beginning and its end are kept, the middle is
// left out, and all of it is counted. For what programs print.

#include <cstdint>
#include <string>
#include <string_view>

namespace clew {

struct TextBounds {
  size_t head = size_t{32} << 10;
  size_t tail = size_t{32} << 10;
};

class BoundedText {
 public:
  explicit BoundedText(TextBounds bounds = {}) : bounds_(bounds) {}

  void add(std::string_view text);

  uint64_t total() const { return total_; }  // bytes that were added
  uint64_t left_out() const;                 // bytes that were not kept
  const std::string& head() const { return head_; }
  std::string_view tail() const;
  // Head and tail, and between them, if anything was left out, a line that says how much.
  std::string text() const;
  // The same without the lines that were cut there: half of a line may be half of a secret, which
  // nobody would know for one.
  std::string whole_lines() const;

 private:
  TextBounds bounds_;
  uint64_t total_ = 0;
  std::string head_;
  std::string tail_;  // up to twice its bound, so that cutting it is rare
};

}  // namespace clew
