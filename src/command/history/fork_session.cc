#include "command/history/fork_session.h"

#include <fmt/format.h>

#include "engine/reply.h"

namespace clew {
namespace {

// An id that cannot be one is told with the command that begins a session.
Error in_words_of_fork(Error error, const SessionRef& from) {
  if (error.code == ErrorCode::kUsage) error.next = "clew fork " + from.id.text + " --id NAME";
  return error;
}

}  // namespace

Result<Answer> fork_session(Workspace& workspace, const ForkRequest& request) {
  CLEW_ASSIGN(auto before, workspace.earlier());
  Done done;
  if (before) {
    done = std::move(*before);
  } else {
    CLEW_ASSIGN(const SessionRef from, workspace.find_session(Effect::kReads));
    auto forked = workspace.fork(from, request.id, request.reason);
    if (!forked) return in_words_of_fork(forked.error(), from);
    done = std::move(*forked);
  }
  const std::string& id = done.after.identity.id.text;
  const std::string& parent = done.after.identity.parent.text;
  const Seq left = done.after.identity.parent_seq;
  const Standpoint location(done.after, workspace.caller().actor, workspace.now());
  Answer answer =
      said(workspace, done,
           {fmt::format("{}  forked from {}@{}{}", id, parent, left.number, location.words(" · ")),
            "clew use " + id});
  answer.data.set("parent", parent);
  answer.data.set("parent_seq", left.number);
  return answer;
}

}  // namespace clew
