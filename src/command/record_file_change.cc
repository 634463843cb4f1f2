#include "command/record_file_change.h"

#include <fmt/format.h>

#include "command/keep_artifact.h"
#include "command/line_changes.h"
#include "command/option_value.h"
#include "command/said.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "project/file_facts.h"

namespace clew {
namespace {

constexpr uint64_t kMostCompared = uint64_t{4} << 20;  // larger ones are not compared by line

// The path as seen from the project. A deleted file may have taken its folder with it: then the
// nearest folder that is left says where it was.
Result<std::string> place_of(Workspace& workspace, const std::string& path) {
  auto whole = project_path(workspace, path);
  if (whole || whole.error().code != ErrorCode::kNotFound) return whole;
  const std::string parent = parent_of(path);
  const std::string name = last_part_of(path);
  if (parent.empty() || parent == path || name == "." || name == "..") return whole;
  CLEW_ASSIGN(const std::string folder, place_of(workspace, parent));
  return join_path(folder, name);
}

const FileChange* known(const Session& session, const std::string& path) {
  for (const auto& file : session.files.items) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

// What was last recorded of the file's content: by a change, or as an artifact.
Hash last_recorded(const Session& session, const std::string& path) {
  const FileChange* change = known(session, path);
  Hash content = change == nullptr ? Hash() : change->hash_after;
  Seq at = change == nullptr ? Seq{0} : change->origin.id;
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.path != path || artifact.origin.id < at) continue;
    content = artifact.content;
    at = artifact.origin.id;
  }
  return content;
}

// Counted against the content before, where the store has it; never guessed.
std::optional<LineChanges> changes_since(Workspace& workspace, Folder& root,
                                         const FileChanged& fact,
                                         const std::optional<FileFacts>& now) {
  if (now && now->size > kMostCompared) return std::nullopt;
  const auto before =
      fact.hash_before.empty() ? Result<Bytes>(Error()) : workspace.store().blob(fact.hash_before);
  if (!before || before->size() > kMostCompared) return std::nullopt;
  if (!now) return LineChanges{0, count_lines(*before)};
  const auto after = read_whole_file(root, fact.path, kMostCompared);
  if (!after || sha256(*after) != now->hash) return std::nullopt;
  return count_line_changes(*before, *after);
}

Result<FileChanged> fact_for(Workspace& workspace, Folder& root, const Session& session,
                             const ChangedRequest& request, const std::string& path,
                             const std::optional<FileFacts>& now) {
  FileChanged fact;
  fact.path = path;
  fact.agent = AgentId(request.agent);
  const FileChange* before = known(session, path);
  if (!request.action.empty()) {
    CLEW_TRY(read_option("--action", Value(request.action), fact.action));
  } else if (!now) {
    fact.action = FileAction::kDeleted;
  }
  if (!now && (fact.action != FileAction::kDeleted || (request.action.empty() && !before))) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no file {}", path), path,
                      fmt::format("clew changed {} --action deleted", path));
  }
  if (now && fact.action == FileAction::kDeleted) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is still there", path), path,
                      fmt::format("clew changed {}", path));
  }
  if (now) fact.hash_after = now->hash;
  if (!request.hash_before.empty()) {
    CLEW_TRY(read_option("--hash-before", Value(request.hash_before), fact.hash_before));
  } else if (fact.action != FileAction::kCreated || before != nullptr) {
    fact.hash_before = last_recorded(session, path);
  }
  std::optional<LineChanges> counted = changes_since(workspace, root, fact, now);
  if (now && fact.action == FileAction::kCreated && before == nullptr) {
    counted = LineChanges{static_cast<int64_t>(now->lines), 0};
  }
  const LineChanges changes = counted.value_or(LineChanges());
  fact.lines_added = request.added.value_or(changes.added);
  fact.lines_removed = request.removed.value_or(changes.removed);
  return fact;
}

}  // namespace

Result<Answer> record_file_change(Workspace& workspace, const ChangedRequest& request) {
  CLEW_ASSIGN(const std::string path, place_of(workspace, request.path));
  CLEW_ASSIGN(const auto root, workspace.files().open_folder(workspace.project().root));
  std::optional<FileFacts> now;
  if (auto facts = read_file_facts(*root, path)) {
    now = *facts;
  } else if (facts.error().code != ErrorCode::kNotFound) {
    return facts.error();
  }
  const auto wishes = [&](const Session& session) -> Result<std::vector<Wish>> {
    CLEW_ASSIGN(const std::optional<StepId> step, optional_step(session, request.step));
    CLEW_ASSIGN(const FileChanged fact, fact_for(workspace, *root, session, request, path, now));
    return std::vector<Wish>{
        RecordFact{fact, step}
    };
  };
  CLEW_ASSIGN(const Done done, workspace.execute(wishes));
  for (const auto& event : done.events) {
    const auto* fact = std::get_if<FileChanged>(&event.data);
    if (fact == nullptr) continue;
    Answer answer = said(workspace, done,
                         fmt::format("{} {} +{} −{}", name_of(fact->action), fact->path,
                                     fact->lines_added, fact->lines_removed));
    answer.data.set("fact", event.header.seq.number);
    answer.data.set("file", to_value(*fact));
    return answer;
  }
  return said(workspace, done, "nothing changed");
}

}  // namespace clew
