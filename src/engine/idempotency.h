#pragma once
// Idempotency keys of verbs that do other things than append to one session. Which request a key
// was for, and what was answered, is kept with the change itself, in one transaction. The keys of
// plain appends are in the store's own table; a key stands in one of the two.
//
//   const KeyedAnswer key(workspace, {workspace.project().root});
//   return transact(workspace, workspace.write_deadline(), [&](Transaction& transaction)
//                   -> Result<WithOutcome<Answer>> {
//     CLEW_ASSIGN(const auto seen, key.find(transaction));
//     if (seen) return WithOutcome<Answer>{*seen, Outcome::kRollBack};
//     …
//     CLEW_TRY(key.keep(transaction, answer));
//     return WithOutcome<Answer>{answer};
//   });

#include <string>
#include <vector>

#include "engine/kept_answer.h"
#include "engine/workspace.h"

namespace clew {

class KeyedAnswer {
 public:
  // `about`: what the request means besides its words, such as the checkout it is made in.
  explicit KeyedAnswer(Workspace& workspace, const std::vector<std::string>& about = {});

  // What was answered the first time, with `changed` false. kConflict: the key was used for another
  // request.
  Result<std::optional<Answer>> find(StoreReader& store) const;
  // For verbs that ask or look around before their transaction.
  Result<std::optional<Answer>> find() const;

  // Nothing to do without a key.
  Status keep(Transaction& transaction, const Answer& answer) const;
  // For a transaction in which nothing else happened: to be committed only with a key to keep.
  Result<Outcome> keep_alone(Transaction& transaction, const Answer& answer) const;
  // For changes that are no store's: files that were written.
  Status keep_alone(const Answer& answer) const;

 private:
  Workspace& workspace_;
  std::optional<Idempotency> key_;
};

}  // namespace clew
