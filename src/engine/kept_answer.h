#pragma once
// The answer that was given to a request with an idempotency key, as the store keeps it, so that
// the same request can be answered the same way again.

#include <optional>
#include <string>
#include <vector>

#include "engine/answer.h"
#include "store/event_store.h"

namespace clew {

struct KeptAnswer {
  Hash request;
  Answer answer;
};
// Nothing when the key was not used in this way.
Result<std::optional<KeptAnswer>> find_kept_answer(StoreReader& store, const std::string& key);
Status keep_answer(Transaction& transaction, const Idempotency& key, const Answer& answer);
// What is kept of answers about these sessions is cut down to where they stood.
Status forget_answers(Transaction& transaction, const std::vector<SessionId>& sessions);
// Answers that stood on the session's events after `after`, which are now `to`'s, stand there.
Status move_answers(Transaction& transaction, const SessionId& from, Seq after,
                    const SessionId& to);
Error key_of_another_request(const std::string& key);

}  // namespace clew
