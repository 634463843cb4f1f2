#include "view/session_of_files.h"

#include <algorithm>

#include "files/canonical_path.h"
#include "store/load_unbounded.h"
#include "view/external_id.h"
#include "view/index_files.h"

namespace clew {
namespace {

// Every file of the session itself is as `is_reported` knows it.
template <class Reported>
Result<bool> in_total(const FoundSession& found, Reported&& is_reported) {
  for (const auto& file : found.files.files) {
    if (SharedFiles::is_shared(*found.dialect, file.path)) continue;
    CLEW_ASSIGN(const bool reported, is_reported(file));
    if (!reported) return false;
  }
  return true;
}

}  // namespace

Status ShownSessions::look_up() {
  EventStore& store = context_.store();
  shown_.emplace();
  CLEW_ASSIGN(const auto viewed, sessions_with_views(store));
  for (const auto& id : viewed) {
    CLEW_ASSIGN(auto view, load_view(store, id));
    if (!view) continue;
    view->folder = canonical_path(context_.files(), view->folder);
    const std::pair key(view->dialect, view->entry);
    (*shown_)[key].push_back({id, std::move(view)});
  }
  CLEW_ASSIGN(const auto kept, kept_entries(store));
  for (const auto& each : kept) {
    auto& known = (*shown_)[{each.dialect, each.entry}];
    const bool is_shown = std::any_of(known.begin(), known.end(), [&](const Shown& shown) {
      return shown.session == each.session;
    });
    if (!is_shown) known.push_back({each.session, std::nullopt});
  }
  return success();
}

// A view's files are looked up among all that was ever written for it. Without a view the session
// is written once more, and has to come out the same.
Result<bool> ShownSessions::is_text_of(const Shown& shown, const FoundSession& found,
                                       const std::string& entry) {
  EventStore& store = context_.store();
  if (shown.view) {
    return in_total(found, [&](const NamedFile& file) -> Result<bool> {
      CLEW_ASSIGN(const auto then, written_at(store, shown.session, file.path, sha256(file.text)));
      return then.has_value();
    });
  }
  const auto summary = store.summary(shown.session);
  if (!summary) return false;  // it was forgotten
  CLEW_ASSIGN(Session session, load_whole(store, shown.session, summary->head.seq));
  set_external_id(session.steps[0], found.dialect->name(), entry);
  const auto written = found.dialect->write(session, found.files);
  if (!written) return false;
  return in_total(found, [&](const NamedFile& file) -> Result<bool> {
    const NamedFile* now = written->find(file.path);
    return now != nullptr && now->text == file.text;
  });
}

// A view in that very folder goes before copies of its text.
Result<std::optional<SessionId>> ShownSessions::find(const FoundSession& found,
                                                     const std::string& entry) {
  if (!shown_) CLEW_TRY(look_up());
  const auto known = shown_->find({found.dialect->name(), entry});
  if (known == shown_->end()) return std::optional<SessionId>();
  for (const auto& each : known->second) {
    if (each.view && each.view->folder == found.folder) return std::optional(each.session);
  }
  for (const auto& each : known->second) {
    CLEW_ASSIGN(const bool is_its, is_text_of(each, found, entry));
    if (is_its) return std::optional(each.session);
  }
  return std::optional<SessionId>();
}

}  // namespace clew
