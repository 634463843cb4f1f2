#include "command/retention/archive_session.h"

#include <fmt/format.h>

#include "engine/idempotency.h"
#include "engine/reply.h"
#include "store/at_once.h"

namespace clew {
namespace {

Result<Answer> put(Workspace& workspace, const ArchiveSession& intent, const char* words) {
  CLEW_ASSIGN(const Done done, workspace.execute(intent));
  Answer answer = said(workspace, done, fmt::format("{} {}", done.after.identity.id.text, words));
  answer.data.set("archived", intent.archived);
  return answer;
}

// Finished sessions of this project that nobody has touched since; open ones are never among them.
Result<std::vector<SessionId>> finished_before(Workspace& workspace, Time before) {
  std::vector<SessionId> found;
  ListQuery query;
  query.limit = kEverySession;
  query.touched_before = before;
  for (const auto& project : workspace.project().ids) {
    query.project = project;
    CLEW_ASSIGN(const auto summaries, workspace.store().list(query));
    for (const auto& summary : summaries) {
      if (is_closed(summary.status) && !summary.archived && !summary.forgotten)
        found.push_back(summary.id);
    }
  }
  return found;
}

Result<Answer> clean_up(Workspace& workspace, const std::string& before) {
  if (!workspace.caller().session.empty()) {
    return make_error(ErrorCode::kUsage, "name a session, or give --before", "--before",
                      "clew archive --before " + before);
  }
  const auto time = parse_time(before);
  if (!time) {
    return make_error(ErrorCode::kUsage, "--before: " + time.error().message, before,
                      "clew archive --before 2026-01-31");
  }
  const KeyedAnswer key(workspace, {workspace.project().root});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const auto sessions, finished_before(workspace, time->time));
  Answer answer;
  Value names = Value::list();
  std::vector<std::string> notices;
  for (const auto& id : sessions) {
    CLEW_ASSIGN(const Done done, workspace.execute_unkeyed(id, {ArchiveSession{true}}));
    names.push(id.text);
    answer.data = done_fields(done);
    notices.insert(notices.end(), done.notices.begin(), done.notices.end());
  }
  answer.data.set("changed", !sessions.empty());
  answer.data.set("archived", !sessions.empty());
  answer.data.set("sessions", std::move(names));
  answer.text = sessions.empty() ? "nothing to archive"
                                 : fmt::format("{} {} archived", sessions.size(),
                                               sessions.size() == 1 ? "session" : "sessions");
  for (const auto& notice : notices) answer.text += "\nnote: " + notice;
  CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace

Result<Answer> archive_session(Workspace& workspace, const ArchiveRequest& request) {
  if (!request.before.empty()) return clean_up(workspace, request.before);
  return put(workspace, ArchiveSession{true}, "is archived");
}

Result<Answer> unarchive_session(Workspace& workspace, const NoRequest& /*request*/) {
  return put(workspace, ArchiveSession{false}, "is no longer archived");
}

}  // namespace clew
