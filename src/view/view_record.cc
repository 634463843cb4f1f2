#include "view/view_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "document/json/json.h"
#include "files/relative_path.h"
#include "store/settings.h"

namespace clew {
namespace {

// Digests of files that sessions share go with the last view of their folder.
// A shared file belongs to the folder, not to a session, so its digests may only go when no other
// view lies there.
Status drop_shared(Transaction& transaction, const std::vector<SessionId>& left,
                   const std::string& folder) {
  for (const auto& id : left) {
    CLEW_ASSIGN(const auto other, load_view(transaction, id));
    if (other && other->folder == folder) return success();
  }
  CLEW_ASSIGN(const auto written, transaction.settings(std::string(kWrittenSettings)));
  for (const auto& each : written) {
    const size_t path = each.key.find(":" + folder + "/");
    if (path != std::string::npos) CLEW_TRY(transaction.put_setting(each.key, ""));
  }
  return success();
}

Status put_list(Transaction& transaction, const std::vector<SessionId>& sessions) {
  return transaction.put_setting(views_setting(), write_json(to_value(sessions)));
}

}  // namespace

ViewFile* ViewState::find(const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(),
                                  [&](const ViewFile& each) { return each.path == path; });
  return found == files.end() ? nullptr : &*found;
}

const ViewFile* ViewState::find(const std::string& path) const {
  return const_cast<ViewState*>(this)->find(path);
}

std::string ViewState::in_words() const {
  return fmt::format("{} {} in {}", dialect, entry, folder);
}

std::string ViewState::own_path() const {
  if (files.empty()) return folder;
  const std::string primary = join_path(folder, files.front().path);
  return files.front().path.find('/') == std::string::npos ? primary : parent_of(primary);
}

ViewFile& ViewState::file(const std::string& path) {
  if (ViewFile* found = find(path)) return *found;
  ViewFile& made = files.emplace_back();
  made.path = path;
  return made;
}

Session named_as(const ViewState& view, Session session) {
  set_external_id(session.steps[0], view.dialect, view.entry);
  return session;
}

Value view_fields(const ViewState& state) {
  Value view = Value::object();
  view.set("dialect", state.dialect);
  view.set("folder", state.folder);
  view.set("entry", state.entry);
  return view;
}

std::string leave_version(const SessionId& session) {
  return fmt::format("use a version of clew that supports it, or  clew view detach -s {}",
                     session.text);
}

std::string when_written(const SessionId& session, Lifecycle status) {
  if (!is_closed(status)) return "updated with the next change";
  return fmt::format("the session is closed; to update it:  clew view accept -s {}", session.text);
}

Result<std::optional<ViewState>> load_view(StoreReader& store, const SessionId& session) {
  CLEW_ASSIGN(const std::string text, store.setting(view_setting(session)));
  if (text.empty()) return std::optional<ViewState>();
  CLEW_ASSIGN(const Value tree, parse_json(text));
  ViewState state;
  CLEW_TRY(from_value(tree, state, "view"));
  return std::optional(std::move(state));
}

// The list of sessions with views is kept beside the records: finding them would otherwise need a
// scan of all settings.
Status save_view(Transaction& transaction, const SessionId& session, const ViewState& state) {
  CLEW_ASSIGN(auto sessions, sessions_with_views(transaction));
  if (std::find(sessions.begin(), sessions.end(), session) == sessions.end()) {
    sessions.push_back(session);
    CLEW_TRY(put_list(transaction, sessions));
  }
  return transaction.put_setting(view_setting(session), write_json(to_value(state)));
}

Status drop_view(Transaction& transaction, const SessionId& session) {
  // Digests of what was written for it; with nothing written for it, there are none.
  CLEW_TRY(transaction.drop_settings(written_prefix(session)));
  CLEW_ASSIGN(auto sessions, sessions_with_views(transaction));
  if (std::erase(sessions, session) == 0) return success();
  CLEW_ASSIGN(const auto state, load_view(transaction, session));
  CLEW_TRY(put_list(transaction, sessions));
  CLEW_TRY(transaction.put_setting(view_setting(session), ""));
  return state ? drop_shared(transaction, sessions, state->folder) : success();
}

Result<std::vector<SessionId>> sessions_with_views(StoreReader& store) {
  CLEW_ASSIGN(const std::string text, store.setting(views_setting()));
  std::vector<SessionId> sessions;
  if (text.empty()) return sessions;
  CLEW_ASSIGN(const Value tree, parse_json(text));
  CLEW_TRY(from_value(tree, sessions, views_setting()));
  return sessions;
}

Status remember_text(Transaction& transaction, const SessionId& session, const std::string& path,
                     const Hash& digest, Seq seq) {
  return transaction.put_setting(written_setting(session, digest, path),
                                 std::to_string(seq.number));
}

Result<std::optional<Seq>> written_at(StoreReader& store, const SessionId& session,
                                      const std::string& path, const Hash& digest) {
  CLEW_ASSIGN(const std::string text, store.setting(written_setting(session, digest, path)));
  if (text.empty()) return std::optional<Seq>();
  return std::optional(Seq{static_cast<uint32_t>(std::stoul(text))});
}

Status remember_shared(Transaction& transaction, const std::string& path, const Hash& digest) {
  return transaction.put_setting(written_setting(digest, path), "1");
}

Result<bool> was_written(StoreReader& store, const std::string& path, const Hash& digest) {
  CLEW_ASSIGN(const std::string text, store.setting(written_setting(digest, path)));
  return !text.empty();
}

}  // namespace clew
