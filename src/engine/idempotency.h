#pragma once
// Idempotency keys of verbs that do other things than append to one session. Which request a key
// was for, and what was answered, is kept with the change itself, in the same turn. The keys of
// plain appends are in the store's own table; a key stands in one of the two.
//
//   const KeyedAnswer key(workspace, {workspace.project().root});
//   CLEW_ASSIGN(const auto seen, key.find(*turn));
//   if (seen) return *seen;
//   …
//   CLEW_TRY(key.keep(*turn, answer));
//   CLEW_TRY(turn->commit());

#include <string>
#include <vector>

#include "engine/workspace.h"

namespace clew {

struct KeptAnswer {
  Hash request;
  Answer answer;
};
// Nothing when the key was not used in this way.
Result<std::optional<KeptAnswer>> find_kept_answer(StoreReader& store, const std::string& key);
Status keep_answer(Transaction& turn, const Idempotency& key, const Answer& answer);
// What is kept of answers about these sessions is cut down to where they stood.
Status forget_answers(Transaction& turn, const std::vector<SessionId>& sessions);
Error key_of_another_request(const std::string& key);

class KeyedAnswer {
 public:
  // `about`: what the request means besides its words, such as the checkout it is made in.
  explicit KeyedAnswer(Workspace& workspace, const std::vector<std::string>& about = {});

  // What was answered the first time, with `changed` false. kConflict: the key was used for another
  // request.
  Result<std::optional<Answer>> find(Transaction& turn) const;
  // The same in a turn of its own, for verbs that ask or look around before theirs.
  Result<std::optional<Answer>> find() const;

  // Before the turn's commit. Nothing to do without a key.
  Status keep(Transaction& turn, const Answer& answer) const;
  // For a turn in which nothing else happened: commits only when there is a key to keep.
  Status keep_alone(Transaction& turn, const Answer& answer) const;
  // For changes that are no store's: files that were written.
  Status keep_alone(const Answer& answer) const;

 private:
  Workspace& workspace_;
  std::optional<Idempotency> key_;
};

}  // namespace clew
