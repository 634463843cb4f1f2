#include "interface/hooks/hook_input.h"

#include <utility>

namespace clew {

void HookInput::take(std::string_view bytes) {
  if (is_over()) return;
  const bool was_whole = seen_ <= kMostHookInput;
  seen_ += bytes.size();
  if (seen_ <= kMostHookInput) {
    whole_ += bytes;
    return;
  }
  if (was_whole) lean_.take(std::exchange(whole_, {}));
  lean_.take(bytes);
}

bool HookInput::is_over() const {
  return lean_.text().size() > kMostHookInput || seen_ > kMostHookBytes;
}

std::string HookInput::text() && {
  if (seen_ <= kMostHookInput) return std::move(whole_);
  const bool over = is_over();
  std::string text = std::move(lean_).text();
  if (over) text.resize(kMostHookInput + 1);
  return text;
}

}  // namespace clew
