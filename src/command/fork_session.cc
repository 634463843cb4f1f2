#include "command/fork_session.h"

#include <fmt/format.h>

#include "command/said.h"

namespace clew {

Result<Answer> fork_session(Workspace& workspace, const ForkRequest& request) {
  CLEW_ASSIGN(const SessionRef from, workspace.find_session(Effect::kReads));
  CLEW_ASSIGN(const Done done, workspace.fork(from, request.id, request.reason));
  const std::string& id = done.after.identity.id.text;
  const Seq left = done.after.identity.parent_seq;
  const Standpoint place(done.after, workspace.caller().actor, workspace.now());
  Answer answer = said(
      workspace, done,
      {fmt::format("{}  forked from {}@{}{}", id, from.id.text, left.number, place.words(" · ")),
       "clew use " + id});
  answer.data.set("parent", from.id.text);
  answer.data.set("parent_seq", left.number);
  return answer;
}

}  // namespace clew
