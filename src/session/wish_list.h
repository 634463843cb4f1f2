#pragma once
// Wishes for one command, each tried on the state that the one before it leaves behind. What the
// session refuses is left out: one item that does not fit must not keep the rest from being
// recorded.

#include <vector>

#include "session/intent.h"

namespace clew {

enum class Tried { kTaken, kRefused };

class WishList {
 public:
  WishList(const Session& session, Time now, ActorId actor);

  Tried add(Wish wish);
  template <class Fact>
  Tried add_fact(Fact fact) {
    return add(RecordFact{std::move(fact), {}});
  }

  const Session& session() const { return session_; }  // as it will be
  const ActorId& actor() const { return actor_; }
  Time now() const { return now_; }
  bool empty() const { return wishes_.empty(); }
  std::vector<Wish> take() { return std::move(wishes_); }

 private:
  Session session_;
  Time now_;
  ActorId actor_;
  std::vector<Wish> wishes_;
};

}  // namespace clew
