#include "command/migrate_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/agreement.h"
#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/keyed_answer.h"
#include "command/workspace.h"
#include "command/write_out.h"
#include "files/relative_path.h"

namespace clew {
namespace {

struct MigratedFile {
  std::string from;  // as the dialect calls it
  std::string to;    // absolute
  std::string shown;
  std::string text;
  bool stands_beside = false;  // under a name made for it; others have one of their own
};

// What is to be written, each file once: sessions of one folder share some.
Result<std::vector<MigratedFile>> migrate_all(Workspace& workspace,
                                              const std::vector<std::string>& paths,
                                              const Dialect* only) {
  std::vector<MigratedFile> all;
  const std::string here = real_here(workspace);
  for (const auto& path : paths) {
    CLEW_ASSIGN(const auto found, find_dialect_files(workspace, path, only));
    for (const auto& each : found) {
      CLEW_ASSIGN(const FileSet migrated, each.dialect->migrate(each.files));
      for (const auto& file : migrated.files) {
        const bool taken = each.files.find(file.path) != nullptr;
        const std::string to = join_path(each.folder, taken ? migrated_name(file.path) : file.path);
        const bool is_known = std::any_of(all.begin(), all.end(), [&](const MigratedFile& other) {
          return other.to == to && other.text == file.text;
        });
        if (!is_known) all.push_back({file.path, to, shown_path(here, to), file.text, taken});
      }
    }
  }
  return all;
}

}  // namespace

std::string migrated_name(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  const bool has_ending = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return has_ending ? path.substr(0, dot) + ".migrated" + path.substr(dot) : path + ".migrated";
}

Result<Answer> migrate_files(Workspace& workspace, const MigrateRequest& request) {
  const Dialect* only = nullptr;
  if (!request.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(request.dialect));
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const auto all, migrate_all(workspace, request.paths, only));
  for (const auto& each : all) {
    if (request.dry_run || !workspace.files().info(each.to)) continue;
    // Before the first is written: nothing is half done.
    CLEW_TRY(agree(workspace, fmt::format("{} exists; replace it?", each.shown), each.shown,
                   "clew migrate " + shell_words(request.paths)));
  }
  Answer answer;
  Value list = Value::list();
  std::string first;
  for (const auto& each : all) {
    if (!request.dry_run) {
      CLEW_ASSIGN(const auto folder, workspace.files().open_folder(parent_of(each.to)));
      CLEW_TRY(write_out(workspace, *folder, last_part_of(each.to), each.text));
    }
    Value fields = Value::object();
    fields.set("from", each.from);
    fields.set("to", each.to);
    list.push(std::move(fields));
    if (first.empty() && each.stands_beside) first = each.shown;
    answer.text += fmt::format("{}{} {}", answer.text.empty() ? "" : "\n",
                               request.dry_run ? "would write" : "written", each.shown);
  }
  answer.data.set("changed", !request.dry_run && !list.as_list().empty());
  answer.data.set("files", std::move(list));
  answer.text += "\nthe old files stay as they are";
  if (!request.dry_run && !first.empty()) answer.text += "\nnext  clew import " + first;
  if (!request.dry_run) CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
