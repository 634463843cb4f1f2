// Findings get their line and column here: the text is searched once per file, and only when
// something was found in it.

#include "document/finding_sink.h"

#include <map>

#include "document/locate.h"
#include "document/shape/check_shape.h"

namespace clew {
namespace {

// The line of the n-th JSON line; blank ones are not counted.
std::optional<TextPosition> line_position(std::string_view text, const TreePath& path) {
  const auto* wanted = path.empty() ? nullptr : std::get_if<size_t>(&path.front());
  if (wanted == nullptr) return std::nullopt;
  size_t line = 1;
  size_t seen = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const bool blank = text.substr(0, end).find_first_not_of(" \t\r") == std::string_view::npos;
    if (!blank && seen++ == *wanted) return TextPosition{line, 1};
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    ++line;
  }
  return std::nullopt;
}

}  // namespace

Finding FindingSink::make(const std::string& name, const Document& document, TreePath path,
                          std::string message) const {
  Finding finding;
  finding.rule = dialect_ + "." + name;
  finding.message = std::move(message);
  finding.file = document.path;
  finding.pointer = to_pointer(path_before(path, document.dropped));
  for (const auto& rule : rules_) {
    if (name != rule.name) continue;
    finding.severity = rule.severity;
    finding.next = rule.next;
  }
  return finding;
}

void FindingSink::rule(const std::string& name, const Document& document, TreePath path,
                       std::string message) {
  Finding finding = make(name, document, path, std::move(message));
  placed_.push_back({std::move(finding), path_before(path, document.dropped)});
}

void FindingSink::add(Severity severity, const std::string& name, const std::string& file,
                      TreePath path, std::string message, std::string next) {
  Finding finding;
  finding.severity = severity;
  finding.rule = dialect_ + "." + name;
  finding.message = std::move(message);
  finding.next = std::move(next);
  finding.file = file;
  finding.pointer = to_pointer(path);
  placed_.push_back({std::move(finding), std::move(path)});
}

void FindingSink::add_at(Severity severity, const std::string& name, const std::string& file,
                         TextPosition position, std::string message, std::string next) {
  add(severity, name, file, {}, std::move(message), std::move(next));
  placed_.back().finding.position = position;
}

Findings FindingSink::take(const FileSet& files) {
  std::map<std::string, Result<LocatedTree>> located;
  Findings findings;
  for (auto& [finding, path] : placed_) {
    const NamedFile* file = finding.position ? nullptr : files.find(finding.file);
    if (file != nullptr && file->path.ends_with(".jsonl")) {
      finding.position = line_position(file->text, path);
    } else if (file != nullptr && !path.empty()) {
      auto found = located.find(file->path);
      if (found == located.end()) {
        found = located.emplace(file->path, locate_document(file->path, file->text)).first;
      }
      if (found->second) finding.position = found->second->position(path);
    }
    findings.push_back(std::move(finding));
  }
  placed_.clear();
  return findings;
}

}  // namespace clew
