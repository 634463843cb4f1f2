#include "engine/session_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/clients.h"
#include "base/columns.h"

namespace clew {
namespace {

constexpr size_t kLeastColumns = 60;
constexpr size_t kBesideGoal = 40;  // blanks, state, share and age
constexpr size_t kLeastGoal = 8;

Value card_fields(const SessionCard& card) {
  Value out = Value::object();
  out.object_ref().reserve(16);  // all of them, and what the caller adds
  out.set("session", card.id.text);
  out.set("goal", card.goal);
  out.set("status", name_of(card.status));
  out.set("percent", card.open_ended ? Value() : Value(card.percent));
  out.set("step", card.step);
  out.set("created_at", to_iso(card.created_at));
  out.set("touched_at", to_iso(card.touched_at));
  out.set("actor", card.actor.text);
  out.set("project", card.project);
  out.set("project_path", card.project_path);
  out.set("archived", card.archived);
  out.set("forgotten", card.forgotten);
  out.set("seq", card.head.seq.number);
  if (!card.parent.empty()) out.set("parent", card.parent.text);
  return out;
}

// As recorded, or paused once inactivity has made that due.
Lifecycle shown_status(const SessionCard& card, Time now) {
  const bool is_due = card.status == Lifecycle::kActive && now - card.touched_at > kInactivityPause;
  return is_due ? Lifecycle::kPaused : card.status;
}

}  // namespace

Answer list_cards(Workspace& workspace, const std::vector<SessionCard>& cards) {
  Answer answer;
  Value list = Value::list();
  const size_t columns = std::max(workspace.caller().columns, kLeastColumns);
  size_t id_width = 0;
  for (const auto& card : cards) id_width = std::max(id_width, count_columns(card.id.text));
  id_width = std::min(id_width, columns / 3);  // one long id does not take every goal's room
  for (const auto& card : cards) {
    const Lifecycle shown = shown_status(card, workspace.now());
    Value fields = card_fields(card);
    fields.set("state", name_of(shown));
    list.push(std::move(fields));
    std::string state = card.forgotten ? "forgotten" : name_of(shown);
    if (card.archived) state += ", archived";
    const std::string age = to_words(workspace.now() - card.touched_at) + " ago";
    const std::string id = padded(card.id.text, id_width);
    const size_t left =
        std::max(columns_left(columns, count_columns(id) + kBesideGoal), kLeastGoal);
    const std::string share = card.open_ended ? "    –" : fmt::format("{:>3} %", card.percent);
    answer.text += fmt::format("{}  {}  {}  {}  {}\n", id,
                               padded(cut_columns(visible(one_line(card.goal)), left), left),
                               padded(state, 10), share, age);
  }
  if (cards.empty()) answer.text = "No sessions.\n";
  answer.data.set("sessions", std::move(list));
  answer.text.pop_back();
  return answer;
}

bool is_put_away(const SessionCard& card, Time now) {
  return !is_closed(card.status) && client_of(card.actor) != nullptr &&
         now - card.touched_at > kStaleWarning;
}

void tell_of_more(Answer& answer, size_t limit) {
  answer.data.set("more", true);
  answer.text += fmt::format("\nthere are more than {}: add  --limit {}", limit, 5 * limit);
}

std::vector<SessionCard> several_open(Workspace& workspace, const Error& error) {
  const bool asks = error.code == ErrorCode::kUsage && !workspace.names_session();
  if (!asks || workspace.caller().via != Via::kCli) return {};
  std::vector<SessionCard> open = workspace.open_sessions();
  if (open.size() < 2) open.clear();
  return open;
}

namespace {

// These take a session among their other words.
bool takes_session_first(const Caller& caller) {
  return caller.session_argument == SessionArgument::kFirst || caller.verb == "here" ||
         caller.verb == "show" || caller.verb == "export";
}

bool says_anything(const Value& request) {
  for (const auto& [name, value] : request.as_object()) {
    const bool empty = value.is_null() || value == Value(false) || value == Value::list();
    if (!empty) return true;
  }
  return false;
}

}  // namespace

Result<Answer> list_open(Workspace& workspace, const Error& error) {
  const Caller& caller = workspace.caller();
  const std::vector<SessionCard> open = several_open(workspace, error);
  if (open.empty()) return error;
  Answer answer = list_cards(workspace, open);
  const std::string& id = open.front().id.text;
  const bool by_option = !takes_session_first(caller);
  answer.text += fmt::format("\nnext  clew {} {}{}{}      or  clew use {}",
                             caller.verb == "here" ? "status" : caller.verb, by_option ? "-s " : "",
                             id, by_option && says_anything(caller.request) ? " …" : "", id);
  return answer;
}

}  // namespace clew
