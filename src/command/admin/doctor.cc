#include "command/admin/doctor.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/clients.h"
#include "agent_client/hook_log.h"
#include "agent_client/setup_state.h"
#include "base/shell_word.h"
#include "command/admin/checkup.h"
#include "view/view_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr Duration kHookWeek = days(7);
constexpr Duration kHookTrouble = hours(24);  // a problem older than this is history

// When each agent's hooks last fired, and what went wrong in them.
void check_hooks(Workspace& workspace, CheckResults& findings) {
  const std::string& folder = workspace.surroundings().state_folder;
  const Time now = workspace.now();
  std::string fired;
  for (const AgentClient& client : agent_clients()) {
    const auto at = last_hook_fired(workspace.files(), folder, client.name);
    if (!at) continue;
    const Duration ago = std::max(Duration{0}, now - *at);
    fired += fmt::format("{}{} {} ago", fired.empty() ? "last fired: " : ", ", client.name,
                         to_words(ago));
  }
  const auto problems = read_hook_problems(workspace.files(), folder, now - kHookWeek);
  CheckResult finding;
  finding.name = "hooks";
  finding.words = fired.empty() ? "none has fired yet" : fired;
  if (fired.empty()) {
    const std::string ready = titles_set_up(workspace);
    finding.next = ready.empty() ? "clew setup" : fmt::format("use {} once", ready);
  }
  if (problems.count > 0) {
    finding.words +=
        fmt::format("; {} in 7 days, the latest {} ago: {}",
                    problems.count == 1 ? "1 problem" : fmt::format("{} problems", problems.count),
                    to_words(now - *problems.latest_at), problems.latest);
    finding.fine = now - *problems.latest_at > kHookTrouble;
    finding.next = fmt::format("see {}/hook.log", folder);
  }
  findings.push_back(std::move(finding));
}

// Agents whose settings call a clew that was moved or deleted since.
void check_settings(Workspace& workspace, CheckResults& findings) {
  for (std::string& call : calls_of_gone_programs(workspace)) {
    findings.push_back({"settings", false, std::move(call), "clew setup"});
  }
}

// A view whose files other users can change.
void check_view_is_own(Workspace& workspace, const SessionId& id, const ViewState& view,
                       CheckResults& findings) {
  const std::string open = view_open_to_others(workspace, view);
  if (open.empty()) return;
  findings.push_back(
      {"view", false, fmt::format("{}: {}", id.text, edits_of_others(open)),
       fmt::format("chmod go-w {}   or  clew view detach -s {}", shell_word(open), id.text)});
}

// Views that do not show their session, or that others can change; nothing to say while all is
// well.
void check_views(Workspace& workspace, CheckResults& findings) {
  const auto sessions = sessions_with_views(workspace.store());
  if (!sessions) return;
  for (const auto& id : *sessions) {
    const auto state = load_view(workspace.store(), id);
    const auto summary = workspace.store().summary(id);
    if (!state || !*state || !summary) continue;
    const ViewState& view = **state;
    check_view_is_own(workspace, id, view, findings);
    CheckResult finding;
    finding.name = "view";
    const std::string where = fmt::format("{}: {} in {}", id.text, view.entry, view.folder);
    if (!view.held.empty()) {
      finding.words = fmt::format("{} was left unchanged: {}", where, view.held);
      finding.next = "fix the file, or  clew repair " + view.own_path();
    } else if (view.seq < summary->head.seq) {
      finding.words = where + " is out of date";
      finding.next = is_closed(summary->status) ? "clew view accept -s " + id.text
                                                : "the next change to the session updates it";
    } else {
      continue;
    }
    finding.fine = !is_closed(summary->status);
    findings.push_back(std::move(finding));
  }
}

}  // namespace

Result<Answer> see_doctor(Workspace& workspace, const NoRequest&) {
  CheckResults findings;
  check_store(workspace, findings);
  check_permissions(workspace, findings);
  check_content(workspace, findings);
  check_around(workspace, findings);
  check_sessions(workspace, findings);
  check_views(workspace, findings);
  check_settings(workspace, findings);
  check_hooks(workspace, findings);
  Answer answer;
  Value checks = Value::list();
  size_t wrong = 0;
  std::string first;
  for (const auto& finding : findings) {
    Value fields = Value::object();
    fields.set("check", finding.name);
    fields.set("ok", finding.fine);
    fields.set("found", finding.words);
    fields.set("next", finding.next);
    checks.push(fields);
    answer.text += fmt::format("{}{} {:<12} {}", answer.text.empty() ? "" : "\n", mark_of(finding),
                               finding.name, finding.words);
    if (!finding.next.empty()) answer.text += "\n    next  " + finding.next;
    if (finding.fine) continue;
    if (wrong++ == 0) first = finding.next;
  }
  answer.data.set("checks", checks);
  answer.data.set("wrong", static_cast<int64_t>(wrong));
  if (wrong > 0) {
    answer.refusal = make_error(
        ErrorCode::kFailed, fmt::format("{} of {} checks found problems", wrong, findings.size()),
        workspace.surroundings().store_path, first);
  }
  return answer;
}

}  // namespace clew
