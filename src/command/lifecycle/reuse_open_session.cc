#include "command/lifecycle/reuse_open_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "dialect/tree_dialect.h"
#include "engine/session_view.h"
#include "files/relative_path.h"
#include "session/progress.h"
#include "view/view_record.h"

namespace clew {
namespace {

// "./specs/my/" and "specs/my" are one place.
std::string plain_target(std::string_view target) {
  std::string plain = target.starts_with('/') ? "/" : "";
  while (!target.empty()) {
    const std::string_view part = target.substr(0, target.find('/'));
    target.remove_prefix(std::min(target.size(), part.size() + 1));
    if (!part.empty() && part != ".") plain = join_path(plain, part);
  }
  return plain;
}

// What is to be said of it.
Result<std::vector<std::string>> show_also(Workspace& workspace, const SessionId& id,
                                           const Dialect& dialect, const std::string& dir) {
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  const std::string folder = view_folder(workspace, dialect, dir);
  if (!view) {
    CLEW_ASSIGN(const std::string agreed,
                agreed_view_folder(workspace, dialect, dir, attach_words(dialect, dir, id)));
    CLEW_ASSIGN(const Done shown, attach(workspace, id, dialect, agreed));
    return shown.notices;
  }
  if (view->dialect == dialect.name() && (dir.empty() || view->folder == folder)) {
    return std::vector<std::string>();
  }
  return std::vector{fmt::format("it already has a {} view in {}", view->dialect, view->folder)};
}

}  // namespace

std::optional<SessionId> same_work(Workspace& workspace, const Structure& structure,
                                   const std::string& target) {
  if (structure.workflow.empty() || target.empty()) return std::nullopt;
  for (const auto& summary : workspace.open_sessions()) {
    const auto loaded = workspace.load({summary.id, std::nullopt});
    if (!loaded || loaded->session.structure.workflow != structure.workflow) continue;
    const Value* known = find_attribute(loaded->session.root().attributes, kTargetKey);
    if (known != nullptr && plain_target(known->as_string()) == plain_target(target)) {
      return summary.id;
    }
  }
  return std::nullopt;
}

Result<Done> take_up(Workspace& workspace, const SessionId& id, const Dialect* dialect,
                     const std::string& dir) {
  std::vector<std::string> notices;
  if (dialect != nullptr) {
    CLEW_ASSIGN(notices, show_also(workspace, id, *dialect, dir));
  }
  CLEW_ASSIGN(Done done, workspace.execute(id, [&](const Session& session) {
    std::vector<Intent> intents;
    const bool sleeps =
        session.lifecycle.status == Lifecycle::kPaused || inactivity_due(session, workspace.now());
    if (sleeps) intents.emplace_back(ResumeSession{});
    return Result<std::vector<Intent>>(intents);
  }));
  done.notices.insert(done.notices.end(), notices.begin(), notices.end());
  return done;
}

}  // namespace clew
