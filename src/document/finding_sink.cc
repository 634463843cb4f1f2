// Findings get their line and column here: the text is searched once per file, and only when
// something was found in it.

#include "document/finding_sink.h"

#include <map>

#include "document/locate.h"
#include "document/shape/check_shape.h"

namespace clew {
namespace {

// Of a file with more findings than anybody reads, those behind these have no line.
constexpr size_t kMaxLocated = 2'000;

// The lines of JSON lines, in order; blank ones are not counted.
std::vector<size_t> lines_with_text(std::string_view text) {
  std::vector<size_t> lines;
  for (size_t line = 1; !text.empty(); ++line) {
    const size_t end = text.find('\n');
    if (text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos) {
      lines.push_back(line);
    }
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::optional<TextPosition> line_position(const std::vector<size_t>& lines, const TreePath& path) {
  const auto* wanted = path.empty() ? nullptr : std::get_if<size_t>(&path.front());
  if (wanted == nullptr || *wanted >= lines.size()) return std::nullopt;
  return TextPosition{lines[*wanted], 1};
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
  std::map<std::string, size_t> located_in;
  std::map<std::string, std::vector<size_t>> lines;
  Findings findings;
  for (auto& [finding, path] : placed_) {
    const NamedFile* file = finding.position ? nullptr : files.find(finding.file);
    if (file != nullptr && file->path.ends_with(".jsonl")) {
      auto known = lines.find(file->path);
      if (known == lines.end()) {
        known = lines.emplace(file->path, lines_with_text(file->text)).first;
      }
      finding.position = line_position(known->second, path);
    } else if (file != nullptr && !path.empty() && located_in[file->path]++ < kMaxLocated) {
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
