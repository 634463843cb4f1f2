#include "interface/hooks/hook_input.h"

#include <utility>

namespace clew {

void HookInput::take(std::string_view bytes) {
  if (is_over()) return;
  const bool was_whole = seen_ <= kMaxHookInput;
  seen_ += bytes.size();
  if (seen_ <= kMaxHookInput) {
    whole_ += bytes;
    return;
  }
  if (was_whole) lean_.take(std::exchange(whole_, {}));
  lean_.take(bytes);
}

bool HookInput::is_over() const {
  return lean_.text().size() > kMaxHookInput || seen_ > kMaxHookBytes;
}

std::string HookInput::text() && {
  if (seen_ <= kMaxHookInput) return std::move(whole_);
  const bool over = is_over();
  std::string text = std::move(lean_).text();
  if (over) text.resize(kMaxHookInput + 1);
  return text;
}

}  // namespace clew
