#include "brief/page.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace clew {
namespace {

// Parts of one group stand together, groups apart.
enum class Group { kTop, kWhy, kNow, kWords, kPlan, kTried, kDecided, kSaid, kRest };

struct Part {
  Group group = Group::kTop;
  MakeSection make = nullptr;
  size_t cap = 0;    // characters, with its title and the line breaks before it
  size_t least = 0;  // what it has however small the budget is
  size_t most = 0;   // when there is room to spare
};

constexpr size_t kBreaks = 2;  // line breaks before a part, at most
constexpr size_t kFirstBlock = 1880;
constexpr size_t kMinPart = 48;  // less than that says nothing
constexpr size_t kMaxNamed = 3;  // kinds of things the announcement names
constexpr size_t kNoEnd = 9500;

// In the order of the page.
constexpr std::array<Part, 8> kFirst = {
    {
     {Group::kTop, status_section, 300, 264, 400},
     {Group::kWhy, goal_section, 220, 70, 460},
     {Group::kWhy, said_section, 400, 0, 1200},
     {Group::kNow, interrupted_section, 110, 0, 360},
     {Group::kNow, failing_section, 160, 0, 420},
     {Group::kNow, verified_section, 110, 0, 260},
     {Group::kNow, next_section, 160, 100, 420},
     {Group::kWords, newest_words_section, 420, 0, 1500},
     }
};
enum FirstPart : size_t {
  kStatusAt,
  kGoalAt,
  kSaidAt,
  kInterruptedAt,
  kFailingAt,
  kVerifiedAt,
  kNextAt,
  kWordsAt
};
// Who is served first when not even the caps fit.
constexpr std::array<size_t, 8> kServed = {kNextAt,  kGoalAt,        kSaidAt,     kFailingAt,
                                           kWordsAt, kInterruptedAt, kVerifiedAt, kStatusAt};
// Who grows first when there is room to spare, and up to where.
struct Growth {
  size_t part = 0;
  size_t most = 0;
};
constexpr Growth kGrowth[] = {
    {kNextAt,        420 },
    {kFailingAt,     420 },
    {kGoalAt,        460 },
    {kSaidAt,        640 },
    {kWordsAt,       900 },
    {kSaidAt,        900 },
    {kGoalAt,        700 },
    {kWordsAt,       1500},
    {kVerifiedAt,    260 },
    {kInterruptedAt, 360 },
    {kStatusAt,      400 },
    {kSaidAt,        1200},
};

constexpr std::array<Part, 17> kRest = {
    {
     {Group::kWords, further_words_section, 500, 0, 1500},
     {Group::kWords, second_words_section, 450, 0, 1100},
     {Group::kWords, third_words_section, 250, 0, 800},
     {Group::kSaid, said_before_section, 300, 0, 700},
     {Group::kPlan, plan_section, 300, 0, 900},
     {Group::kPlan, done_section, 200, 0, 400},
     {Group::kPlan, particulars_section, 300, 0, 800},
     {Group::kTried, tried_section, 400, 0, kNoEnd},
     {Group::kTried, given_up_section, 200, 0, 500},
     {Group::kTried, earlier_section, 500, 0, 2600},
     {Group::kDecided, decisions_section, 450, 0, kNoEnd},
     {Group::kDecided, open_section, 220, 0, kNoEnd},
     {Group::kSaid, constraints_section, 350, 0, kNoEnd},
     {Group::kSaid, further_section, 350, 0, 1200},
     {Group::kRest, others_section, 160, 0, 500},
     {Group::kRest, drift_section, 120, 0, kNoEnd},
     {Group::kRest, files_section, 400, 0, kNoEnd},
     }
};
enum RestPart : size_t {
  kFurtherWordsAt,
  kSecondAt,
  kThirdAt,
  kBeforeAt,
  kPlanAt,
  kDoneAt,
  kParticularsAt,
  kTriedAt,
  kGivenUpAt,
  kEarlierAt,
  kDecisionsAt,
  kOpenAt,
  kConstraintsAt,
  kFurtherAt,
  kOthersAt,
  kDriftAt,
  kFilesAt
};
// Who gives way first.
constexpr std::array<size_t, 17> kGivesWay = {
    kFilesAt,       kEarlierAt, kThirdAt,  kDoneAt,        kFurtherAt,     kGivenUpAt,
    kDriftAt,       kOthersAt,  kSecondAt, kParticularsAt, kDecisionsAt,   kOpenAt,
    kConstraintsAt, kTriedAt,   kPlanAt,   kBeforeAt,      kFurtherWordsAt};
// Who gets the room to spare, in turn.
constexpr std::array<size_t, 17> kGetsSpare = {
    kFurtherWordsAt, kPlanAt,        kSecondAt, kEarlierAt, kTriedAt, kDecisionsAt,
    kOpenAt,         kConstraintsAt, kBeforeAt, kGivenUpAt, kThirdAt, kFurtherAt,
    kDoneAt,         kParticularsAt, kOthersAt, kDriftAt,   kFilesAt};

struct Filled {
  std::string text;
  size_t length = 0;  // of the text, in characters
  size_t hidden = 0;  // items that are not shown
  std::string one;
  std::string many;
  size_t cost() const { return text.empty() ? 0 : length + kBreaks; }
};

std::string rest_words(const Section& section, size_t count) {
  return section.rest.empty() ? fmt::format("+{} more", count)
                              : fmt::format("+{} more: {}", count, section.rest);
}

std::string_view mark_before(const Section& section, size_t item) {
  switch (section.layout) {
    case Layout::kLines:
      return item == 0 && section.title.empty() ? "" : "\n";
    case Layout::kBullets:
      return "\n- ";
    case Layout::kInline:
      break;
  }
  return item == 0 ? " " : " · ";
}

std::string rest_line(const Section& section, size_t shown) {
  if (section.total <= shown) return {};
  return (section.layout == Layout::kInline ? " · " : "\n") +
         rest_words(section, section.total - shown);
}

// As many items as fit, the words for the rest included.
Filled fill(const Section& section, size_t room) {
  Filled out;
  out.one = section.one;
  out.many = section.many;
  // How far the page goes behind each item.
  std::vector<size_t> ends = {count_characters(section.title)};
  for (size_t i = 0; i < section.items.size() && ends.back() <= room; ++i) {
    ends.push_back(ends.back() + count_characters(mark_before(section, i)) +
                   count_characters(section.items[i]));
  }
  size_t shown = ends.size() - 1;
  while (shown > 0 && ends[shown] + count_characters(rest_line(section, shown)) > room) --shown;
  out.hidden = section.total - std::min(section.total, shown);
  if (shown == 0) return out;
  out.text = section.title;
  for (size_t i = 0; i < shown; ++i) {
    out.text += mark_before(section, i);
    out.text += section.items[i];
  }
  out.text += rest_line(section, shown);
  out.length = ends[shown] + count_characters(rest_line(section, shown));
  return out;
}

Filled fill_part(const Scene& scene, const Part& part, size_t room) {
  if (room < kMinPart) {
    const Section section = part.make(scene, kMinPart);
    return {"", 0, section.total, section.one, section.many};
  }
  return fill(part.make(scene, room - kBreaks), room - kBreaks);
}

template <size_t N>
size_t cost_of(const std::array<Filled, N>& filled) {
  size_t cost = 0;
  for (const auto& part : filled) cost += part.cost();
  return cost;
}

std::array<Filled, kFirst.size()> first_block(const Scene& scene, size_t room) {
  std::array<size_t, kFirst.size()> rooms{};
  size_t left = room;
  for (size_t i = 0; i < kFirst.size(); ++i) {
    rooms[i] = std::min(left, kFirst[i].least);
    left -= rooms[i];
  }
  for (const size_t i : kServed) {
    const size_t more = std::min(left, kFirst[i].cap - rooms[i]);
    rooms[i] += more;
    left -= more;
  }
  std::array<Filled, kFirst.size()> out;
  for (size_t i = 0; i < kFirst.size(); ++i) out[i] = fill_part(scene, kFirst[i], rooms[i]);
  for (const auto& growth : kGrowth) {
    const size_t used = cost_of(out);
    if (used >= room) break;
    const size_t most = std::min(growth.most, out[growth.part].cost() + room - used);
    if (most <= rooms[growth.part]) continue;
    rooms[growth.part] = most;
    out[growth.part] = fill_part(scene, kFirst[growth.part], most);
  }
  return out;
}

std::array<Filled, kRest.size()> rest_block(const Scene& scene, size_t room) {
  std::array<Filled, kRest.size()> out;
  std::array<size_t, kRest.size()> rooms{};
  for (size_t i = 0; i < kRest.size(); ++i) {
    rooms[i] = kRest[i].cap;
    out[i] = fill_part(scene, kRest[i], rooms[i]);
  }
  for (const size_t i : kGivesWay) {
    const size_t used = cost_of(out);
    if (used <= room) break;
    const size_t over = used - room;
    const size_t own = out[i].cost();
    rooms[i] = own > over + kMinPart ? own - over : 0;
    out[i] = fill_part(scene, kRest[i], rooms[i]);
  }
  for (const size_t i : kGetsSpare) {
    const size_t used = cost_of(out);
    if (used >= room) break;
    const size_t most = std::min(kRest[i].most, out[i].cost() + room - used);
    if (most <= rooms[i]) continue;
    rooms[i] = most;
    out[i] = fill_part(scene, kRest[i], most);
  }
  return out;
}

// "cut: 12 decisions, 30 files and more; clew brief oauth-7f3a --budget 9500"
template <class Parts>
void name_hidden(const Parts& parts, std::vector<std::string>& names) {
  for (const auto& part : parts) {
    if (part.hidden == 0 || part.many.empty()) continue;
    names.push_back(part.one == part.many ? part.many : counted(part.hidden, part.one, part.many));
  }
}

std::string announce(std::vector<std::string> names, const std::string& again, size_t room) {
  if (names.empty()) return {};
  const bool too_many = names.size() > kMaxNamed;
  if (too_many) names.resize(kMaxNamed);
  const std::string what =
      fmt::format("cut: {}{}", fmt::join(names, ", "), too_many ? " and more" : "");
  const std::string end = again.empty() ? "" : "; " + again;
  const size_t taken = count_characters(end);
  return cut(what, room > taken ? room - taken : 0) + end;
}

class Writer {
 public:
  template <class Table, class Parts>
  void write(const Table& table, const Parts& parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].text.empty()) continue;
      if (!text_.empty()) text_ += table[i].group == last_ ? "\n" : "\n\n";
      text_ += parts[i].text;
      last_ = table[i].group;
    }
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  Group last_ = Group::kTop;
};

}  // namespace

Page lay_out(const Scene& scene, const Ending& ending, size_t budget) {
  constexpr size_t kMinNames = 44;
  size_t least = 0;
  for (const auto& part : kFirst) least += part.least;
  const size_t for_more = count_characters(ending.more) + kBreaks;
  std::string again = ending.again;
  size_t for_cut = kMinNames + count_characters(again) + 3;
  // What is next goes before where to read the rest.
  if (for_more + for_cut + least > budget) {
    again.clear();
    for_cut = kMinNames;
  }
  if (budget > 2 * kFirstLook) for_cut += kMinNames;
  const size_t reserved = for_more + for_cut;
  const size_t room = budget > reserved ? budget - reserved : 0;
  const auto first = first_block(scene, std::min(kFirstBlock, room));
  const size_t used = cost_of(first);
  const auto rest = rest_block(scene, room > used ? room - used : 0);

  Page page;
  Writer writer;
  writer.write(kFirst, first);
  page.first_look = count_characters(writer.text());
  writer.write(kRest, rest);
  std::vector<std::string> names;
  name_hidden(first, names);
  name_hidden(rest, names);
  const std::string cut_words = announce(std::move(names), again, for_cut);
  page.text =
      cut(writer.text(), room) + "\n\n" + cut_words + (cut_words.empty() ? "" : "\n") + ending.more;
  return page;
}

}  // namespace clew
