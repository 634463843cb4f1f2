#include "base/reverse_diff.h"

#include <algorithm>
#include <charconv>

namespace clew {
namespace {

struct HunkRange {
  size_t start = 0;  // from 1; with a count of 0 the line before
  size_t count = 1;

  size_t lines_before() const { return count == 0 ? start : start - 1; }
};

// A line with its end.
std::string_view next_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  return line;
}

bool has_lone_return(std::string_view text) {
  for (size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  }
  return false;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_number(std::string_view& text, size_t& number) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

// "1,3", or "1" for one line.
bool take_range(std::string_view& text, HunkRange& range) {
  if (!take_number(text, range.start)) return false;
  if (take(text, ",") && !take_number(text, range.count)) return false;
  return range.start > 0 || range.count == 0;
}

class DiffReverser {
 public:
  DiffReverser(std::string_view after, std::string_view diff) : after_(after), diff_(diff) {}

  std::optional<std::string> run() {
    while (!diff_.empty()) {
      if (!take_hunk()) return std::nullopt;
    }
    while (!after_.empty()) {
      if (!keep(next_line(after_))) return std::nullopt;
    }
    return std::move(before_);
  }

 private:
  bool take_hunk() {
    std::string_view head = next_line(diff_);
    HunkRange old_range;
    HunkRange new_range;
    const bool is_head = take(head, "@@ -") && take_range(head, old_range) && take(head, " +") &&
                         take_range(head, new_range) && take(head, " @@");
    if (!is_head) return false;
    while (passed_ < new_range.lines_before()) {
      if (after_.empty() || !keep(next_line(after_))) return false;
      ++passed_;
    }
    if (passed_ != new_range.lines_before() || written_ != old_range.lines_before()) return false;
    const size_t written = written_ + old_range.count;
    const size_t passed = passed_ + new_range.count;
    while (written_ < written || passed_ < passed) {
      if (!take_line()) return false;
    }
    return written_ == written && passed_ == passed;
  }

  bool take_line() {
    if (diff_.empty()) return false;
    std::string_view line = next_line(diff_);
    const char mark = line[0];
    line.remove_prefix(1);
    if (diff_.starts_with('\\')) {
      next_line(diff_);
      if (!line.ends_with('\n')) return false;
      line.remove_suffix(1);
    } else if (!line.ends_with('\n')) {
      return false;  // the diff was cut off
    }
    if (mark == '-') return keep(line);
    if (mark != ' ' && mark != '+') return false;
    if (after_.empty() || next_line(after_) != line) return false;
    ++passed_;
    return mark == '+' || keep(line);
  }

  // Only the last line may lack its end.
  bool keep(std::string_view line) {
    if (!before_.empty() && before_.back() != '\n') return false;
    before_ += line;
    ++written_;
    return true;
  }

  std::string_view after_;
  std::string_view diff_;
  std::string before_;
  size_t passed_ = 0;   // lines of `after`
  size_t written_ = 0;  // lines of `before`
};

}  // namespace

std::optional<std::string> reverse_diff(std::string_view after, std::string_view diff) {
  if (has_lone_return(after) || has_lone_return(diff)) return std::nullopt;
  return DiffReverser(after, diff).run();
}

}  // namespace clew
