#include "dialects/tree_difference.h"

#include <algorithm>
#include <map>

#include "document/locate.h"

namespace clew {
namespace {

using Leaves = std::map<std::string, std::multiset<std::string>>;

void collect(const Value& value, const std::string& path, Leaves& into) {
  if (value.is_object() && !value.as_object().empty()) {
    for (const auto& [name, member] : value.as_object()) {
      collect(member, path.empty() ? name : path + "." + name, into);
    }
  } else if (value.is_list() && !value.as_list().empty()) {
    for (const auto& element : value.as_list()) collect(element, path + "[]", into);
  } else {
    into[path].insert(std::string(to_string(value.kind())) + " " + to_text(value));
  }
}

std::string stripped(std::string_view line) {
  const size_t end = line.find_last_not_of(" \t\r,");
  return std::string(line.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(stripped(text.substr(0, end)));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

// For each of a, whether the longest common subsequence has it.
template <class T>
std::vector<bool> common(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<std::vector<size_t>> longest(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      longest[i][j] =
          a[i] == b[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  std::vector<bool> kept(a.size(), false);
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      kept[i] = true;
      ++i;
      ++j;
    } else if (longest[i + 1][j] >= longest[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return kept;
}

// The lines that something due happens on.
class Touched {
 public:
  explicit Touched(const std::string& text) : text_(text) {}

  void compare(const Value& before, const SpanNode& node, const Value& after) {
    if (before == after) return;
    if (before.is_object() && after.is_object()) {
      const auto& members = before.as_object();
      for (size_t i = 0; i < members.size(); ++i) {
        const Value* now = after.find(members[i].first);
        if (now == nullptr) {
          mark(node.items[i]);
        } else {
          compare(members[i].second, node.items[i], *now);
        }
      }
      if (after.as_object().size() != members.size()) mark_edges(node);
    } else if (before.is_list() && after.is_list()) {
      const auto& old = before.as_list();
      const auto& now = after.as_list();
      if (old.size() == now.size()) {
        for (size_t i = 0; i < old.size(); ++i) compare(old[i], node.items[i], now[i]);
        return;
      }
      const auto kept = common(old, now);
      for (size_t i = 0; i < old.size(); ++i) {
        if (!kept[i]) mark(node.items[i]);
      }
      mark_edges(node);
    } else {
      mark(node);
    }
  }

  bool has(size_t line) const { return lines_.contains(line); }

 private:
  size_t line_at(size_t offset) const {
    return static_cast<size_t>(std::count(
        text_.begin(), text_.begin() + static_cast<long>(std::min(offset, text_.size())), '\n'));
  }
  void mark(const SpanNode& node) {
    const size_t begin = std::min(node.entry == 0 ? node.span.begin : node.entry, node.span.begin);
    for (size_t line = line_at(begin); line <= line_at(node.span.end); ++line) lines_.insert(line);
  }
  // Something is added or taken away: brackets may move, and the last one gets a neighbour.
  void mark_edges(const SpanNode& node) {
    lines_.insert(line_at(node.span.begin));
    lines_.insert(line_at(node.key.begin == node.key.end ? node.span.begin : node.key.begin));
    lines_.insert(line_at(node.span.end));
    if (!node.items.empty()) lines_.insert(line_at(node.items.back().span.end));
  }

  const std::string& text_;
  std::set<size_t> lines_;
};

}  // namespace

std::set<std::string> changed_fields(const Value& before, const Value& after) {
  Leaves old;
  Leaves now;
  collect(before, "", old);
  collect(after, "", now);
  std::set<std::string> changed;
  for (const auto& [path, values] : old) {
    const auto found = now.find(path);
    if (found == now.end() || found->second != values) changed.insert(path);
  }
  for (const auto& [path, values] : now) {
    if (!old.contains(path)) changed.insert(path);
  }
  return changed;
}

std::vector<std::string> lines_lost(const std::string& name, const std::string& before,
                                    const std::string& after) {
  const auto old = locate_document(name, before);
  const auto now = locate_document(name, after);
  if (!old || !now) return {"it cannot be parsed"};
  Touched touched(before);
  touched.compare(old->value, old->root, now->value);
  const auto lines = lines_of(before);
  const auto kept = common(lines, lines_of(after));
  std::vector<std::string> lost;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!kept[i] && !touched.has(i) && !lines[i].empty()) lost.push_back(lines[i]);
  }
  return lost;
}

}  // namespace clew
