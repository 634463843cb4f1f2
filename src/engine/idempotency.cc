#include "engine/idempotency.h"

namespace clew {

KeyedAnswer::KeyedAnswer(Workspace& workspace, const std::vector<std::string>& about)
    : workspace_(workspace) {
  if (workspace.caller().key.empty()) return;
  for (const auto& each : about) workspace.count_as_request(each);
  key_ = workspace.idempotency();
}

Result<std::optional<Answer>> KeyedAnswer::find(StoreReader& store) const {
  if (!key_) return std::optional<Answer>();
  // The key of a plain append stands in the store's own table, and is never good for another verb.
  CLEW_ASSIGN(const auto appended, store.find_key(*key_));
  if (appended) return key_of_another_request(key_->key);
  CLEW_ASSIGN(auto kept, find_kept_answer(store, key_->key));
  if (!kept) return std::optional<Answer>();
  if (kept->request != key_->request) return key_of_another_request(key_->key);
  kept->answer.data.set("changed", false);
  kept->answer.text += "\nnote: nothing changed; this key was used before";
  return std::optional(std::move(kept->answer));
}

Result<std::optional<Answer>> KeyedAnswer::find() const { return find(workspace_.store()); }

Status KeyedAnswer::keep(Transaction& transaction, const Answer& answer) const {
  return key_ ? keep_answer(transaction, *key_, answer) : success();
}

Result<Outcome> KeyedAnswer::keep_alone(Transaction& transaction, const Answer& answer) const {
  if (!key_) return Outcome::kRollBack;
  CLEW_TRY(keep(transaction, answer));
  return Outcome::kCommit;
}

Status KeyedAnswer::keep_alone(const Answer& answer) const {
  if (!key_) return success();
  return transact(workspace_, workspace_.write_deadline(),
                  [&](Transaction& transaction) { return keep(transaction, answer); });
}

}  // namespace clew
