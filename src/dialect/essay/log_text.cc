#include "dialect/essay/log_text.h"

#include <algorithm>
#include <map>
#include <optional>

namespace clew::essay {
namespace {

constexpr std::string_view kDot = " \xC2\xB7 ";
constexpr std::string_view kHeading = "## ";
constexpr size_t kTimeLength = 24;  // 2026-11-16T09:30:00.000Z

// On one line, and back.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    ++i;
    out += text[i] == 'n' ? '\n' : text[i] == 'r' ? '\r' : text[i];
  }
  return out;
}

template <class Change>
std::string each_line(std::string_view text, Change&& change) {
  std::string out;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    out += change(text.substr(start, end - start));
    if (end < text.size()) out += '\n';
    start = end + 1;
  }
  return out;
}

// Backslashes and then a heading.
bool is_heading_behind(std::string_view line, size_t least) {
  const size_t first = std::min(line.find_first_not_of('\\'), line.size());
  return first >= least && line.substr(first).starts_with(kHeading);
}

std::string guarded(std::string_view body) {
  return each_line(body, [](std::string_view line) {
    return is_heading_behind(line, 0) ? "\\" + std::string(line) : std::string(line);
  });
}

std::string unguarded(std::string_view body) {
  return each_line(body, [](std::string_view line) {
    return std::string(is_heading_behind(line, 1) ? line.substr(1) : line);
  });
}

std::string_view take_word(std::string_view& text) {
  const size_t end = std::min(text.find(kDot), text.size());
  const std::string_view word = text.substr(0, end);
  text = end == text.size() ? std::string_view() : text.substr(end + kDot.size());
  return word;
}

std::optional<LogEntry> parse_header(std::string_view line) {
  if (!line.starts_with(kHeading)) return std::nullopt;
  line.remove_prefix(kHeading.size());
  const std::string_view time = take_word(line);
  const auto parsed = parse_time(time);
  if (time.size() != kTimeLength || !parsed) return std::nullopt;
  LogEntry entry;
  entry.at = parsed->time;
  entry.kind = take_word(line);
  entry.step = take_word(line);
  entry.actor = unescaped(line);
  if (entry.kind != kNoteEntry && entry.kind != kClaimEntry && entry.kind != kChangeEntry) {
    return std::nullopt;
  }
  return entry.step.empty() ? std::nullopt : std::optional(std::move(entry));
}

// What an entry is known by, whatever has been done to its text.
std::string mark_of(const LogEntry& entry) {
  return to_iso(entry.at) + "\n" + entry.kind + "\n" + entry.actor;
}

}  // namespace

std::string to_text(const LogEntry& entry) {
  std::string text = "\n";
  text += kHeading;
  text += to_iso(entry.at);
  text += kDot;
  text += entry.kind;
  text += kDot;
  text += entry.step;
  if (!entry.actor.empty()) {
    text += kDot;
    text += escaped(entry.actor);
  }
  text += "\n\n";
  text += guarded(entry.body);
  text += "\n";
  return text;
}

std::string log_text(const std::string& title, const LogEntries& entries) {
  std::string text = "# " + title + "\n";
  for (const auto& entry : entries) text += to_text(entry);
  return text;
}

LogEntries parse_log(std::string_view text) {
  struct Found {
    LogEntry entry;
    size_t body;
    size_t end = std::string_view::npos;  // where the next heading stands, whoever's it is
  };
  std::vector<Found> found;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    if (line.starts_with(kHeading) && !found.empty()) {
      found.back().end = std::min(found.back().end, start);
    }
    if (auto entry = parse_header(line)) {
      found.push_back({std::move(*entry), std::min(end + 1, text.size())});
    }
    start = end + 1;
  }
  LogEntries entries;
  for (auto& each : found) {
    const bool is_last = each.end == std::string_view::npos;
    std::string_view body = text.substr(0, is_last ? text.size() : each.end).substr(each.body);
    if (body.starts_with('\n')) body.remove_prefix(1);
    if (!is_last && body.ends_with('\n')) body.remove_suffix(1);
    if (body.ends_with('\n')) body.remove_suffix(1);
    each.entry.body = unguarded(body);
    entries.push_back(std::move(each.entry));
  }
  return entries;
}

LogEntries new_entries(const LogEntries& now, const LogEntries& before) {
  std::map<std::string, size_t> marks;
  std::map<std::pair<std::string, std::string>, size_t> bodies;
  for (const auto& entry : before) {
    ++marks[mark_of(entry)];
    ++bodies[{mark_of(entry), entry.body}];
  }
  // What is there word for word comes first, so that what was edited by hand meets what is left.
  std::vector<const LogEntry*> open;
  for (const auto& entry : now) {
    const std::string mark = mark_of(entry);
    const auto same = bodies.find({mark, entry.body});
    if (same == bodies.end() || same->second == 0) {
      open.push_back(&entry);
      continue;
    }
    --same->second;
    --marks[mark];
  }
  LogEntries fresh;
  for (const LogEntry* entry : open) {
    const auto mark = marks.find(mark_of(*entry));
    if (mark == marks.end() || mark->second == 0) {
      fresh.push_back(*entry);
    } else {
      --mark->second;
    }
  }
  return fresh;
}

std::string ClaimBody::field(std::string_view name) const {
  for (const auto& [key, value] : fields) {
    if (key == name) return value;
  }
  return {};
}

std::string to_text(const ClaimBody& body) {
  std::string text;
  for (const auto& [name, value] : body.fields) text += "- " + name + ": " + escaped(value) + "\n";
  return text + "\n" + body.text;
}

ClaimBody parse_claim_body(std::string_view text) {
  ClaimBody body;
  while (text.starts_with("- ")) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(2, end - 2);
    const size_t colon = line.find(": ");
    if (colon == std::string_view::npos) break;
    body.fields.emplace_back(line.substr(0, colon), unescaped(line.substr(colon + 2)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (text.starts_with('\n')) text.remove_prefix(1);
  body.text = text;
  return body;
}

}  // namespace clew::essay
