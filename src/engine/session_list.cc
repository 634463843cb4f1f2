#include "engine/session_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/clients.h"
#include "base/columns.h"

namespace clew {
namespace {

constexpr size_t kMinColumns = 60;
constexpr size_t kBesideGoal = 40;  // blanks, state, share and age
constexpr size_t kMinGoal = 8;

Value summary_fields(const SessionSummary& summary) {
  Value out = Value::object();
  out.object_ref().reserve(16);  // all of them, and what the caller adds
  out.set("session", summary.id.text);
  out.set("goal", summary.goal);
  out.set("status", name_of(summary.status));
  out.set("percent", summary.open_ended ? Value() : Value(summary.percent));
  out.set("step", summary.step);
  out.set("created_at", to_iso(summary.created_at));
  out.set("touched_at", to_iso(summary.touched_at));
  out.set("actor", summary.actor.text);
  out.set("project", summary.project);
  out.set("project_path", summary.project_path);
  out.set("archived", summary.archived);
  out.set("forgotten", summary.forgotten);
  out.set("seq", summary.head.seq.number);
  if (!summary.parent.empty()) out.set("parent", summary.parent.text);
  return out;
}

// As recorded, or paused once inactivity has made that due.
Lifecycle shown_status(const SessionSummary& summary, Time now) {
  const bool is_due =
      summary.status == Lifecycle::kActive && now - summary.touched_at > kInactivityPause;
  return is_due ? Lifecycle::kPaused : summary.status;
}

}  // namespace

// Columns are fitted to the caller's terminal; the goal gets what is left.
Answer list_summaries(Workspace& workspace, const std::vector<SessionSummary>& summaries) {
  Answer answer;
  Value list = Value::list();
  const size_t columns = std::max(workspace.caller().columns, kMinColumns);
  size_t id_width = 0;
  for (const auto& summary : summaries)
    id_width = std::max(id_width, count_columns(summary.id.text));
  id_width = std::min(id_width, columns / 3);  // one long id does not take every goal's room
  for (const auto& summary : summaries) {
    const Lifecycle shown = shown_status(summary, workspace.now());
    Value fields = summary_fields(summary);
    fields.set("state", name_of(shown));
    list.push(std::move(fields));
    std::string state = summary.forgotten ? "forgotten" : name_of(shown);
    if (summary.archived) state += ", archived";
    const std::string age = to_words(workspace.now() - summary.touched_at) + " ago";
    const std::string id = padded(summary.id.text, id_width);
    const size_t left = std::max(columns_left(columns, count_columns(id) + kBesideGoal), kMinGoal);
    const std::string share =
        summary.open_ended ? "    –" : fmt::format("{:>3} %", summary.percent);
    answer.text += fmt::format("{}  {}  {}  {}  {}\n", id,
                               padded(cut_columns(visible(one_line(summary.goal)), left), left),
                               padded(state, 10), share, age);
  }
  if (summaries.empty()) answer.text = "No sessions.\n";
  answer.data.set("sessions", std::move(list));
  answer.text.pop_back();
  return answer;
}

// Begun by an agent and untouched for a week: not listed and not in the way, and taken up again by
// work.
bool is_put_away(const SessionSummary& summary, Time now) {
  return !is_closed(summary.status) && client_of(summary.actor) != nullptr &&
         now - summary.touched_at > kStaleWarning;
}

void tell_of_more(Answer& answer, size_t limit) {
  answer.data.set("more", true);
  answer.text += fmt::format("\nthere are more than {}: add  --limit {}", limit, 5 * limit);
}

// Only for a person at the command line, and only when the trouble is that several are open.
std::vector<SessionSummary> several_open(Workspace& workspace, const Error& error) {
  const bool asks = error.code == ErrorCode::kUsage && !workspace.names_session();
  if (!asks || workspace.caller().via != Via::kCli) return {};
  std::vector<SessionSummary> open = workspace.open_sessions();
  if (open.size() < 2) open.clear();
  return open;
}

namespace {

// These take a session among their other words.
bool takes_session_first(const Caller& caller) {
  return caller.session_argument == SessionArgument::kFirst || caller.verb == "here" ||
         caller.verb == "show" || caller.verb == "export";
}

// Whether the request had anything besides the session.
bool says_anything(const Value& request) {
  for (const auto& [name, value] : request.as_object()) {
    const bool empty = value.is_null() || value == Value(false) || value == Value::list();
    if (!empty) return true;
  }
  return false;
}

}  // namespace

// Several open sessions are shown instead of an error, with the command that names the first.
Result<Answer> list_open(Workspace& workspace, const Error& error) {
  const Caller& caller = workspace.caller();
  const std::vector<SessionSummary> open = several_open(workspace, error);
  if (open.empty()) return error;
  Answer answer = list_summaries(workspace, open);
  const std::string& id = open.front().id.text;
  const bool by_option = !takes_session_first(caller);
  answer.text += fmt::format("\nnext  clew {} {}{}{}      or  clew use {}",
                             caller.verb == "here" ? "status" : caller.verb, by_option ? "-s " : "",
                             id, by_option && says_anything(caller.request) ? " …" : "", id);
  return answer;
}

}  // namespace clew
