#pragma once
// `decide` is the rules: it takes a session and an intent, and answers with the events that follow
// or with the reason why it may not happen. Nothing else in clew decides that. Pure: time, ids and
// randomness come with the intent.
//
// Split by subject: decide_lifecycle.cc, decide_plan.cc, decide_step.cc, decide_done.cc,
// decide_lease.cc, decide_revisit.cc, decide_fact.cc, decide_undo.cc; decide.cc chooses among them
// and handles what is due by inactivity. `Trial` asks what intents would lead to without recording
// anything.

#include <optional>
#include <vector>

#include "session/draft.h"
#include "session/intent.h"

namespace clew {

// A failed gate is not an error: its events say so, and the answer is made from them. The step's
// next attempt begins with it.
// kNotFound: there is no such session or step. kInvalid: its state, a gate or a limit is against
// it. kConflict: somebody else holds the step. kUsage: a text is missing.
Result<Drafts> decide(const Session& session, const Proposal& proposal);

enum class Tried { kTaken, kRefused };

// The intents of one command, each decided on the state that the ones before it leave behind.
// Nothing is recorded. The session must outlive the trial; time never goes back behind its last
// activity.
class Trial {
 public:
  Trial(const Session& session, Time now, ActorId actor);

  // What the session refuses changes nothing: one item that does not fit need not keep the rest
  // from being recorded. `require` says why it was refused.
  Tried add(Intent intent);
  Status require(Intent intent);
  template <class Fact>
  Tried add_fact(Fact fact) {
    return add(RecordFact{std::move(fact), {}});
  }
  // A fact of an earlier time, which was not recorded then.
  template <class Fact>
  Tried add_earlier(Fact fact, Time at) {
    Intent intent(RecordFact{std::move(fact), {}});
    intent.at = at;
    return add(std::move(intent));
  }

  const Session& session() const;  // as it will be; valid until more is added
  const ActorId& actor() const { return actor_; }
  Time now() const { return now_; }
  bool empty() const { return intents_.empty(); }
  std::vector<Intent> take() { return std::move(intents_); }
  Drafts take_drafts() { return std::move(drafts_); }

 private:
  const Session& begin_;
  Time now_;
  ActorId actor_;
  std::vector<Intent> intents_;  // that were taken
  Drafts drafts_;
  // begin_ after the first applied_ drafts: most commands are one intent, and copy no session.
  mutable std::optional<Session> ahead_;
  mutable size_t applied_ = 0;
};

// All of them in turn, or the first refusal.
Result<Drafts> decide_all(const Session& session, const std::vector<Intent>& intents, Time now,
                          const ActorId& actor);

// The session as all of them leave it, or the first refusal. Nothing is recorded.
Result<Session> after_intents(const Session& session, const std::vector<Intent>& intents, Time now,
                              const ActorId& actor);

// Takes back what turned `before` into `after`, the events first..last of one command. Refused
// (kConflict) when `now` differs from `after` in anything that command touched.
Result<Drafts> decide_undo(const Session& now, const Session& before, const Session& after,
                           Seq first, Seq last, const std::string& reason);

// What a revisit would do, without doing it.
struct RevisitPlan {
  std::vector<StepId> affected;
  std::vector<std::string> artifacts;  // that would be archived
};
Result<RevisitPlan> plan_revisit(const Session& session, const RevisitStep& revisit);

}  // namespace clew
