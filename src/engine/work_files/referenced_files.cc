#include "engine/work_files/referenced_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/registry.h"
#include "discovery/disk_questions.h"
#include "engine/work_files/keep_artifact.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/open_view.h"
#include "view/view_record.h"

namespace clew {
namespace {

// Only texts can name files.
bool sets_text(const Intent& intent) {
  const auto* fact = get_if<RecordFact>(&intent.any);
  const auto* set = fact == nullptr ? nullptr : get_if<AttributeSet>(&fact->fact);
  return set != nullptr && set->value.is_string();
}

FoundSession location_of_view(const Dialect& dialect, const ViewState& view) {
  return {
      &dialect, view.folder, {view.entry, {view.files.front().path}},
        {}
  };
}

// What the files of a session want to be there, in its dialect's sight. The dialect is asked by
// writing the session and reading it again: what it would find missing is what it wants.
std::vector<DiskQuestion> wanted_files(const Dialect& dialect, const Session& session) {
  const auto files = dialect.write(session, {});
  if (!files) return {};
  std::vector<DiskQuestion> wanted;
  for (auto& reading : dialect.read(*files).sessions) {
    for (auto& question : reading.disk) {
      if (question.finding.severity == Severity::kError) wanted.push_back(std::move(question));
    }
  }
  return wanted;
}

// The file that was kept last under this path, wherever it lay. A path may have been recorded from
// another root, so the end of it counts as well.
const Artifact* kept_as(const Session& session, const std::string& path) {
  const Artifact* latest = nullptr;
  for (const auto& artifact : session.artifacts.items) {
    const bool is_it = artifact.path == path || artifact.path.ends_with("/" + path);
    if (is_it && artifact.archived_as.empty()) latest = &artifact;
  }
  return latest;
}

struct FileText {
  Bytes text;
  bool is_kept = false;
};

// What the session keeps of the file comes first, then the file in the folder that the session came
// from.
std::optional<FileText> text_of(Workspace& workspace, const NamedFiles& named,
                                const std::string& path) {
  if (const Artifact* kept = kept_as(named.session, path)) {
    auto text = workspace.store().blob(kept->content);
    if (text) return FileText{std::move(*text), true};
  }
  const auto folder = named.from.empty() ? Result<std::unique_ptr<Folder>>(Error())
                                         : workspace.files().open_folder(named.from);
  auto text = folder ? read_whole_file(**folder, path, kMaxArtifact) : Result<Bytes>(Error());
  return text ? std::optional(FileText{std::move(*text), false}) : std::nullopt;
}

// Never over a file that came there meanwhile.
Status put_new(Workspace& workspace, const std::string& folder, const std::string& path,
               BytesView text) {
  const std::string below = path.find('/') == std::string::npos ? "" : parent_of(path);
  CLEW_ASSIGN(const auto top, workspace.files().open_folder(folder));
  CLEW_ASSIGN(const auto opened, open_below(workspace.files(), *top, below));
  const auto file = opened->open(last_part_of(path), OpenMode::kCreateNew);
  if (!file) return file.error().code == ErrorCode::kConflict ? success() : Status(file.error());
  CLEW_TRY(write_all(**file, text));
  return (*file)->sync(SyncKind::kData);
}

}  // namespace

// Only files that the new values ask for: one that was missing before is no reason to refuse.
Status check_named_files(Workspace& workspace, const Session& session,
                         const std::vector<Intent>& intents) {
  if (std::none_of(intents.begin(), intents.end(), sets_text)) return success();
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), session.identity.id));
  const Dialect* dialect = view ? find_dialect(view->dialect) : nullptr;
  if (dialect == nullptr || view->files.empty()) return success();
  CLEW_ASSIGN(const Session after,
              after_intents(session, intents, workspace.now(), workspace.caller().actor));
  const auto before = wanted_files(*dialect, named_as(*view, session));
  DiskAnswers disk(workspace, location_of_view(*dialect, *view));
  for (const auto& question : wanted_files(*dialect, named_as(*view, after))) {
    const bool is_old = std::any_of(before.begin(), before.end(), [&](const DiskQuestion& each) {
      return each.path == question.path;
    });
    if (is_old || disk.answer(question)) continue;
    return make_error(
        ErrorCode::kInvalid, question.finding.message, question.path,
        fmt::format("write {} first", question.path.starts_with('/')
                                          ? question.path
                                          : join_path(view->own_path(), question.path)));
  }
  return success();
}

std::vector<std::string> missing_files(Workspace& workspace, const NamedFiles& named) {
  std::vector<std::string> missing;
  for (const auto& question : named.wanted) {
    if (question.finding.severity != Severity::kError) continue;
    if (!split_relative_path(question.path)) continue;
    const bool is_new = std::find(missing.begin(), missing.end(), question.path) == missing.end();
    if (is_new && !text_of(workspace, named, question.path)) missing.push_back(question.path);
  }
  return missing;
}

// A file that cannot be had is said and does not stop the others. Nothing that is there is written
// over.
Result<std::vector<std::string>> bring_named_files(Workspace& workspace,
                                                   const FoundSession& location,
                                                   const NamedFiles& named) {
  std::vector<std::string> said;
  DiskAnswers disk(workspace, location);
  const std::string own = parent_of(join_path(location.folder, location.location.files.front()));
  for (const auto& question : named.wanted) {
    if (question.finding.severity != Severity::kError) continue;
    if (disk.answer(question) || !split_relative_path(question.path)) continue;
    const auto text = text_of(workspace, named, question.path);
    if (!text) {
      said.push_back(question.finding.message + ", and no copy was kept");
      continue;
    }
    CLEW_TRY(put_new(workspace, own, question.path, text->text));
    said.push_back(fmt::format("{} was restored as it {}", question.path,
                               text->is_kept ? "was last kept" : "is in " + named.from));
  }
  return said;
}

Result<std::vector<std::string>> bring_files_of_view(Workspace& workspace,
                                                     const SessionId& session) {
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), session));
  const Dialect* dialect = view ? find_dialect(view->dialect) : nullptr;
  if (dialect == nullptr || view->files.empty() || !view->held.empty()) {
    return std::vector<std::string>();
  }
  CLEW_ASSIGN(const Loaded loaded, workspace.load({session, std::nullopt}));
  const auto wanted = wanted_files(*dialect, named_as(*view, loaded.session));
  return bring_named_files(workspace, location_of_view(*dialect, *view),
                           {loaded.session, wanted, {}});
}

}  // namespace clew
