#include "brief/fit.h"

#include <fmt/format.h>

#include <numeric>

#include "base/text.h"

namespace clew {
namespace {

// How many items of each section are shown.
using Shown = std::vector<size_t>;

constexpr size_t kMostNamed = 3;  // kinds of things the announcement names

Shown everything(const std::vector<Section>& sections) {
  Shown shown;
  for (const auto& section : sections) shown.push_back(section.items.size());
  return shown;
}

// What a section with several items says about those it does not show. Sections of the same kind
// speak together, in the last of them that shows anything.
size_t hidden(const std::vector<Section>& sections, const Shown& shown, size_t at) {
  size_t visible_items = 0;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].layout == Layout::kLine || sections[i].many != sections[at].many) continue;
    visible_items += shown[i];
    if (i > at && shown[i] > 0) return 0;
  }
  return sections[at].total > visible_items ? sections[at].total - visible_items : 0;
}

std::string rest_words(const Section& section, size_t count) {
  return section.rest.empty() ? fmt::format("+{} more", count)
                              : fmt::format("+{} more: {}", count, section.rest);
}

std::string render_section(const Section& section, size_t shown, size_t hidden_count) {
  std::string out;
  switch (section.layout) {
    case Layout::kLine:
      return section.items.front();
    case Layout::kLines:
      for (size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : "\n") + section.items[i];
      if (hidden_count > 0) out += "\n" + rest_words(section, hidden_count);
      return out;
    case Layout::kBullets:
      out = section.title;
      for (size_t i = 0; i < shown; ++i) out += "\n- " + section.items[i];
      if (hidden_count > 0) out += "\n" + rest_words(section, hidden_count);
      return out;
    case Layout::kInline:
      out = section.title + " ";
      for (size_t i = 0; i < shown; ++i) out += (i == 0 ? "" : " · ") + section.items[i];
      if (hidden_count > 0) out += " · " + rest_words(section, hidden_count);
      return out;
  }
  return out;
}

std::string render(const std::vector<Section>& sections, const Shown& shown) {
  std::string out;
  const Section* last = nullptr;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (shown[i] == 0) continue;
    if (last != nullptr) out += last->group == sections[i].group ? "\n" : "\n\n";
    out += render_section(sections[i], shown[i], hidden(sections, shown, i));
    last = &sections[i];
  }
  return out;
}

// An upper bound of what one more item of a section costs, line breaks and "+N more" included.
size_t cost(const Section& section, size_t shown) {
  const size_t item = count_characters(section.items[shown]) + 3;
  if (shown > 0) return item;
  if (section.layout == Layout::kLine) return item;
  return item + count_characters(section.title) + 4 +
         count_characters(rest_words(section, section.total));
}

// What is not shown of a section and the others of its kind: "12 decisions", "the last error".
std::string missing_words(const std::vector<Section>& sections, const Shown& shown, size_t at) {
  const Section& section = sections[at];
  if (section.layout == Layout::kLine) return section.many;
  size_t left = section.total;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].many == section.many) left -= std::min(left, shown[i]);
  }
  return counted(left, section.one, section.many);
}

// "cut: 12 decisions, 30 files and more; clew brief oauth-7f3a --budget 9500"
std::string announce(const std::vector<Section>& sections, const Shown& shown,
                     const std::string& again) {
  std::vector<std::string> kinds;
  std::vector<std::string> names;
  std::vector<std::string> lines;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (shown[i] == sections[i].items.size()) continue;
    if (std::find(kinds.begin(), kinds.end(), sections[i].many) != kinds.end()) continue;
    kinds.push_back(sections[i].many);
    auto& place = sections[i].layout == Layout::kLine ? lines : names;
    place.push_back(missing_words(sections, shown, i));
  }
  names.insert(names.end(), lines.begin(), lines.end());
  if (names.empty()) return {};
  const bool too_many = names.size() > kMostNamed;
  if (too_many) names.resize(kMostNamed);
  return fmt::format("cut: {}{}{}{}", fmt::join(names, ", "), too_many ? " and more" : "",
                     again.empty() ? "" : "; ", again);
}

size_t share_of(const Section& section) {
  switch (section.rank) {
    case Rank::kTried:
    case Rank::kDecided:
    case Rank::kFiles:
      return 3;
    case Rank::kOpen:
    case Rank::kAlsoTried:
      return 2;
    default:
      return 1;
  }
}

class Picker {
 public:
  Picker(const std::vector<Section>& sections, size_t room)
      : sections_(sections),
        shown_(sections.size(), 0),
        closed_(sections.size(), false),
        room_(room) {
    order_.resize(sections.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](size_t a, size_t b) { return sections_[a].rank < sections_[b].rank; });
  }

  Shown pick() {
    for (const size_t i : order_) take(i);
    for (bool going = true; going;) {
      going = false;
      for (const size_t i : order_) {
        for (size_t n = share_of(sections_[i]); n > 0 && take(i); --n) going = true;
      }
    }
    return shown_;
  }

 private:
  bool take(size_t i) {
    if (closed_[i] || shown_[i] == sections_[i].items.size()) return false;
    const size_t price = cost(sections_[i], shown_[i]);
    if (price > room_) {
      closed_[i] = true;  // the next item may be shorter, but would leave a hole
      return false;
    }
    room_ -= price;
    ++shown_[i];
    return true;
  }

  const std::vector<Section>& sections_;
  Shown shown_;
  std::vector<bool> closed_;
  size_t room_;
  std::vector<size_t> order_;
};

// How many of each are shown when the ending takes its room first.
Shown pick_within(const std::vector<Section>& sections, const Ending& ending, size_t budget) {
  Shown none;
  for (const auto& section : sections) {
    none.push_back(section.rank == Rank::kAlways ? section.items.size() : 0);
  }
  const std::string longest = announce(sections, none, ending.again) + "\n" + ending.more;
  const size_t reserved = count_characters(longest) + 2;
  return Picker(sections, budget > reserved ? budget - reserved : 0).pick();
}

bool leaves_out(const std::vector<Section>& sections, const Shown& shown, Rank rank) {
  for (size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].rank == rank && shown[i] == 0) return true;
  }
  return false;
}

}  // namespace

std::string join_sections(const std::vector<Section>& sections) {
  return render(sections, everything(sections));
}

std::string fit_sections(const std::vector<Section>& sections, const Ending& ending,
                         size_t budget) {
  const std::string whole = join_sections(sections) + "\n\n" + ending.more;
  if (count_characters(whole) <= budget) return whole;
  Ending last = ending;
  Shown shown = pick_within(sections, last, budget);
  if (leaves_out(sections, shown, Rank::kNext)) {
    last.again.clear();  // what is next goes before where to read the rest
    shown = pick_within(sections, last, budget);
  }
  const std::string cut_words = announce(sections, shown, last.again);
  return cut(render(sections, shown) + "\n\n" + cut_words + "\n" + last.more, budget);
}

}  // namespace clew
