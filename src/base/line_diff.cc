#include "base/line_diff.h"

#include <algorithm>
#include <vector>

namespace clew {
namespace {

constexpr std::ptrdiff_t kMostEdits = 4000;

using TextLines = std::vector<std::string_view>;

TextLines whole_lines(std::string_view text) {
  TextLines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
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

// Myers' greedy search; only the furthest point of each diagonal is kept, for the number of edits
// alone is wanted.
std::optional<std::ptrdiff_t> fewest_edits(const TextLines& before, const TextLines& after) {
  const auto olds = static_cast<std::ptrdiff_t>(before.size());
  const auto news = static_cast<std::ptrdiff_t>(after.size());
  const std::ptrdiff_t most = std::min(olds + news, kMostEdits);
  std::vector<std::ptrdiff_t> furthest(static_cast<size_t>(2 * most + 3), 0);
  const auto at = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
    return furthest[static_cast<size_t>(diagonal + most + 1)];
  };
  for (std::ptrdiff_t edits = 0; edits <= most; ++edits) {
    for (std::ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const bool down =
          diagonal == -edits || (diagonal != edits && at(diagonal - 1) < at(diagonal + 1));
      std::ptrdiff_t x = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < olds && x - diagonal < news &&
             before[static_cast<size_t>(x)] == after[static_cast<size_t>(x - diagonal)]) {
        ++x;
      }
      at(diagonal) = x;
      if (x >= olds && x - diagonal >= news) return edits;
    }
  }
  return std::nullopt;
}

}  // namespace

int64_t count_lines(std::string_view text) {
  const int64_t ends = std::count(text.begin(), text.end(), '\n');
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

std::optional<LineChanges> count_line_changes(std::string_view before, std::string_view after) {
  TextLines olds = whole_lines(before);
  TextLines news = whole_lines(after);
  trim(olds, news);
  const auto edits = fewest_edits(olds, news);
  if (!edits) return std::nullopt;
  // edits = added + removed, and added - removed is how much longer the text became.
  const auto longer = static_cast<int64_t>(news.size()) - static_cast<int64_t>(olds.size());
  return LineChanges{(*edits + longer) / 2, (*edits - longer) / 2};
}

}  // namespace clew
