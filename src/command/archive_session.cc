#include "command/archive_session.h"

#include <fmt/format.h>

#include "command/said.h"

namespace clew {
namespace {

Result<Answer> put(Workspace& workspace, const ArchiveSession& wish, const char* words) {
  CLEW_ASSIGN(const Done done, workspace.execute(wish));
  Answer answer = said(workspace, done, fmt::format("{} {}", done.after.identity.id.text, words));
  answer.data.set("archived", wish.archived);
  return answer;
}

}  // namespace

Result<Answer> archive_session(Workspace& workspace, const NoRequest&) {
  return put(workspace, ArchiveSession{true}, "is archived");
}

Result<Answer> unarchive_session(Workspace& workspace, const NoRequest&) {
  return put(workspace, ArchiveSession{false}, "is out of the archive");
}

}  // namespace clew
