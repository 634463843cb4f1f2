#include "view/lost_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/time.h"
#include "base/value.h"
#include "document/json/json.h"

namespace clew {
namespace {

struct AddedLine {
  size_t number = 0;
  std::string_view text;
  std::string meaning;  // the same for two spellings of one line; empty: it cannot be read
  Value tree;           // of a JSON line
};

std::string_view trimmed(std::string_view text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

std::string meaning_of(const Value& tree) {
  Value::Object members = tree.as_object();
  std::sort(members.begin(), members.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return write_json(Value(std::move(members)));
}

bool is_entry_heading(std::string_view line) {
  if (!line.starts_with("## ")) return false;
  const std::string_view rest = line.substr(3);
  return parse_time(rest.substr(0, rest.find(" "))).ok();
}

struct AddedLines {
  std::string_view above;  // what stands in front of the first entry
  std::vector<AddedLine> lines;
};

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
      out.lines.push_back({number, line, {}, {}});
    }
    from = end + 1;
  }
  if (is_text) out.above = text.substr(0, begins.empty() ? text.size() : begins.front());
  for (size_t i = 0; i < out.lines.size(); ++i) {
    AddedLine& line = out.lines[i];
    if (is_text) {
      const size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
      line.text = trimmed(text.substr(begins[i], end - begins[i]));
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
  std::vector<const AddedLine*> gone;
  std::map<std::string_view, size_t> known;
  for (const auto& line : before.lines) {
    const std::string_view key = line.meaning.empty() ? line.text : line.meaning;
    if (take(there, key)) {
      ++known[key];
    } else if (!line.meaning.empty()) {
      gone.push_back(&line);
    }
  }
  if (gone.empty()) return lost;

  const bool is_text = kind == DocumentKind::kText;
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
    if (take(known, line.meaning.empty() ? line.text : line.meaning)) continue;
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

std::string lost_words(const LostLines& lost) {
  std::vector<std::string> parts;
  if (!lost.removed.empty()) parts.push_back(name_lines(lost.removed, "removed"));
  if (!lost.changed.empty()) parts.push_back(name_lines(lost.changed, "changed"));
  return fmt::format("{}, but the file is append-only", fmt::join(parts, " and "));
}

}  // namespace clew
