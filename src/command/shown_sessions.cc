#include "command/shown_sessions.h"

#include "command/view_state.h"

namespace clew {

Result<std::optional<SessionId>> ShownSessions::find(const FoundSession& found,
                                                     const std::string& entry) {
  if (!views_) {
    CLEW_ASSIGN(const auto sessions, sessions_with_views(store_));
    views_.emplace();
    for (const auto& id : sessions) {
      CLEW_ASSIGN(const auto view, load_view(store_, id));
      if (view) views_->emplace(std::tuple(view->dialect, view->folder, view->entry), id);
    }
  }
  const auto view = views_->find({found.dialect->name(), found.folder, entry});
  return view == views_->end() ? std::optional<SessionId>() : std::optional(view->second);
}

}  // namespace clew
