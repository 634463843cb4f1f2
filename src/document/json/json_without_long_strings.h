#pragma once
// A filter for JSON text that leaves out its longest strings: a picture in a prompt, the whole of a
// large file beside an edit. A null stands where one was, which is how agents tell that they do not
// say; the rest says what it said. What is no JSON stays none. Text comes in pieces of any size,
// and memory holds only what is kept.

#include <string>
#include <string_view>

namespace clew {

class LeanJson {
 public:
  explicit LeanJson(size_t most) : most_(most) {}  // bytes of a string between its quotes

  // The next bytes of it, in pieces of any size.
  void take(std::string_view bytes);

  const std::string& text() const& { return text_; }
  std::string text() && { return std::move(text_); }
  size_t left_out() const { return left_out_; }  // strings

 private:
  enum class At { kOutside, kString, kLongString };
  std::string_view take_string(std::string_view bytes);
  void keep(std::string_view bytes);

  size_t most_;
  std::string text_;
  size_t left_out_ = 0;
  At at_ = At::kOutside;
  size_t begin_ = 0;         // of the string it is at
  bool is_escaped_ = false;  // the next character belongs to the one before
};

}  // namespace clew
