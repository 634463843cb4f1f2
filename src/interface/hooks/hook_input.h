#pragma once
// What a hook is told on standard input. Up to 8 MiB it is taken as it came. Of more, as when a
// large file was edited, texts over 256 KiB are left out
// (document/json/json_without_long_strings.h): what is recorded of an edit is small, or stands in
// the file.

#include "document/json/json_without_long_strings.h"

namespace clew {

inline constexpr size_t kMaxHookInput = size_t{8} << 20;
inline constexpr size_t kMaxHookText = size_t{256} << 10;   // of one text, in more than that
inline constexpr size_t kMaxHookBytes = size_t{512} << 20;  // that are read at all

class HookInput {
 public:
  void take(std::string_view bytes);
  // Nothing more is wanted: it stays over the limit whatever follows.
  bool is_over() const;
  // Texts were left out.
  bool is_shortened() const { return lean_.left_out() > 0; }
  // Longer than kMaxHookInput when it is over.
  std::string text() &&;

 private:
  std::string whole_;  // as long as it is within the limit; empty then
  LeanJson lean_ = LeanJson(kMaxHookText);
  size_t seen_ = 0;
};

}  // namespace clew
