#pragma once
// ChainCheck: judges a chain of event hashes, one event at a time and in order, whether it is
// stored already or arrives from elsewhere.

#include <map>
#include <optional>

#include "store/event_store.h"

namespace clew {

class ChainCheck {
 public:
  // `before` is the head the chain goes on from; seq 0 and zeros for a session's first event.
  ChainCheck(SessionId session, const Head& before) : session_(std::move(session)), head_(before) {}

  // What is wrong with the event, in words. Going on after a problem takes its stored hash as
  // given, so that one changed event is one problem.
  std::optional<std::string> check(const RawEvent& event);
  // After the last: events whose payload was replaced without an EventRedacted that says so.
  std::vector<Seq> unexplained() const;
  const Head& head() const { return head_; }

 private:
  SessionId session_;
  Head head_;
  std::map<Seq, Hash> replaced_;  // the digest of what stands there now
};

}  // namespace clew
