#include "dialect/feature/fix_known_slips.h"

#include <set>
#include <vector>

namespace clew::feature {
namespace {

struct Line {
  size_t begin;
  std::string_view text;  // without its line end
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({begin, line});
    begin = end + 1;
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool says_nothing(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || text.starts_with('#');
}

bool is_entry(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text == "-" || text.starts_with("- ");
}

}  // namespace

std::optional<Repaired> repair_orphans(std::string_view text) {
  std::set<std::string_view> seen;  // members of the entry at hand
  bool is_inside = false;
  bool has_entry = false;
  std::string repaired;
  size_t first = 0;
  const std::vector<Line> lines = lines_of(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    const size_t end = i + 1 < lines.size() ? lines[i + 1].begin : text.size();
    const std::string_view whole = text.substr(lines[i].begin, end - lines[i].begin);
    std::string_view line = lines[i].text;
    if (line.starts_with("active_features:")) is_inside = true;
    if (is_entry(line)) {
      seen.clear();
      has_entry = true;
      line.remove_prefix(line.find('-') + 1);
    }
    const std::string_view content = trimmed(line);
    const std::string_view name = content.substr(0, content.find(':'));
    const bool is_member = name == "started_at" || name == "last_active" || name == "status";
    const bool is_indented = line.starts_with(' ');
    if (is_inside && is_indented && is_member && (!has_entry || !seen.insert(name).second)) {
      repaired.append("# ");
      if (first == 0) first = i + 1;
    }
    repaired.append(whole);
  }
  return first == 0 ? std::nullopt : std::optional(Repaired{std::move(repaired), first});
}

std::optional<Repaired> repair_index(std::string_view text) {
  constexpr std::string_view kKey = "active_features:";
  const std::vector<Line> lines = lines_of(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i].text;
    if (!line.starts_with(kKey)) continue;
    const size_t open = line.find_first_not_of(" \t", kKey.size());
    if (open == std::string_view::npos || line[open] != '[') return std::nullopt;
    const size_t close = line.find_first_not_of(" \t", open + 1);
    if (close == std::string_view::npos || line[close] != ']') return std::nullopt;
    if (!says_nothing(line.substr(close + 1))) return std::nullopt;
    size_t next = i + 1;
    while (next < lines.size() && says_nothing(lines[next].text)) ++next;
    if (next == lines.size() || !is_entry(lines[next].text)) return std::nullopt;
    std::string repaired(text);
    repaired.erase(lines[i].begin + kKey.size(), close + 1 - kKey.size());
    return Repaired{std::move(repaired), i + 1};
  }
  return std::nullopt;
}

std::optional<Repaired> repair_state(std::string_view text) {
  constexpr std::string_view kKey = "feature_id:";
  const std::vector<Line> lines = lines_of(text);
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!lines[i].text.starts_with(kKey)) continue;
    if (says_nothing(lines[i].text.substr(kKey.size()))) continue;
    const std::string_view next = lines[i + 1].text;
    const size_t indent = next.find_first_not_of(' ');
    if (indent == 0 || indent == std::string_view::npos) continue;
    if (!next.substr(indent).starts_with("status:")) continue;
    std::string repaired(text);
    repaired.erase(lines[i + 1].begin, indent);
    return Repaired{std::move(repaired), i + 2};
  }
  return std::nullopt;
}

}  // namespace clew::feature
