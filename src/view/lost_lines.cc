#include "view/lost_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/time.h"
#include "base/value.h"
#include "document/json/json.h"
#include "document/text_position.h"

namespace clew {
namespace {

struct AddedLine {
  size_t number = 0;
  std::string_view text;
  std::string_view whole =
      {};               // of a text's entry: with its line ends, but for the one between two
  std::string meaning;  // the same for two spellings of one line; empty: it cannot be read
  Value tree;           // of a JSON line
};

std::string_view trimmed(std::string_view text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

// Members sorted by name: a line that another program wrote again in another order is the same
// line.
std::string meaning_of(const Value& tree) {
  Value::Object members = tree.as_object();
  std::sort(members.begin(), members.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return write_json(Value(std::move(members)));
}

// An entry of a text file begins with a heading that has a time: "## 2025-01-31T10:00:00Z …".
bool is_entry_heading(std::string_view line) {
  if (!line.starts_with("## ")) return false;
  const std::string_view rest = line.substr(3);
  return parse_time(rest.substr(0, rest.find(" "))).ok();
}

struct AddedLines {
  std::string_view above;  // what stands in front of the first entry
  std::vector<AddedLine> lines;
};

// Below an entry that is there as it was, somebody has written text of their own.
bool goes_on_from(std::string_view present, std::string_view former) {
  return present.size() > former.size() && present.starts_with(former) &&
         present[former.size()] == '\n';
}

// JSON lines: one item per line that is not blank. Text: one item per entry, from its heading to
// the next one.
AddedLines split_added(DocumentKind kind, std::string_view text) {
  const bool is_text = kind == DocumentKind::kText;
  AddedLines out;
  std::vector<size_t> begins;
  size_t number = 0;
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    const std::string_view line = text.substr(from, end - from);
    ++number;
    if (is_text ? is_entry_heading(line) : !trimmed(line).empty()) {
      begins.push_back(from);
      out.lines.push_back({number, line, {}, {}, {}});
    }
    from = end + 1;
  }
  if (is_text) out.above = text.substr(0, begins.empty() ? text.size() : begins.front());
  for (size_t i = 0; i < out.lines.size(); ++i) {
    AddedLine& line = out.lines[i];
    if (is_text) {
      const size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
      line.whole = text.substr(begins[i], end - begins[i]);
      line.text = trimmed(line.whole);
      if (end < text.size() && line.whole.ends_with('\n')) line.whole.remove_suffix(1);
      line.meaning = line.text;
      continue;
    }
    auto tree = parse_json(line.text);
    if (!tree || !tree->is_object()) continue;
    line.meaning = meaning_of(*tree);
    line.tree = std::move(*tree);
  }
  return out;
}

std::string_view heading_of(std::string_view entry) { return entry.substr(0, entry.find('\n')); }

// A line's first value is its moment; an entry's heading has it.
// Whether `added` is probably `lost` after a change: the same moment, or all members but one. A
// wrong guess costs only the word in the message, "changed" for "removed".
bool is_change_of(const AddedLine& lost, const AddedLine& added) {
  const auto& members = lost.tree.as_object();
  if (members.empty()) return heading_of(lost.text) == heading_of(added.text);
  size_t different = 0;
  for (const auto& [name, value] : members) {
    const Value* now = added.tree.find(name);
    if (now == nullptr || !(*now == value)) ++different;
  }
  for (const auto& [name, value] : added.tree.as_object()) {
    if (lost.tree.find(name) == nullptr) ++different;
  }
  const Value* first = added.tree.find(members.front().first);
  return different <= 1 || (first != nullptr && *first == members.front().second);
}

std::string name_lines(const std::vector<size_t>& numbers, std::string_view what) {
  constexpr size_t kNamed = 5;
  if (numbers.size() == 1) return fmt::format("line {} was {}", numbers.front(), what);
  if (numbers.size() > kNamed) return fmt::format("{} lines were {}", numbers.size(), what);
  const std::vector<size_t> first(numbers.begin(), numbers.end() - 1);
  return fmt::format("lines {} and {} were {}", fmt::join(first, ", "), numbers.back(), what);
}

}  // namespace

// Compares as multisets, because the order of lines may change in a merge by git. Three passes:
// match every former line with a present one of the same meaning (or one that goes on from it);
// pair what is left as changes; the rest of the former lines were removed. `whole` becomes the file
// as a repair would write it: all former lines, then what others added.
LostLines find_lost_lines(DocumentKind kind, std::string_view last, std::string_view present) {
  LostLines lost;
  lost.whole = present;
  if (present.starts_with(last)) return lost;
  const AddedLines before = split_added(kind, last);
  const AddedLines after = split_added(kind, present);
  std::map<std::string_view, size_t> there;  // how often
  for (const auto& line : after.lines) ++there[line.meaning.empty() ? line.text : line.meaning];
  const auto take = [](auto& counts, std::string_view key) {
    const auto found = counts.find(key);
    if (found == counts.end() || found->second == 0) return false;
    --found->second;
    return true;
  };
  const bool is_text = kind == DocumentKind::kText;
  // Below entries that are there as they were, what somebody has written of their own.
  std::map<std::string_view, std::string_view> own_text;
  const auto longer = [&](std::string_view former) {
    if (!is_text) return std::string_view();
    for (auto at = there.lower_bound(former); at != there.end(); ++at) {
      if (!at->first.starts_with(former)) break;
      if (at->second > 0 && goes_on_from(at->first, former)) return at->first;
    }
    return std::string_view();
  };
  std::vector<const AddedLine*> gone;
  std::map<std::string_view, size_t> known;
  for (const auto& line : before.lines) {
    const std::string_view key = line.meaning.empty() ? line.text : line.meaning;
    if (take(there, key)) {
      ++known[key];
    } else if (const auto entry = longer(key); take(there, entry)) {
      ++known[entry];
      own_text[entry] = entry.substr(key.size() + 1);
    } else if (!line.meaning.empty()) {
      gone.push_back(&line);
    }
  }
  if (gone.empty()) return lost;

  lost.whole = trimmed(after.above).empty() ? before.above : after.above;
  lost.whole += last.substr(before.above.size());
  const auto add = [&](std::string_view text) {
    if (!lost.whole.empty() && !lost.whole.ends_with('\n')) lost.whole += '\n';
    if (is_text) lost.whole += '\n';
    lost.whole.append(text).append("\n");
  };
  const auto settle = [&](std::vector<const AddedLine*>::iterator which) {
    lost.changed.push_back((*which)->number);
    gone.erase(which);
  };
  std::vector<const AddedLine*> unread;
  for (const auto& line : after.lines) {
    const std::string_view key = line.meaning.empty() ? line.text : line.meaning;
    if (take(known, key)) {
      if (const auto own = own_text.find(key); own != own_text.end()) add(own->second);
      continue;
    }
    if (line.meaning.empty()) {
      unread.push_back(&line);
      continue;
    }
    const auto former = std::find_if(
        gone.begin(), gone.end(), [&](const AddedLine* each) { return is_change_of(*each, line); });
    if (former != gone.end()) {
      settle(former);
    } else {
      add(line.text);
    }
  }
  for (const AddedLine* line : unread) {
    if (!gone.empty()) {
      settle(gone.begin());
    } else {
      add(line->text);
    }
  }
  for (const AddedLine* line : gone) lost.removed.push_back(line->number);
  std::sort(lost.changed.begin(), lost.changed.end());
  return lost;
}

// What somebody wrote below an entry of clew's is left in the file, but is no edit of the entry:
// both sides are compared without it.
std::string without_own_text(std::string_view last, std::string_view present) {
  const AddedLines before = split_added(DocumentKind::kText, last);
  const AddedLines after = split_added(DocumentKind::kText, present);
  std::map<std::string_view, std::string_view> former;
  for (const auto& line : before.lines) former[line.text] = line.whole;
  std::string out(after.above);
  for (const auto& line : after.lines) {
    std::string_view whole = line.whole;
    // Where it goes on from several, the longest stands last among them.
    for (auto at = former.upper_bound(line.text); at != former.begin();) {
      --at;
      if (heading_of(at->first) != heading_of(line.text)) break;
      if (at->first != line.text && !goes_on_from(line.text, at->first)) continue;
      whole = at->second;
      break;
    }
    out += whole;
    if (&line != &after.lines.back()) out += '\n';
  }
  return out;
}

// Null unless `present` is a proper beginning of `last`, trailing white space aside.
std::optional<EarlyEnd> find_early_end(std::string_view last, std::string_view present) {
  last = trimmed(last);
  present = trimmed(present);
  if (present.empty() || present.size() >= last.size() || !last.starts_with(present)) {
    return std::nullopt;
  }
  const size_t next = last.find_first_not_of(" \t\r", present.size());
  return EarlyEnd{position_at(last, present.size()).line, position_at(last, last.size()).line,
                  last[next] != '\n'};
}

std::string lost_words(const LostLines& lost) {
  std::vector<std::string> parts;
  if (!lost.removed.empty()) parts.push_back(name_lines(lost.removed, "removed"));
  if (!lost.changed.empty()) parts.push_back(name_lines(lost.changed, "changed"));
  return fmt::format("{}, but the file is append-only", fmt::join(parts, " and "));
}

}  // namespace clew
