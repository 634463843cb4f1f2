#include "command/admin/use_session.h"

#include <fmt/format.h>

#include "agent_client/binding.h"
#include "engine/append.h"
#include "engine/idempotency.h"

namespace clew {
namespace {

std::string checkout_key(Workspace& workspace) { return use_setting(workspace.project().root); }

Status bind_checkout(Workspace& workspace, Transaction& transaction, const std::string& id) {
  const std::string own = binding_setting(workspace.caller().actor);
  CLEW_ASSIGN(const std::string bound, transaction.setting(own));
  CLEW_TRY(transaction.put_setting(checkout_key(workspace), id));
  // What this actor was bound to by its work would go before the checkout's.
  return bound.empty() || bound == id ? success() : transaction.put_setting(own, "");
}

// session, seq and hash; a session in use may have been forgotten since.
void tell_session(StoreReader& store, const std::string& id, Value& data) {
  data.set("session", id.empty() ? Value() : Value(id));
  const auto summary = id.empty() ? Result<SessionSummary>(Error()) : store.summary(SessionId(id));
  data.set("seq", summary ? Value(summary->head.seq.number) : Value());
  data.set("hash", summary ? Value(summary->head.hash.hex()) : Value());
}

// Why a session cannot be the one that is meant here; empty when it can.
std::string why_not(const SessionSummary& summary) {
  if (summary.forgotten) return "was forgotten";
  if (is_closed(summary.status)) return fmt::format("is {}", name_of(summary.status));
  return summary.archived ? "is archived" : "";
}

Result<Answer> show_used(Workspace& workspace) {
  CLEW_ASSIGN(const std::string used, workspace.store().setting(checkout_key(workspace)));
  Answer answer;
  tell_session(workspace.store(), used, answer.data);
  answer.data.set("changed", false);
  if (used.empty()) {
    answer.text = "no session is selected here\nnext  clew use ID";
    return answer;
  }
  const auto summary = workspace.store().summary(SessionId(used));
  const std::string why = summary ? why_not(*summary) : "no longer exists";
  answer.data.set("holds", why.empty());
  answer.text = why.empty()
                    ? fmt::format("{} is selected here", used)
                    : fmt::format("{} was selected here, but {}\nnext  clew use ID", used, why);
  return answer;
}

Status check_usable(Workspace& workspace, const SessionId& id) {
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(id));
  const std::string why = why_not(summary);
  if (why.empty()) return success();
  return make_error(ErrorCode::kInvalid, fmt::format("{} {} and cannot be selected", id.text, why),
                    id.text, "clew list");
}

Answer answer_for(Workspace& workspace, StoreReader& store, const std::string& id) {
  Answer answer;
  tell_session(store, id, answer.data);
  answer.text = id.empty() ? "no session is selected here any more"
                           : fmt::format("{} is selected in {}", id, workspace.project().root);
  answer.data.set("changed", true);
  const std::string& forced = workspace.surroundings().session;
  if (!forced.empty())
    answer.text += fmt::format("\nnote: CLEW_SESSION={} takes precedence", forced);
  return answer;
}

}  // namespace

Result<Answer> use_session(Workspace& workspace, const UseRequest& request) {
  const std::string& named = workspace.caller().session;
  if (request.none && !named.empty()) {
    return make_error(ErrorCode::kUsage, "name a session or give --none, not both", named,
                      "clew use --none");
  }
  if (!request.none && named.empty()) return show_used(workspace);
  std::string id;
  if (!request.none) {
    CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
    CLEW_TRY(check_usable(workspace, ref.id));
    id = ref.id.text;
  }
  const KeyedAnswer key(workspace, {checkout_key(workspace)});
  using Ended = WithOutcome<Answer>;
  return transact(workspace, workspace.write_deadline(),
                  [&](Transaction& transaction) -> Result<Ended> {
                    CLEW_ASSIGN(auto seen, key.find(transaction));
                    if (seen) return Ended{std::move(*seen), Outcome::kRollBack};
                    CLEW_TRY(bind_checkout(workspace, transaction, id));
                    Answer answer = answer_for(workspace, transaction, id);
                    CLEW_TRY(key.keep(transaction, answer));
                    return Ended{std::move(answer)};
                  });
}

}  // namespace clew
