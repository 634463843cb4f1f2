#include "command/undo_command.h"

#include <fmt/format.h>

#include "command/event_words.h"
#include "command/said.h"

namespace clew {

Result<Answer> undo_command(Workspace& workspace, const UndoRequest& request) {
  CLEW_ASSIGN(const Done done, workspace.undo(request.reason));
  std::string what;
  Value undone = Value::object();
  for (const auto& event : done.events) {
    const auto* undo = std::get_if<CommandUndone>(&event.data);
    if (undo == nullptr) continue;
    undone.set("first", undo->first.number);
    undone.set("last", undo->last.number);
    CLEW_ASSIGN(const auto first, workspace.store().read(done.after.identity.id, undo->first, 1));
    if (!first.empty()) what = event_words(first.front().event.data);
  }
  const Standpoint place(done.after, workspace.caller().actor, workspace.now());
  Answer answer =
      said(workspace, done, fmt::format("took back: {}{}", what, place.words(" · now ")));
  answer.data.set("undone", undone);
  return answer;
}

}  // namespace clew
