#include "command/convert/migrate_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "dialect/registry.h"
#include "discovery/find_dialect_files.h"
#include "discovery/known_workflows.h"
#include "engine/confirm.h"
#include "engine/idempotency.h"
#include "engine/workspace.h"
#include "files/guarded_file.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

struct MigratedFile {
  std::string from;  // as the dialect calls it
  std::string to;    // absolute
  std::string shown;
  std::string text;
  bool stands_beside = false;  // under a name made for it; others have one of their own
  bool is_there = false;       // written before, just so
};

// The dialect knows its files by their names within the folder only.
Error with_location(Error error, const FoundSession& found, const std::string& here) {
  const std::string location = shown_path(here, path_of(found));
  if (error.next.empty() || error.next == "clew validate " + error.subject) {
    error.next = "clew validate " + shell_word(location);
  }
  error.subject = location;
  return error;
}

// What is to be written, each file once: sessions of one folder share some.
class Migration {
 public:
  Migration(Workspace& workspace, const Dialect* only, const KnownWorkflows& workflows)
      : workspace_(workspace), only_(only), workflows_(workflows), here_(real_here(workspace)) {}

  Status add(const std::string& path) {
    CLEW_ASSIGN(auto found, find_dialect_files(workspace_, path, only_));
    size_t passed_over = 0;
    for (auto& each : found) {
      workflows_.tell(each);
      const auto migrated = each.dialect->migrate(each.files);
      if (migrated) {
        add_files(each, *migrated);
        continue;
      }
      // One among others is passed over: what an earlier migration wrote stands in the folder too.
      const Error refusal = with_location(migrated.error(), each, here_);
      if (found.size() == 1 || refusal.code != ErrorCode::kInvalid) return refusal;
      refused_.push_back(refusal);
      ++passed_over;
    }
    if (passed_over == found.size()) return refused_.back();
    return success();
  }

  const std::vector<MigratedFile>& files() const { return files_; }
  const std::vector<Error>& refused() const { return refused_; }

 private:
  void add_files(const FoundSession& found, const FileSet& migrated) {
    for (const auto& file : migrated.files) {
      const bool taken = found.files.find(file.path) != nullptr;
      const std::string to = join_path(found.folder, taken ? migrated_name(file.path) : file.path);
      const bool is_known = std::any_of(
          files_.begin(), files_.end(),
          [&](const MigratedFile& other) { return other.to == to && other.text == file.text; });
      if (is_known) continue;
      const auto present = read_whole_file(workspace_.files(), to);
      files_.push_back({file.path, to, shown_path(here_, to), file.text, taken,
                        present && *present == file.text});
    }
  }

  Workspace& workspace_;
  const Dialect* only_;
  const KnownWorkflows& workflows_;
  std::string here_;
  std::vector<MigratedFile> files_;
  std::vector<Error> refused_;
};

}  // namespace

Result<Answer> migrate_files(Workspace& workspace, const MigrateRequest& request) {
  const Dialect* only = nullptr;
  if (!request.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(request.dialect));
  }
  KnownWorkflows workflows;
  CLEW_TRY(workflows.add(workspace, request.workflow,
                         [&](BytesView text) { workspace.count_as_request(text); }));
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  Migration migration(workspace, only, workflows);
  for (const auto& path : request.paths) CLEW_TRY(migration.add(path));
  const auto& all = migration.files();
  const std::string again =
      "clew migrate " + shell_words(request.paths) +
      (request.workflow.empty() ? "" : " --workflow " + shell_word(request.workflow));
  for (const auto& path : request.paths) {
    if (request.dry_run || all.empty()) continue;
    CLEW_TRY(agreed_path(workspace, caller_path(workspace, path), again));
  }
  for (const auto& each : all) {
    if (request.dry_run || each.is_there || !workspace.files().info(each.to)) continue;
    // Before the first is written: nothing is half done.
    CLEW_TRY(
        agree(workspace, fmt::format("{} exists; replace it?", each.shown), each.shown, again));
  }
  Answer answer;
  Value list = Value::list();
  std::string first;
  bool changed = false;
  for (const auto& each : all) {
    if (!request.dry_run && !each.is_there) {
      changed = true;
      CLEW_ASSIGN(const auto folder, open_real_folder(workspace.files(), parent_of(each.to)));
      CLEW_TRY(replace_guarded(workspace.files(), workspace.surroundings().cache_folder, *folder,
                               last_part_of(each.to), each.text));
    }
    Value fields = Value::object();
    fields.set("from", each.from);
    fields.set("to", each.to);
    list.push(std::move(fields));
    if (first.empty() && each.stands_beside) first = each.shown;
    const char* what = each.is_there ? "unchanged" : request.dry_run ? "would write" : "written";
    answer.text += fmt::format("{}{} {}", answer.text.empty() ? "" : "\n", what, each.shown);
  }
  Value passed_over = Value::list();
  for (const auto& error : migration.refused()) {
    Value fields = Value::object();
    fields.set("path", error.subject);
    fields.set("message", error.message);
    passed_over.push(std::move(fields));
    answer.text += fmt::format("{}skipped {}: {}", answer.text.empty() ? "" : "\n", error.subject,
                               error.message);
  }
  answer.data.set("changed", changed);
  answer.data.set("files", std::move(list));
  answer.data.set("passed_over", std::move(passed_over));
  answer.text += all.empty() ? "nothing to migrate: the files are in the current version"
                             : "\nthe old files are left unchanged";
  if (!request.dry_run && !first.empty()) answer.text += "\nnext  clew import " + first;
  if (!request.dry_run) CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
