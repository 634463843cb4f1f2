#include "view/session_folder.h"

#include "dialect/registry.h"
#include "discovery/import_record.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/view_record.h"

namespace clew {

// Of several imports the last counts.
Result<std::optional<FoundSession>> home_of_files(Context& context, const Session& session) {
  std::optional<FoundSession> home;
  CLEW_ASSIGN(const auto view, load_view(context.store(), session.identity.id));
  if (view) {
    const Dialect* dialect = find_dialect(view->dialect);
    if (dialect == nullptr || view->files.empty()) return home;
    home = FoundSession{
        dialect, view->folder, {view->entry, {view->files.front().path}},
          {}
    };
    return home;
  }
  for (const auto& id : session.root().external) {
    const Dialect* dialect = find_dialect(id.dialect);
    if (dialect == nullptr) continue;
    CLEW_ASSIGN(const auto known,
                known_imports(context.store(), import_setting(id.dialect, id.id)));
    for (const auto& each : known) {
      if (each.session != session.identity.id || each.files.empty()) continue;
      home = FoundSession{
          dialect, each.folder, {id.id, {each.files.front().path}},
            {}
      };
    }
  }
  return home;
}

Result<bool> is_as_imported(Context& context, const Session& session) {
  for (const auto& id : session.root().external) {
    if (find_dialect(id.dialect) == nullptr) continue;
    CLEW_ASSIGN(const auto known,
                known_imports(context.store(), import_setting(id.dialect, id.id)));
    for (const auto& each : known) {
      if (each.session != session.identity.id) continue;
      const auto folder = context.files().open_folder(each.folder);
      if (!folder) return false;
      for (const auto& file : each.files) {
        const auto text = read_whole_file(**folder, file.path);
        if (!text || sha256(*text) != file.digest) return false;
      }
    }
  }
  return true;
}

std::string own_folder_of(const FoundSession& found) {
  return parent_of(join_path(found.folder, found.location.files.front()));
}

}  // namespace clew
