#include "view/salvage_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "document/yaml/yaml.h"
#include "files/relative_path.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

// An entry has a few lines: whatever needs more tries than this is damaged all over.
constexpr int kMaxTries = 200;

// Of YAML alone: what is left of it can be read line by line.
const FieldShape* list_in_yaml(const Dialect& dialect, const std::string& path) {
  for (const auto& document : dialect.documents()) {
    const bool is_it =
        document.kind == DocumentKind::kYaml && last_part_of(document.path) == last_part_of(path);
    if (is_it) return list_of_entries(document);
  }
  return nullptr;
}

// Just behind the line that cannot be read: what follows it is of no use.
size_t end_of_damage(const Dialect& dialect, const NamedFile& file) {
  for (auto& finding : dialect.read(FileSet{{file}}).findings) {
    if (!finding.rule.ends_with(".syntax")) continue;
    const auto location = finding.position ? finding.position : take_position(finding.message);
    if (!location) continue;
    size_t end = 0;
    for (size_t line = 0; line < location->line && end < file.text.size(); ++line) {
      end = std::min(file.text.find('\n', end), file.text.size() - 1) + 1;
    }
    return end;
  }
  return file.text.size();
}

// The same without its last line.
size_t line_before(const std::string& text, size_t end) {
  const size_t newline = end < 2 ? std::string::npos : text.rfind('\n', end - 2);
  return newline == std::string::npos ? 0 : newline + 1;
}

// Whether the text is a list whose last entry is whole; whose entries it has then.
std::vector<std::string> whole_entries(const Dialect& dialect, const NamedFile& file,
                                       const FieldShape& list) {
  const auto tree = parse_yaml(file.text);
  if (!tree) return {};
  std::vector<std::string> entries;
  for (const auto& each : list_in(tree->value, list.name)) {
    entries.push_back(text_in(each, list.shape.key));
  }
  const std::string last = fmt::format("/{}/{}", list.name, entries.size() - 1);
  const auto findings = dialect.read(FileSet{{file}}).findings;
  const bool is_cut = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.severity == Severity::kError && finding.pointer.starts_with(last);
  });
  return is_cut ? std::vector<std::string>() : entries;
}

}  // namespace

// Goes up from the damage line by line until the last entry that is left is a whole one.
SharedRemains readable_entries(const Dialect& dialect, const NamedFile& file) {
  const FieldShape* list = list_in_yaml(dialect, file.path);
  if (list == nullptr || !is_damaged(dialect, file)) return {};
  size_t end = end_of_damage(dialect, file);
  for (int i = 0; i < kMaxTries && end > 0; ++i, end = line_before(file.text, end)) {
    const NamedFile beginning{file.path, file.text.substr(0, end)};
    auto entries = whole_entries(dialect, beginning, *list);
    if (!entries.empty()) return {beginning.text, std::move(entries)};
  }
  return {};
}

}  // namespace clew
