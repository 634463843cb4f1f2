#include "command/history/diff_session.h"

#include <fmt/format.h>

#include "brief/session_diff.h"
#include "engine/session_list.h"
#include "engine/workspace.h"

namespace clew {
namespace {

Value location_fields(const Loaded& loaded, const SessionId& id) {
  Value out = Value::object();
  out.set("session", id.text);
  out.set("seq", loaded.session.head.number);
  return out;
}

}  // namespace

Result<Answer> diff_session(Workspace& workspace, const DiffRequest& request) {
  if (request.refs.empty() || request.refs.size() > 2 || request.refs[0].empty()) {
    return make_error(ErrorCode::kUsage, "diff compares two points in time", "A B",
                      "clew diff ID@3 ID@17");
  }
  const auto first = workspace.parse_ref(request.refs[0]);
  if (!first) {
    return request.refs[0][0] == '@' ? list_open(workspace, first.error()) : first.error();
  }
  const SessionRef& a = *first;
  SessionRef b{a.id, {}};
  if (request.refs.size() == 2) {
    CLEW_ASSIGN(b, workspace.parse_ref(request.refs[1]));
  } else if (!a.at) {
    return make_error(ErrorCode::kUsage, "give a point in time, or name a second session",
                      request.refs[0], fmt::format("clew diff {}@1", a.id.text));
  }
  CLEW_ASSIGN(const Loaded before, workspace.load(a));
  CLEW_ASSIGN(const Loaded after, workspace.load(b));
  Answer answer;
  answer.data.set("from", location_fields(before, a.id));
  answer.data.set("to", location_fields(after, b.id));
  answer.text = fmt::format("{}@{} → {}@{}", a.id.text, before.session.head.number, b.id.text,
                            after.session.head.number);
  Value changes = Value::list();
  for (const auto& line : diff_sessions(before.session, after.session)) {
    Value fields = Value::object();
    fields.set("subject", line.subject);
    fields.set("what", line.what);
    fields.set("before", line.before);
    fields.set("after", line.after);
    changes.push(fields);
    answer.text += fmt::format("\n  {}: {}", line.subject, line.what);
  }
  if (changes.as_list().empty()) answer.text += "\n  nothing changed";
  answer.data.set("changes", changes);
  return answer;
}

}  // namespace clew
