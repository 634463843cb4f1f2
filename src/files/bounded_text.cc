#include "files/bounded_text.h"

#include <algorithm>

namespace clew {

// The tail may grow to twice its bound before it is shortened, so that not every addition moves it.
void BoundedText::add(std::string_view text) {
  total_ += text.size();
  const size_t to_head = std::min(text.size(), bounds_.head - head_.size());
  head_.append(text.substr(0, to_head));
  text.remove_prefix(to_head);

  if (text.size() > bounds_.tail) text.remove_prefix(text.size() - bounds_.tail);
  if (tail_.size() + text.size() > 2 * bounds_.tail) {
    tail_.erase(0, tail_.size() + text.size() - bounds_.tail);
  }
  tail_.append(text);
}

uint64_t BoundedText::left_out() const { return total_ - head_.size() - tail().size(); }

std::string_view BoundedText::tail() const {
  const std::string_view kept = tail_;
  return kept.size() > bounds_.tail ? kept.substr(kept.size() - bounds_.tail) : kept;
}

std::string BoundedText::text() const {
  std::string all = head_;
  if (left_out() > 0) all += "\n[… " + std::to_string(left_out()) + " bytes left out …]\n";
  return all.append(tail());
}

// For texts of which half a line would mislead: cut at line ends on both sides of the gap.
std::string BoundedText::whole_lines() const {
  if (left_out() == 0) return text();
  const std::string_view head = std::string_view(head_).substr(0, head_.find_last_of("\r\n") + 1);
  std::string_view end = tail();
  end.remove_prefix(std::min(end.find_first_of("\r\n"), end.size()));
  if (!end.empty()) end.remove_prefix(1);
  const uint64_t gone = total_ - head.size() - end.size();
  return std::string(head) + "[… " + std::to_string(gone) + " bytes left out …]\n" +
         std::string(end);
}

}  // namespace clew
