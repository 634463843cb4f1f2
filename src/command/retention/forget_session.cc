#include "command/retention/forget_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "discovery/known_imports.h"
#include "engine/append.h"
#include "engine/confirm.h"
#include "engine/idempotency.h"
#include "engine/remote/remote_state.h"
#include "files/relative_path.h"
#include "store/at_once.h"
#include "store/settings.h"
#include "view/external_id.h"
#include "view/view_record.h"

namespace clew {
namespace {

struct Chosen {
  std::vector<SessionSummary> summaries;
  bool by_name = false;  // otherwise by a rule, and what does not qualify is left out
};

Result<Chosen> by_name(Workspace& workspace, const std::vector<std::string>& names) {
  Chosen chosen;
  chosen.by_name = true;
  for (const auto& name : names) {
    CLEW_ASSIGN(const SessionRef ref, workspace.parse_ref(name));
    if (ref.at) {
      return make_error(ErrorCode::kUsage, "a session can only be forgotten as a whole", name,
                        "clew redact SEQ -s " + ref.id.text);
    }
    CLEW_ASSIGN(SessionSummary summary, workspace.store().summary(ref.id));
    chosen.summaries.push_back(std::move(summary));
  }
  return chosen;
}

Result<Chosen> by_rule(Workspace& workspace, const ForgetRequest& request) {
  ListQuery query;
  query.archived = true;
  query.limit = kEverySession;
  if (!request.before.empty()) {
    const auto time = parse_time(request.before);
    if (!time) {
      return make_error(ErrorCode::kUsage, "--before: " + time.error().message, request.before,
                        "clew forget --before 2026-01-31");
    }
    query.touched_before = time->time;
  }
  Chosen chosen;
  if (!request.project) {
    CLEW_ASSIGN(chosen.summaries, workspace.store().list(query));
    return chosen;
  }
  for (const auto& id : workspace.project().ids) {
    query.project = id;
    CLEW_ASSIGN(auto more, workspace.store().list(query));
    chosen.summaries.insert(chosen.summaries.end(), more.begin(), more.end());
  }
  return chosen;
}

Result<Chosen> choose(Workspace& workspace, const ForgetRequest& request) {
  const bool rule = request.project || !request.before.empty();
  if (rule == !request.sessions.empty()) {
    return make_error(ErrorCode::kUsage, "name sessions, or give --project or --before", "ID…",
                      "clew forget ID");
  }
  return rule ? by_rule(workspace, request) : by_name(workspace, request.sessions);
}

// A fork keeps its parent alive, so forks go first.
void forks_first(std::vector<SessionSummary>& summaries) {
  std::map<SessionId, SessionId> parents;
  for (const auto& summary : summaries) parents[summary.id] = summary.parent;
  const auto depth = [&](const SessionSummary& summary) {
    size_t steps = 0;
    for (SessionId id = summary.parent; !id.empty() && steps < parents.size(); ++steps) {
      const auto found = parents.find(id);
      if (found == parents.end()) break;
      id = found->second;
    }
    return steps;
  };
  std::stable_sort(
      summaries.begin(), summaries.end(),
      [&](const SessionSummary& a, const SessionSummary& b) { return depth(a) > depth(b); });
}

Value names_of(const std::vector<SessionId>& ids) {
  Value list = Value::list();
  for (const auto& id : ids) list.push(id.text);
  return list;
}

std::string counted_sessions(size_t count) {
  return count == 1 ? "1 session" : fmt::format("{} sessions", count);
}

// Takes open sessions out of the choice, unless whoever asks agrees.
Result<std::vector<SessionId>> leave_open_ones(Workspace& workspace, Chosen& chosen) {
  std::vector<SessionId> open;
  for (const auto& summary : chosen.summaries) {
    if (!is_closed(summary.status)) open.push_back(summary.id);
  }
  if (!open.empty() && chosen.by_name) {
    CLEW_TRY(agree(workspace,
                   fmt::format("{} still open; forget it?",
                               open.front().text + (open.size() > 1 ? " and others are" : " is")),
                   open.front().text, "clew forget " + open.front().text));
  } else if (!open.empty() && !workspace.caller().agreed) {
    std::erase_if(chosen.summaries,
                  [](const SessionSummary& summary) { return !is_closed(summary.status); });
    return open;
  }
  return std::vector<SessionId>();
}

// Files of a view hold what the session said. They are the person's, and stay.
Status name_view_files(Workspace& workspace, StoreReader& store, const SessionId& id,
                       std::vector<std::string>& left) {
  CLEW_ASSIGN(const auto state, load_view(store, id));
  if (!state) return success();
  for (const auto& file : state->files) {
    const std::string path = join_path(state->folder, file.path);
    if (workspace.files().info(path)) left.push_back(path);
  }
  return success();
}

// `named` is the last of those asked for; its chain, and so its head, stays.
Answer answer_for(const SessionSummary& named, const std::vector<SessionId>& forgotten,
                  const std::vector<SessionId>& kept) {
  Answer answer;
  if (!named.id.empty()) {
    answer.data.set("session", named.id.text);
    answer.data.set("seq", named.head.seq.number);
    answer.data.set("hash", named.head.hash.hex());
  }
  answer.data.set("changed", !forgotten.empty());
  answer.data.set("forgotten", static_cast<int64_t>(forgotten.size()));
  answer.data.set("sessions", names_of(forgotten));
  answer.data.set("kept", names_of(kept));
  answer.text = forgotten.empty() ? "nothing to forget"
                                  : fmt::format("{} forgotten; only the hash chain is kept",
                                                counted_sessions(forgotten.size()));
  if (!kept.empty()) {
    answer.text +=
        fmt::format("\nnote: {} kept, still open or needed by a fork; --yes forgets open ones",
                    counted_sessions(kept.size()));
  }
  return answer;
}

Result<WithOutcome<Answer>> forget_chosen(Workspace& workspace, Transaction& transaction,
                                          const Chosen& chosen, const SessionSummary& named,
                                          std::vector<SessionId> kept, const KeyedAnswer& key) {
  using Ended = WithOutcome<Answer>;
  CLEW_ASSIGN(auto seen, key.find(transaction));
  if (seen) return Ended{std::move(*seen), Outcome::kRollBack};
  std::vector<SessionId> forgotten;
  for (const auto& summary : chosen.summaries) {
    const Status done = transaction.forget(summary.id);
    const bool needed = !done && done.error().code == ErrorCode::kInvalid;
    if (!done && (chosen.by_name || !needed)) return done.error();
    (done ? forgotten : kept).push_back(summary.id);
  }
  std::vector<std::string> left;
  for (const auto& id : forgotten) {
    CLEW_TRY(name_view_files(workspace, transaction, id, left));
    CLEW_TRY(drop_view(transaction, id));
    CLEW_TRY(forget_settings(transaction, id));
  }
  if (!forgotten.empty()) CLEW_TRY(note_erasure(transaction));
  CLEW_TRY(forget_imports(transaction, forgotten));
  CLEW_TRY(forget_answers(transaction, forgotten));
  Answer answer = answer_for(named, forgotten, kept);
  answer.data.set("files_left", to_value(left));
  if (!left.empty()) {
    answer.text += "\nnote: the view is detached; its files still have the session's content:";
    for (const auto& path : left) answer.text += "\n  " + path;
  }
  CLEW_TRY(key.keep(transaction, answer));
  return Ended{std::move(answer)};
}

}  // namespace

Result<Answer> forget_session(Workspace& workspace, const ForgetRequest& request) {
  const KeyedAnswer key(workspace, {workspace.project().root});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(Chosen chosen, choose(workspace, request));
  const SessionSummary named =
      chosen.summaries.empty() ? SessionSummary() : chosen.summaries.back();
  std::erase_if(chosen.summaries, [](const SessionSummary& summary) { return summary.forgotten; });
  CLEW_ASSIGN(const std::vector<SessionId> kept, leave_open_ones(workspace, chosen));
  forks_first(chosen.summaries);
  if (chosen.summaries.empty()) {
    const Answer answer = answer_for(named, {}, kept);
    CLEW_TRY(key.keep_alone(answer));
    return answer;
  }
  CLEW_ASSIGN(Answer answer,
              transact(workspace, workspace.write_deadline(), [&](Transaction& transaction) {
                return forget_chosen(workspace, transaction, chosen, named, kept, key);
              }));
  for (const auto& notice : workspace.store().notices()) answer.text += "\nnote: " + notice;
  return answer;
}

}  // namespace clew
