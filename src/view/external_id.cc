#include "view/external_id.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/registry.h"
#include "document/json/json.h"
#include "files/canonical_path.h"
#include "files/document_limit.h"
#include "store/settings.h"
#include "view/index_files.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr uint32_t kMaxIds = 1000;

// Stored as JSON under the session's entry setting: {"entry": ID, "folder": PATH}.
struct KeptEntry {
  std::string entry;
  std::string folder;
  static constexpr auto fields() {
    return field_list(field(1, "entry", &KeptEntry::entry), field(2, "folder", &KeptEntry::folder));
  }
};

// The present view wins over what was kept when a view was detached.
Result<std::optional<KeptEntry>> load_entry(StoreReader& store, const SessionId& session,
                                            const Dialect& dialect) {
  if (session.empty()) return std::optional<KeptEntry>();
  CLEW_ASSIGN(const auto view, load_view(store, session));
  if (view && view->dialect == dialect.name()) {
    return std::optional(KeptEntry{view->entry, view->folder});
  }
  CLEW_ASSIGN(const std::string text, store.setting(entry_setting(session, dialect.name())));
  if (text.empty()) return std::optional<KeptEntry>();
  CLEW_ASSIGN(const Value tree, parse_json(text));
  KeptEntry kept;
  CLEW_TRY(from_value(tree, kept, "entry"));
  return std::optional(std::move(kept));
}

std::vector<std::string> files_named(const Session& session, const Dialect& dialect,
                                     const std::string& id) {
  Session named = session;
  set_external_id(named.steps[0], dialect.name(), id);
  return dialect.files_of(named);
}

// The files of another session's view, also before they are written for the first time.
std::vector<std::string> files_of_view(Context& context, const SessionId& session,
                                       const ViewState& state) {
  std::vector<std::string> paths;
  for (const auto& file : state.files) paths.push_back(file.path);
  const Dialect* dialect = find_dialect(state.dialect);
  if (state.seq.number > 0 || dialect == nullptr) return paths;
  const auto loaded = context.store().load(session, std::nullopt);
  if (!loaded) return paths;
  for (auto& path : files_named(loaded->session, *dialect, state.entry)) {
    paths.push_back(std::move(path));
  }
  return paths;
}

// What files tell of the session that is called so; nothing: they do not.
std::optional<Session> read_as(const Dialect& dialect, const FileSet& files,
                               const std::string& id) {
  for (auto& reading : dialect.read(files).sessions) {
    if (reading.entry == id) return std::move(reading.session);
  }
  return std::nullopt;
}

std::optional<Session> reported_as(Context& context, const Session& session, const Dialect& dialect,
                                   const std::string& folder, const std::string& id) {
  return read_as(dialect, read_present(context, folder, files_named(session, dialect, id)), id);
}

// A copy of the session's own files tells of the same work, begun at the same moment, as far as the
// dialect tells that.
bool is_copy(const Session& reported, Session session, const Dialect& dialect,
             const std::string& id) {
  set_external_id(session.steps[0], dialect.name(), id);
  const auto files = dialect.write(session, {});
  const auto own = files ? read_as(dialect, *files, id) : std::nullopt;
  return own && reported.identity.goal == own->identity.goal &&
         reported.identity.created_at == own->identity.created_at;
}

// Another session had its view there, under the same id.
Result<bool> had_another(Context& context, const SessionId& self, const Dialect& dialect,
                         const KeptEntry& wanted) {
  FileSystem& files = context.files();
  CLEW_ASSIGN(const auto all, kept_entries(context.store()));
  return std::any_of(all.begin(), all.end(), [&](const DialectEntry& other) {
    return other.session != self && other.dialect == dialect.name() &&
           other.entry == wanted.entry &&
           canonical_path(files, other.folder) == canonical_path(files, wanted.folder);
  });
}

// Whether the session can go on under the id that it had elsewhere.
Result<bool> keeps_entry(Context& context, const Session& session, const Dialect& dialect,
                         const std::string& folder, const KeptEntry& kept) {
  FileSystem& files = context.files();
  if (canonical_path(files, kept.folder) == canonical_path(files, folder)) return true;
  if (!files.info(kept.folder)) return true;  // it was moved
  const auto reported = reported_as(context, session, dialect, folder, kept.entry);
  if (!reported) return true;
  if (!is_copy(*reported, session, dialect, kept.entry)) return false;
  const SessionId& self = session.identity.id;
  if (!check_unshared(context, self, dialect, folder, files_named(session, dialect, kept.entry)))
    return false;
  CLEW_ASSIGN(const bool others, had_another(context, self, dialect, {kept.entry, folder}));
  return !others;
}

}  // namespace

FileSet read_present(Context& context, const std::string& folder,
                     const std::vector<std::string>& paths) {
  FileSet set;
  const auto opened = context.files().open_folder(folder);
  if (!opened) return set;
  for (const auto& path : paths) {
    if (auto text = read_whole_file(**opened, path, document_limit(path)))
      set.files.push_back({path, std::move(*text)});
  }
  return set;
}

Result<std::optional<std::string>> known_entry(StoreReader& store, const Session& session,
                                               const Dialect& dialect) {
  if (const std::string* known = external_id(session.root(), dialect.name())) {
    return std::optional(*known);
  }
  CLEW_ASSIGN(const auto kept, load_entry(store, session.identity.id, dialect));
  return kept ? std::optional(kept->entry) : std::nullopt;
}

Status keep_entry(Transaction& transaction, const SessionId& session, const std::string& dialect,
                  const std::string& entry, const std::string& folder) {
  return transaction.put_setting(entry_setting(session, dialect),
                                 write_json(to_value(KeptEntry{entry, folder})));
}

Result<std::vector<DialectEntry>> kept_entries(StoreReader& store) {
  constexpr std::string_view kPrefix = kEntrySettings;
  CLEW_ASSIGN(const auto all, store.settings(std::string(kPrefix)));
  std::vector<DialectEntry> entries;
  for (const auto& [key, text] : all) {
    const size_t colon = key.rfind(':');
    if (text.empty() || colon < kPrefix.size()) continue;
    CLEW_ASSIGN(const Value tree, parse_json(text));
    KeptEntry kept;
    CLEW_TRY(from_value(tree, kept, "entry"));
    entries.push_back({SessionId(key.substr(kPrefix.size(), colon - kPrefix.size())),
                       key.substr(colon + 1), std::move(kept.entry), std::move(kept.folder)});
  }
  return entries;
}

// The seed from which a dialect makes an id. It depends on the session alone, not on the machine,
// so that exporting twice gives the same id; `attempt` changes it when that id is taken.
IdSeed entry_seed(const Session& session, Time now, uint32_t attempt) {
  const Identity& identity = session.identity;
  const bool is_begun = identity.created_at != Time();
  // Files that are converted have no id here: then by what they are called and say.
  std::string reported = fmt::format("entry {} {}", identity.id.text, identity.created_at.ms);
  if (identity.id.empty()) {
    reported += " " + identity.goal;
    for (const auto& each : session.root().external) reported += " " + each.dialect + " " + each.id;
  }
  return {is_begun ? identity.created_at : now, Bytes(sha256(reported).view().substr(0, 16)),
          attempt};
}

namespace {

// Nothing is written there: the name is as good as taken.
bool is_behind_link(Context& context, const std::string& folder, const std::string& file) {
  const std::string own = parent_of(file);
  const auto opened =
      own.empty() ? Result<std::unique_ptr<Folder>>(Error()) : context.files().open_folder(folder);
  const auto info = opened ? (*opened)->info(own) : Result<FileInfo>(Error());
  return info && info->kind == FileKind::kSymlink;
}

}  // namespace

// In this order: the id its files gave it, the id it had in a view before, a new one. A new one is
// tried until nothing stands under its name: no readable session, no link, no other session's view.
Result<std::string> choose_entry(Context& context, const Session& session, const Dialect& dialect,
                                 const std::string& folder) {
  if (const std::string* known = external_id(session.root(), dialect.name())) return *known;
  const SessionId& self = session.identity.id;
  CLEW_ASSIGN(const auto kept, load_entry(context.store(), self, dialect));
  if (kept) {
    CLEW_ASSIGN(const bool goes_on, keeps_entry(context, session, dialect, folder, *kept));
    if (goes_on) return kept->entry;
  }
  for (uint32_t attempt = 0; attempt < kMaxIds; ++attempt) {
    const std::string id = dialect.make_id(session, entry_seed(session, context.now(), attempt));
    const auto files = files_named(session, dialect, id);
    if (reported_as(context, session, dialect, folder, id)) continue;
    if (is_behind_link(context, folder, files.front())) continue;
    if (check_unshared(context, self, dialect, folder, files)) return id;
  }
  return make_error(ErrorCode::kConflict, "every id in the dialect's form is taken", folder,
                    "clew view attach --dir ANOTHER");
}

// Two views never share a file, except those that belong to the folder as a whole.
Status check_unshared(Context& context, const SessionId& session, const Dialect& dialect,
                      const std::string& folder, const std::vector<std::string>& paths) {
  const std::string here = canonical_path(context.files(), folder);
  CLEW_ASSIGN(const auto others, sessions_with_views(context.store()));
  for (const auto& other : others) {
    if (other == session) continue;
    CLEW_ASSIGN(auto state, load_view(context.store(), other));
    if (!state || canonical_path(context.files(), state->folder) != here) continue;
    const auto taken = files_of_view(context, other, *state);
    for (const auto& path : paths) {
      if (SharedFiles::is_shared(dialect, path)) continue;
      if (std::find(taken.begin(), taken.end(), path) == taken.end()) continue;
      return make_error(
          ErrorCode::kConflict, fmt::format("{} is already the view of {}", path, other.text), path,
          fmt::format("clew view attach {} --dir ANOTHER   or  clew view detach -s {}",
                      dialect.name(), other.text));
    }
  }
  return success();
}

}  // namespace clew
