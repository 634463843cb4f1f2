#include "view/source_text.h"

#include <algorithm>
#include <functional>

#include "dialect/agent_contract.h"
#include "dialect/registry.h"
#include "discovery/import_record.h"
#include "files/relative_path.h"
#include "store/at_once.h"
#include "view/external_id.h"
#include "view/view_record.h"

namespace clew {
namespace {

bool tells(const Dialect& dialect, const FileSet& files, const std::string& entry) {
  const auto sessions = dialect.read(files).sessions;
  return std::any_of(sessions.begin(), sessions.end(),
                     [&](const Reading& each) { return each.entry == entry; });
}

Result<bool> any_event(StoreReader& store, const SessionId& id,
                       const std::function<bool(const StoredEvent&)>& is_it) {
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, store.read(id, from, kEventsAtOnce));
    if (page.empty()) return false;
    if (std::any_of(page.begin(), page.end(), is_it)) return true;
    from = Seq{page.back().event.header.seq.number + 1};
  }
}

Result<bool> is_redacted(StoreReader& store, const SessionId& id) {
  return any_event(store, id, [](const StoredEvent& each) { return each.redacted; });
}

// Of the folder, beside what sessions write there.
std::vector<std::string> acknowledgments(Context& context, const std::string& folder,
                                         const Dialect& dialect) {
  const AgentContract* contract = dialect.agent_contract();
  if (contract == nullptr) return {};
  std::vector<std::string> paths{contract->latest_path()};
  const std::string own = parent_of(contract->own_path("x"));
  const auto opened = context.files().open_folder(join_path(folder, own));
  if (!opened) return paths;
  const auto names = (*opened)->list();
  if (!names) return paths;
  for (const auto& name : *names) paths.push_back(join_path(own, name));
  return paths;
}

// Nothing when the view is of another dialect, or when its files do not tell of the session any
// longer.
Result<Carried> text_of_view(Context& context, Session session, const Dialect& target) {
  Carried text;
  CLEW_ASSIGN(const auto view, load_view(context.store(), session.identity.id));
  if (!view || view->dialect != target.name()) return text;
  set_external_id(session.steps[0], view->dialect, view->entry);
  auto paths = target.files_of(session);
  for (auto& path : acknowledgments(context, view->folder, target)) paths.push_back(path);
  FileSet files = read_present(context, view->folder, paths);
  if (tells(target, files, view->entry)) text = {view->dialect, view->entry, std::move(files)};
  return text;
}

// As it was read last.
Result<Carried> imported_text(StoreReader& store, const SessionId& id, const ExternalId& external) {
  Carried text;
  CLEW_ASSIGN(const auto all, known_imports(store, import_setting(external.dialect, external.id)));
  const auto own = std::find_if(all.rbegin(), all.rend(),
                                [&](const KnownImport& each) { return each.session == id; });
  const Dialect* dialect = find_dialect(external.dialect);
  if (own == all.rend() || dialect == nullptr) return text;
  FileSet files;
  for (const auto& file : own->files) {
    auto content = store.blob(file.digest);
    if (!content) return text;
    files.files.push_back({file.path, std::move(*content)});
  }
  if (tells(*dialect, files, external.id)) {
    text = {external.dialect, external.id, std::move(files)};
  }
  return text;
}

// A text in the target's own dialect is taken at once, any other only when there is none. A text
// that carries a session of another dialect stands for what it carries.
Result<Carried> text_of_import(StoreReader& store, const Session& session, const Dialect& target) {
  Carried other;
  for (const auto& external : session.root().external) {
    CLEW_ASSIGN(Carried text, imported_text(store, session.identity.id, external));
    if (text.dialect.empty()) continue;
    if (text.dialect == target.name()) return text;
    const Dialect& through = *find_dialect(text.dialect);
    const auto inside = find_carried(through, text.files);
    const Dialect* from = inside ? find_dialect(inside->dialect) : nullptr;
    if (from != nullptr) {  // that is what it was before
      Carried before{inside->dialect, inside->entry, inside->files};
      if (!inside->is_whole()) {
        const Readings readings = through.read(text.files);
        before.files = restored_files(through, readings.sessions.front(), *inside, *from);
      }
      if (before.dialect == target.name()) return before;
      text = std::move(before);
    }
    if (other.dialect.empty()) other = std::move(text);
  }
  return other;
}

}  // namespace

Result<Carried> kept_text(Context& context, const Session& session, const Dialect& target) {
  CLEW_ASSIGN(Carried text, text_of_view(context, session, target));
  if (text.dialect.empty()) {
    CLEW_ASSIGN(text, text_of_import(context.store(), session, target));
  }
  if (text.dialect.empty()) return text;
  CLEW_ASSIGN(const bool redacted, is_redacted(context.store(), session.identity.id));
  if (redacted) return Carried();
  text.files = find_dialect(text.dialect)->without_others(std::move(text.files), text.entry);
  return text;
}

Result<bool> is_as_imported(StoreReader& store, const SessionId& id) {
  CLEW_ASSIGN(const bool changed, any_event(store, id, [](const StoredEvent& each) {
                return each.event.header.via != Via::kImport;
              }));
  return !changed;
}

}  // namespace clew
