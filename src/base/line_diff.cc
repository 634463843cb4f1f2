#include "base/line_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace clew {
namespace {

constexpr std::ptrdiff_t kMaxCounted = 4000;  // edits
constexpr std::ptrdiff_t kMaxShown = 2000;    // all rounds of the search are kept for these
constexpr size_t kContext = 2;

using TextLines = std::vector<std::string_view>;

// A line with its end.
std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end);
  return line;
}

std::string_view without_end(std::string_view line) {
  return line.substr(0, line.find_last_not_of("\r\n") + 1);
}

TextLines split_lines(std::string_view text) {
  TextLines lines;
  while (!text.empty()) lines.push_back(take_line(text));
  return lines;
}

// Lines at both ends that stay are no part of the search.
void trim(TextLines& before, TextLines& after) {
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before.pop_back();
    after.pop_back();
  }
  const size_t shorter = std::min(before.size(), after.size());
  size_t same = 0;
  while (same < shorter && before[same] == after[same]) ++same;
  const auto count = static_cast<std::ptrdiff_t>(same);
  before.erase(before.begin(), before.begin() + count);
  after.erase(after.begin(), after.begin() + count);
}

// Myers' greedy search for the fewest edits. `furthest` holds, for each diagonal, how many lines of
// `before` are passed on it; round by round one more edit is allowed.
class EditSearch {
 public:
  using Index = std::ptrdiff_t;
  // Rounds are wanted by whoever asks for the edits and not only for their number.
  enum class Keep { kLastRound, kAllRounds };

  EditSearch(const TextLines& before, const TextLines& after, Index most, Keep keep)
      : before_(before),
        after_(after),
        most_(std::min(static_cast<Index>(before.size() + after.size()), most)),
        keep_(keep),
        furthest_(static_cast<size_t>(2 * most_ + 3), 0) {}

  // Nothing when it takes more than `most`.
  std::optional<Index> run() {
    for (Index edits = 0; edits <= most_; ++edits) {
      const bool is_there = go(edits);
      if (keep_ == Keep::kAllRounds) {
        rounds_.emplace_back(&at(-edits), &at(edits) + 1);
      }
      if (is_there) return edits;
    }
    return std::nullopt;
  }

  // Of that round, on that diagonal. REQUIRES: kAllRounds
  Index reached(Index edits, Index diagonal) const {
    return rounds_[static_cast<size_t>(edits)][static_cast<size_t>(diagonal + edits)];
  }

 private:
  Index& at(Index diagonal) { return furthest_[static_cast<size_t>(diagonal + most_ + 1)]; }

  bool go(Index edits) {
    const auto olds = static_cast<Index>(before_.size());
    const auto news = static_cast<Index>(after_.size());
    for (Index k = -edits; k <= edits; k += 2) {
      const bool down = k == -edits || (k != edits && at(k - 1) < at(k + 1));
      Index x = down ? at(k + 1) : at(k - 1) + 1;
      while (x < olds && x - k < news &&
             before_[static_cast<size_t>(x)] == after_[static_cast<size_t>(x - k)]) {
        ++x;
      }
      at(k) = x;
      if (x >= olds && x - k >= news) return true;
    }
    return false;
  }

  const TextLines& before_;
  const TextLines& after_;
  const Index most_;
  const Keep keep_;
  std::vector<Index> furthest_;
  std::vector<std::vector<Index>> rounds_;
};

struct DiffStep {
  char sign;      // ' ', '-' or '+'
  size_t before;  // index of the line in each text
  size_t after;
};

std::vector<DiffStep> replace_all(size_t before, size_t after) {
  std::vector<DiffStep> steps;
  for (size_t i = 0; i < before; ++i) steps.push_back({'-', i, 0});
  for (size_t i = 0; i < after; ++i) steps.push_back({'+', before, i});
  return steps;
}

// Walks the rounds of the search back from the end.
std::vector<DiffStep> edit_script(const TextLines& before, const TextLines& after) {
  using Index = EditSearch::Index;
  EditSearch search(before, after, kMaxShown, EditSearch::Keep::kAllRounds);
  const auto fewest = search.run();
  if (!fewest) return replace_all(before.size(), after.size());
  std::vector<DiffStep> steps;
  auto x = static_cast<Index>(before.size());
  auto y = static_cast<Index>(after.size());
  const auto add = [&](char sign) {
    steps.push_back({sign, static_cast<size_t>(x), static_cast<size_t>(y)});
  };
  for (Index edits = *fewest; edits > 0; --edits) {
    const Index k = x - y;
    const bool down = k == -edits || (k != edits && search.reached(edits - 1, k - 1) <
                                                        search.reached(edits - 1, k + 1));
    const Index start =
        down ? search.reached(edits - 1, k + 1) : search.reached(edits - 1, k - 1) + 1;
    while (x > start) {
      --x, --y;
      add(' ');
    }
    down ? --y : --x;
    add(down ? '+' : '-');
  }
  while (x > 0) {
    --x, --y;
    add(' ');
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

struct HunkRange {
  size_t start = 0;  // from 1; with a count of 0 the line before
  size_t count = 1;

  size_t lines_before() const { return count == 0 ? start : start - 1; }
};

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
      if (!keep(take_line(after_))) return std::nullopt;
    }
    return std::move(before_);
  }

 private:
  bool take_hunk() {
    std::string_view head = take_line(diff_);
    HunkRange old_range;
    HunkRange new_range;
    const bool is_head = take(head, "@@ -") && take_range(head, old_range) && take(head, " +") &&
                         take_range(head, new_range) && take(head, " @@");
    if (!is_head) return false;
    while (passed_ < new_range.lines_before()) {
      if (after_.empty() || !keep(take_line(after_))) return false;
      ++passed_;
    }
    if (passed_ != new_range.lines_before() || written_ != old_range.lines_before()) return false;
    const size_t written = written_ + old_range.count;
    const size_t passed = passed_ + new_range.count;
    while (written_ < written || passed_ < passed) {
      if (!take_change()) return false;
    }
    return written_ == written && passed_ == passed;
  }

  bool take_change() {
    if (diff_.empty()) return false;
    std::string_view line = take_line(diff_);
    const char mark = line[0];
    line.remove_prefix(1);
    if (diff_.starts_with('\\')) {
      take_line(diff_);
      if (!line.ends_with('\n')) return false;
      line.remove_suffix(1);
    } else if (!line.ends_with('\n')) {
      return false;  // the diff was cut off
    }
    if (mark == '-') return keep(line);
    if (mark != ' ' && mark != '+') return false;
    if (after_.empty() || take_line(after_) != line) return false;
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

int64_t count_lines(std::string_view text) {
  const int64_t ends = std::count(text.begin(), text.end(), '\n');
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

std::optional<LineChanges> count_line_changes(std::string_view before, std::string_view after) {
  TextLines olds = split_lines(before);
  TextLines news = split_lines(after);
  trim(olds, news);
  const auto edits = EditSearch(olds, news, kMaxCounted, EditSearch::Keep::kLastRound).run();
  if (!edits) return std::nullopt;
  // edits = added + removed, and added - removed is how much longer the text became.
  const auto longer = static_cast<int64_t>(news.size()) - static_cast<int64_t>(olds.size());
  return LineChanges{(*edits + longer) / 2, (*edits - longer) / 2};
}

std::string unified_diff(const std::string& before_name, const std::string& after_name,
                         std::string_view before, std::string_view after, const ShownLine& shown) {
  if (before == after) return "";
  const TextLines old_lines = split_lines(before);
  const TextLines new_lines = split_lines(after);
  const auto steps = edit_script(old_lines, new_lines);
  std::string out = fmt::format("--- {}\n+++ {}\n", before_name, after_name);
  const auto is_change = [](const DiffStep& step) { return step.sign != ' '; };
  for (auto at = std::find_if(steps.begin(), steps.end(), is_change); at != steps.end();) {
    // A hunk reaches until more unchanged lines follow than both contexts hold.
    auto last = at;
    for (auto next = at;
         next != steps.end() && static_cast<size_t>(next - last) <= 2 * kContext + 1; ++next) {
      if (is_change(*next)) last = next;
    }
    const auto first = at - std::min<std::ptrdiff_t>(kContext, at - steps.begin());
    const auto end = last + 1 + std::min<std::ptrdiff_t>(kContext, steps.end() - last - 1);
    const auto count = [&](char other) {
      return std::count_if(first, end, [&](const DiffStep& step) { return step.sign != other; });
    };
    const auto removed = count('+');
    const auto added = count('-');
    out += fmt::format("@@ -{},{} +{},{} @@\n", first->before + (removed > 0 ? 1 : 0), removed,
                       first->after + (added > 0 ? 1 : 0), added);
    for (auto step = first; step != end; ++step) {
      const auto line = step->sign == '+' ? new_lines[step->after] : old_lines[step->before];
      out += fmt::format("{}{}\n", step->sign, shown(without_end(line)));
    }
    at = std::find_if(end, steps.end(), is_change);
  }
  return out;
}

std::optional<std::string> reverse_diff(std::string_view after, std::string_view diff) {
  if (has_lone_return(after) || has_lone_return(diff)) return std::nullopt;
  return DiffReverser(after, diff).run();
}

}  // namespace clew
