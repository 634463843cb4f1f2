// Recovery, levels 2 and 3: from the files that are left, and at a step that a person names.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/feature/dialect_class.h"
#include "dialect/feature/plan_layout.h"
#include "dialect/feature/recover.h"
#include "document/add_missing.h"
#include "document/readable_prefix.h"
#include "document/yaml/write_yaml.h"
#include "document/yaml/yaml.h"

namespace clew::feature {

Readings FeatureDialect::reconstruct(const FileSet& files) const {
  if (const auto other = as_folder_says(files)) return other->reconstruct(files);
  Readings out;
  std::vector<std::string> folders;
  for (const auto& file : files.files) {
    const DocumentShape* shape = document_of(file.path);
    if (shape == nullptr || shape->owner == FileOwner::kFolder) continue;
    const std::string folder = folder_of(file.path);
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) {
      folders.push_back(folder);
    }
  }
  for (const auto& folder : folders) reconstruct_one(folder, files, out);
  return out;
}

void FeatureDialect::reconstruct_one(const std::string& folder, const FileSet& files,
                                     Readings& out) const {
  const std::string shared = folder_of(folder);
  FileSet own;
  const auto take = [&](const std::string& path) {
    const NamedFile* file = files.find(path);
    if (file != nullptr) own.files.push_back(*file);
    return file == nullptr ? std::string() : file->text;
  };
  const std::string state_path = join_path(folder, kStateFile);
  const std::string state = repaired({state_path, take(state_path)});
  const std::string plan = take(join_path(folder, kPlanFile));
  const std::string history = take(join_path(folder, kHistoryFile));
  const std::string index = folder.empty() ? std::string() : take(join_path(shared, kIndexFile));
  // It is for a person to settle.
  if (refuse_base(own)) return;

  FindingSink sink(kName, rules());
  FileSet pieces;
  std::vector<std::string> used;
  const auto add = [&](const std::string& path, const std::string& text) {
    FindingSink unheard(kName, rules());
    const DocumentShape* shape = document_of(path);
    if (text.empty() || !parse_yaml(repair(*shape, path, text, unheard))) return;
    pieces.files.push_back({path, text});
    used.push_back(last_part(path));
  };
  add(join_path(folder, kPlanFile), plan);
  if (!folder.empty()) add(join_path(shared, kIndexFile), index);
  const std::string history_path = join_path(folder, kHistoryFile);
  const Salvaged salvaged = salvage_history(history);
  if (!salvaged.text.empty()) used.emplace_back(kHistoryFile);
  if (files.find(history_path) != nullptr) pieces.files.push_back({history_path, salvaged.text});
  // What stands in state.yaml is better than any guess.
  const Document state_document{document_of(state_path), state_path, {}, {}};
  const Value guessed = reconstruct_state(folder, plan, history, index);
  const std::string from =
      used.empty() ? "the folder's name" : fmt::format("{}", fmt::join(used, ", "));
  const auto extended = state.empty() ? Result<ExtendedText>(Error{})
                                      : add_missing(*state_document.shape, state, guessed);
  if (extended) {
    pieces.files.push_back({state_path, extended->text});
    std::vector<std::string> added;
    for (const auto& path : extended->added) added.push_back(path_in_words(path));
    if (!added.empty()) {
      sink.rule(
          "state-reconstructed", state_document, {},
          fmt::format("{} in state.yaml reconstructed from {}", fmt::join(added, ", "), from));
    }
  } else {
    if (guessed.is_null()) return;
    pieces.files.push_back({state_path, write_yaml(guessed)});
    sink.rule("state-reconstructed", state_document, {},
              fmt::format("state.yaml was reconstructed from {}; anything only it contained may be "
                          "missing",
                          from));
  }
  if (!salvaged.lost.empty()) {
    sink.rule(
        "history-damaged", Document{document_of(history_path), history_path, {}, {}}, {},
        fmt::format("unreadable content in line {} is left out", fmt::join(salvaged.lost, ", ")));
  }
  for (auto& finding : sink.take(files)) out.findings.push_back(std::move(finding));
  for (auto& reading : read(pieces).sessions) out.sessions.push_back(std::move(reading));
}

Result<Session> FeatureDialect::begin_at(const FileSet& files, const std::string& step) const {
  if (const auto other = as_folder_says(files)) return other->begin_at(files, step);
  Readings readings = reconstruct(readable(files, {}).files);
  std::vector<std::string> known;
  for (auto& reading : readings.sessions) {
    Session& session = reading.session;
    const StepNames names(session);
    for (auto& each : session.steps) {
      if (each.id == kRoot) continue;
      known.push_back(names.of(each.id));
      if (names.of(each.id) != step) continue;
      if (each.status != StepStatus::kBlocked) each.status = StepStatus::kActive;
      make_active(session, each.id);
      return std::move(session);
    }
  }
  return make_error(ErrorCode::kInvalid,
                    known.empty() ? "there is no plan to restart from"
                                  : fmt::format("there is no step {}; choose one of: {}", step,
                                                fmt::join(known, ", ")),
                    step);
}

}  // namespace clew::feature
