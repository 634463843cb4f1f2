#include "command/setup/settings_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "secrets/secrets.h"

namespace clew {
namespace {

constexpr size_t kContext = 2;
// Of one line; more is looked at than is shown, so that no half of a secret stands at the end.
constexpr size_t kMostShown = 4000;
constexpr size_t kMostLookedAt = 16'000;
constexpr size_t kMostLineEdits = 2000;  // beyond, everything is shown as replaced

using DiffTextLines = std::vector<std::string_view>;

struct DiffStep {
  char sign;      // ' ', '-' or '+'
  size_t before;  // index of the line in each text
  size_t after;
};

DiffTextLines split_lines(std::string_view text) {
  DiffTextLines lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// Myers: the shortest way from one to the other, with the furthest points of every round kept. Row
// `edits` holds them for the diagonals -edits … edits.
class ShortestWay {
 public:
  ShortestWay(const DiffTextLines& before, const DiffTextLines& after)
      : before_(before), after_(after) {}

  std::vector<DiffStep> find() {
    for (size_t edits = 0; edits <= kMostLineEdits; ++edits) {
      if (go(static_cast<std::ptrdiff_t>(edits))) return walk_back();
    }
    std::vector<DiffStep> steps;
    for (size_t i = 0; i < before_.size(); ++i) steps.push_back({'-', i, 0});
    for (size_t i = 0; i < after_.size(); ++i) steps.push_back({'+', before_.size(), i});
    return steps;
  }

 private:
  using Index = std::ptrdiff_t;

  bool comes_down(Index diagonal, Index edits) const {
    if (diagonal == -edits) return true;
    if (diagonal == edits) return false;
    return at(edits - 1, diagonal - 1) < at(edits - 1, diagonal + 1);
  }
  Index at(Index edits, Index diagonal) const {
    return rounds_[static_cast<size_t>(edits)][static_cast<size_t>(diagonal + edits)];
  }

  bool go(Index edits) {
    rounds_.emplace_back(static_cast<size_t>(2 * edits + 1));
    const auto rows = static_cast<Index>(before_.size());
    const auto columns = static_cast<Index>(after_.size());
    for (Index k = -edits; k <= edits; k += 2) {
      Index x = 0;
      if (edits > 0) x = comes_down(k, edits) ? at(edits - 1, k + 1) : at(edits - 1, k - 1) + 1;
      while (x < rows && x - k < columns && x - k >= 0 &&
             before_[static_cast<size_t>(x)] == after_[static_cast<size_t>(x - k)]) {
        ++x;
      }
      rounds_.back()[static_cast<size_t>(k + edits)] = x;
      if (x >= rows && x - k >= columns) return true;
    }
    return false;
  }

  std::vector<DiffStep> walk_back() const {
    std::vector<DiffStep> steps;
    auto x = static_cast<Index>(before_.size());
    auto y = static_cast<Index>(after_.size());
    const auto step = [&](char sign) {
      steps.push_back({sign, static_cast<size_t>(x), static_cast<size_t>(y)});
    };
    for (auto edits = static_cast<Index>(rounds_.size()) - 1; edits >= 0; --edits) {
      const Index k = x - y;
      const bool down = edits > 0 && comes_down(k, edits);
      const Index from = edits == 0 ? 0 : at(edits - 1, down ? k + 1 : k - 1);
      const Index start = edits == 0 ? 0 : (down ? from : from + 1);
      while (x > start) {
        --x, --y;
        step(' ');
      }
      if (edits == 0) break;
      down ? --y : --x;
      step(down ? '+' : '-');
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  const DiffTextLines& before_;
  const DiffTextLines& after_;
  std::vector<std::vector<Index>> rounds_;
};

std::string show_line(char sign, std::string_view line) {
  std::string text(line.substr(0, std::min(line.find_last_not_of("\r\n") + 1, kMostLookedAt)));
  const auto secrets = find_secrets(text);
  for (auto secret = secrets.rbegin(); secret != secrets.rend(); ++secret) {
    text.replace(secret->start, secret->length, fmt::format("[{}]", secret->kind));
  }
  return fmt::format("{}{}\n", sign, cut(text, kMostShown));
}

}  // namespace

std::string unified_diff(const std::string& before_name, const std::string& after_name,
                         std::string_view before, std::string_view after) {
  if (before == after) return "";
  const DiffTextLines old_lines = split_lines(before);
  const DiffTextLines new_lines = split_lines(after);
  const auto steps = ShortestWay(old_lines, new_lines).find();
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
      out += show_line(step->sign,
                       step->sign == '+' ? new_lines[step->after] : old_lines[step->before]);
    }
    at = std::find_if(end, steps.end(), is_change);
  }
  return out;
}

}  // namespace clew
