#pragma once
// transact: the one way to write to a store.
//
//   CLEW_ASSIGN(const Head head, transact(context, {}, [&](Transaction& transaction) ->
//   Result<Head> {
//     CLEW_ASSIGN(const Loaded now, transaction.load(id));
//     return transaction.append(…);
//   }));
//
// The body reads and decides in the transaction, which is committed when it returns a value and
// rolled back when it returns an error. It may run several times: it touches the transaction and
// its own locals, and returns what the caller needs afterwards. It writes no file, starts no
// program, asks nobody and prints nothing. It is run again only when the transaction says that it
// lost a race (Transaction::lost_race), never because of an error code: a key that was used before,
// a stale fence and a lock that was not to be had in time are conflicts too, and trying again would
// not change them.

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/context.h"
#include "files/machine.h"

namespace clew {

inline constexpr int kMaxTransactionTries = 20;
// How long a hook waits to write: fifty in line lose nothing in two seconds, and a lock that is
// never given back costs the agent no more than that.
inline constexpr Duration kHookDeadline = seconds(2);

// For all tries of one transaction together, waiting for other writers included.
struct Deadline {
  Duration all = kWriteDeadline;
  Machine* machine = nullptr;  // its clock, and what the pauses sleep on; unset: the system's
};

// What becomes of what a body wrote.
enum class Outcome { kCommit, kRollBack };

// For a body that may end without writing: a trial, or a request that was answered before.
template <class T>
struct WithOutcome {
  T value;
  Outcome outcome = Outcome::kCommit;
};

// The script itself; `body` keeps its value where the caller finds it.
Status run_transaction(EventStore& store, const Deadline& deadline,
                       const std::function<Result<Outcome>(Transaction&)>& body);

template <class T>
struct TransactionValue {
  using Type = T;
  static constexpr bool kHasOutcome = false;
};
template <class T>
struct TransactionValue<WithOutcome<T>> {
  using Type = T;
  static constexpr bool kHasOutcome = true;
};

// The value of the body that was committed, or rolled back on purpose.
template <class Body>
auto transact(EventStore& store, const Deadline& deadline, const Body& body) {
  using Returned =
      std::remove_reference_t<decltype(*std::declval<std::invoke_result_t<Body, Transaction&>>())>;
  using Kind = TransactionValue<std::remove_cv_t<Returned>>;
  using Answered = typename Kind::Type;
  std::optional<Answered> value;
  const Status done = run_transaction(store, deadline, [&](Transaction& transaction) {
    value.reset();
    auto returned = body(transaction);
    if (!returned) return Result<Outcome>(returned.error());
    if constexpr (Kind::kHasOutcome) {
      value.emplace(std::move(returned->value));
      return Result<Outcome>(returned->outcome);
    } else {
      value.emplace(std::move(*returned));
      return Result<Outcome>(Outcome::kCommit);
    }
  });
  return done ? Result<Answered>(std::move(*value)) : Result<Answered>(done.error());
}

// One transaction over a batch of many parts, as an import writes them: begun by the first part,
// and committed when the batch is full. The parts are used up as they are taken, so a batch is not
// tried again here; what was imported is known, and whoever asks again goes on from there.
class BatchTransaction {
 public:
  BatchTransaction(Context& context, Duration deadline) : context_(context), deadline_(deadline) {}
  // The open one.
  Result<Transaction*> part();
  Status commit();

 private:
  Context& context_;
  Duration deadline_;
  std::unique_ptr<Transaction> open_;
};

template <class Body>
auto transact(Context& context, const Deadline& deadline, const Body& body) {
  return transact(context.store(), deadline, body);
}

}  // namespace clew
