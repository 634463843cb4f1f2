#include "engine/transact.h"

#include <algorithm>

#include "files/backoff.h"

namespace clew {
namespace {

struct SingleTry {
  Status status;
  bool lost_race = false;
};

// A body that rolls back has succeeded: nothing is committed and no error is told.
SingleTry try_once(EventStore& store, Duration deadline,
                   const std::function<Result<Outcome>(Transaction&)>& body) {
  const auto transaction = store.begin_write(deadline);
  if (!transaction) return {transaction.error()};
  const auto outcome = body(**transaction);
  Status status = outcome ? success() : Status(outcome.error());
  if (outcome && *outcome == Outcome::kCommit) status = (*transaction)->commit();
  const bool lost_race = !status && (*transaction)->lost_race();
  return {std::move(status), lost_race};
}

}  // namespace

// Only a lost race is tried again, while time and tries are left; every other failure is told.
Status run_transaction(EventStore& store, const Deadline& deadline,
                       const std::function<Result<Outcome>(Transaction&)>& body) {
  SystemMachine system;
  Machine& machine = deadline.machine == nullptr ? system : *deadline.machine;
  const Duration start = machine.uptime();
  Backoff backoff(machine, deadline.all);
  for (int tries = 1;; ++tries) {
    const Duration left{std::max<int64_t>(deadline.all.ms - (machine.uptime() - start).ms, 0)};
    SingleTry tried = try_once(store, left, body);
    if (!tried.lost_race || tries == kMaxTransactionTries) return std::move(tried.status);
    if (backoff.wait() == Backoff::Verdict::kTimeIsUp) return std::move(tried.status);
  }
}

Result<Transaction*> BatchTransaction::part() {
  if (!open_) {
    CLEW_ASSIGN(open_, context_.store().begin_write(deadline_));
  }
  return open_.get();
}

Status BatchTransaction::commit() {
  const auto ending = std::move(open_);
  return ending ? ending->commit() : success();
}

}  // namespace clew
