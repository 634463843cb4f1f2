#pragma once
// What the tests of this dialect share.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "dialect/feature/feature_dialect.h"

namespace clew::feature {

inline std::filesystem::path fixture_folder(const std::string& name) {
  const char* source = std::getenv("CLEW_SOURCE_DIR");
  return std::filesystem::path(source == nullptr ? "../.." : source) / "tests/fixtures/feature" /
         name;
}

inline FileSet read_folder(const std::filesystem::path& folder) {
  FileSet files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files.files.push_back({std::filesystem::relative(entry.path(), folder).generic_string(),
                           std::string(std::istreambuf_iterator<char>(in), {})});
  }
  std::sort(files.files.begin(), files.files.end(),
            [](const NamedFile& a, const NamedFile& b) { return a.path < b.path; });
  return files;
}

inline std::string text_of(const FileSet& files, const std::string& path) {
  const NamedFile* file = files.find(path);
  return file == nullptr ? "(no " + path + ")" : file->text;
}

inline void set_text(FileSet& files, const std::string& path, std::string text) {
  for (auto& file : files.files) {
    if (file.path == path) file.text = std::move(text);
  }
}

// The text with its only `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) return "(no " + from + ")";
  return text.replace(at, from.size(), to);
}

inline bool has_rule(const Findings& findings, const std::string& rule) {
  for (const auto& finding : findings) {
    if (finding.rule == rule) return true;
  }
  return false;
}

// "feature.task-times /phases/0 line 3; …", for comparing in one go
inline std::string to_lines(const Findings& findings) {
  std::string out;
  for (const auto& finding : findings) {
    out += finding.rule + " " + finding.file + " " + finding.pointer;
    if (finding.position) out += " line " + std::to_string(finding.position->line);
    out += "\n";
  }
  return out;
}

inline Time at(const std::string& text) { return parse_time(text)->time; }

inline StepId add_step(Session& session, StepId parent, const std::string& title,
                       StepStatus status = StepStatus::kPending) {
  const StepId id{static_cast<uint32_t>(session.steps.size())};
  session.steps[parent.number].children.push_back(id);
  Step& step = session.steps.emplace_back();
  step.id = id;
  step.parent = parent;
  step.title = title;
  step.status = status;
  return id;
}

inline Session small_session() {
  Session session;
  session.steps.resize(1);
  session.identity.goal = "Add OAuth login!";
  session.identity.model = "opus";
  session.identity.created_at = at("2026-11-16T09:30:00Z");
  session.last_activity = at("2026-11-16T10:00:00Z");
  session.steps[0].title = session.identity.goal;
  session.steps[0].status = StepStatus::kActive;
  return session;
}

}  // namespace clew::feature
