#pragma once
// What a hook is told on standard input. Up to 8 MiB it is taken as it came. Of more, as when a
// large file was edited, texts over 256 KiB are left out: a null stands where they were, which is
// how agents tell that they do not say. What is recorded of an edit is small, or stands in the
// file.

#include <string>
#include <string_view>

namespace clew {

inline constexpr size_t kMostHookInput = size_t{8} << 20;
inline constexpr size_t kMostHookText = size_t{256} << 10;   // of one text, in more than that
inline constexpr size_t kMostHookBytes = size_t{512} << 20;  // that are read at all

class HookInput {
 public:
  void take(std::string_view bytes);
  // Nothing more is wanted: it stays over the limit whatever follows.
  bool is_over() const { return text_.size() > kMostHookInput || seen_ > kMostHookBytes; }
  // Texts were left out.
  bool is_shortened() const { return is_shortened_; }
  // Longer than kMostHookInput when it is over.
  std::string text() &&;

 private:
  enum class At { kOutside, kText, kLongText };
  void shorten(std::string_view bytes);
  std::string_view take_text(std::string_view bytes);
  void keep(std::string_view bytes);

  std::string text_;
  size_t seen_ = 0;
  bool shortens_ = false;
  bool is_shortened_ = false;
  At at_ = At::kOutside;
  size_t begin_ = 0;         // of the text it is at
  bool is_escaped_ = false;  // the next character belongs to the one before
};

}  // namespace clew
