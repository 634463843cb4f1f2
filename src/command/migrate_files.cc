#include "command/migrate_files.h"

#include <fmt/format.h>

#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/keyed_answer.h"
#include "command/workspace.h"
#include "command/write_out.h"

namespace clew {
namespace {

// state/abc.json → state/abc.migrated.json
std::string beside(const std::string& path) {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  const bool has_ending = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return has_ending ? path.substr(0, dot) + ".migrated" + path.substr(dot) : path + ".migrated";
}

}  // namespace

Result<Answer> migrate_files(Workspace& workspace, const MigrateRequest& request) {
  const Dialect* only = nullptr;
  if (!request.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(request.dialect));
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  Answer answer;
  Value list = Value::list();
  std::string first;
  for (const auto& path : request.paths) {
    CLEW_ASSIGN(const auto found, find_dialect_files(workspace, path, only));
    for (const auto& each : found) {
      CLEW_ASSIGN(const FileSet migrated, each.dialect->migrate(each.files));
      for (const auto& file : migrated.files) {
        // A name of its own stands beside the old by itself.
        const bool taken = each.files.find(file.path) != nullptr;
        const std::string name = taken ? beside(file.path) : file.path;
        const std::string whole = each.folder + "/" + name;
        if (!request.dry_run) {
          CLEW_TRY(write_new_file(workspace, whole, file.text, "clew migrate " + path));
        }
        Value fields = Value::object();
        fields.set("from", file.path);
        fields.set("to", whole);
        list.push(std::move(fields));
        const std::string shown = shown_path(real_here(workspace), whole);
        if (first.empty() && taken) first = shown;
        answer.text += fmt::format("{}{} {}", answer.text.empty() ? "" : "\n",
                                   request.dry_run ? "would write" : "written", shown);
      }
    }
  }
  answer.data.set("changed", !request.dry_run && !list.as_list().empty());
  answer.data.set("files", std::move(list));
  answer.text += "\nthe old files stay as they are";
  if (!request.dry_run && !first.empty()) answer.text += "\nnext  clew import " + first;
  if (!request.dry_run) CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
