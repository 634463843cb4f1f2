#include "session/adopt.h"

#include "session/scratch_session.h"

namespace clew {
namespace {

class Adopter {
 public:
  Adopter(Session wanted, Drafting drafting)
      : wanted_(std::move(wanted)),
        drafting_(std::move(drafting)),
        reported_(wanted_.steps.size(), kNotReported) {}

  Drafting run(const SessionId& id) {
    drafting_.expect(3 + 2 * wanted_.steps.size() + facts());
    start();
    add_steps();
    restore_overview(id);
    restore_steps();
    for (auto& agent : wanted_.agents.items) {
      const AgentId agent_id = agent.id;
      drafting_.add(AgentRestored{agent_id, std::move(agent)});
    }
    for_each_fact_kind([&](const auto kind, const auto slot, const char*) {
      for (auto& fact : (wanted_.*kind).items) add_fact(drafting_, slot, std::move(fact));
    });
    return std::move(drafting_);
  }

 private:
  size_t facts() const {
    size_t count = wanted_.agents.items.size();
    for_each_fact_kind(
        [&](const auto kind, const auto, const char*) { count += (wanted_.*kind).items.size(); });
    return count;
  }

  void start() {
    const Identity& identity = wanted_.identity;
    SessionStarted started;
    started.goal = identity.goal;
    started.constraints = identity.constraints;
    started.project = identity.project;
    started.project_path = identity.project_path;
    started.device = identity.device;
    started.mode = identity.mode;
    started.model = identity.model;
    started.branch = identity.branch;
    started.commit = identity.commit;
    started.automatic = identity.automatic;
    started.previous = identity.previous;
    started.structure = wanted_.structure;
    if (!wanted_.steps.empty()) {
      started.gate = wanted_.root().gate;
      started.order = wanted_.root().order;
    }
    drafting_.add(std::move(started));
  }

  void add_steps() {
    for (uint32_t i = 1; i < wanted_.steps.size(); ++i) {
      StepAdded step = added(wanted_.steps[i]);
      step.step = StepId{i};
      // A step can only be added below an earlier one; otherwise it goes below the root.
      if (step.parent.number >= i) step.parent = kRoot;
      drafting_.add(std::move(step));
    }
    // The root's record, which follows, says whether it is held.
    // It is taken only to bring the counter of fences to where it was.
    if (wanted_.last_fence > 0) drafting_.add(LeaseTaken{kRoot, wanted_.last_fence, {}, {}});
  }

  // The start was given the header's time, so the session says its own again.
  void restore_overview(const SessionId& id) {
    OverviewRestored restored;
    restored.identity = wanted_.identity;
    restored.identity->id = id;
    if (wanted_.lifecycle != LifecycleState()) restored.lifecycle = wanted_.lifecycle;
    if (wanted_.context != ContextUsage()) restored.context = wanted_.context;
    if (!wanted_.next_action.empty() || !wanted_.next_action_by.empty()) {
      restored.next_action = wanted_.next_action;
      restored.next_action_by = wanted_.next_action_by;
    }
    if (wanted_.instruction && !wanted_.instruction->text.empty()) {
      restored.instruction = wanted_.instruction;
      restored.instruction->origin.id = drafting_.next();
    }
    drafting_.add(std::move(restored));
  }

  // In the order of the plan, as people read it; then once more from the end, where a part that was
  // put back has changed the list of a step before it.
  void restore_steps() {
    if (wanted_.steps.empty()) return;
    restore_step(0, Telling::kAlways);
    for (size_t i = 1; i < wanted_.steps.size(); ++i) restore_step(i, Telling::kIfDifferent);
    for (size_t i = wanted_.steps.size(); i-- > 0;) restore_step(i, Telling::kIfRelisted);
  }

  // kAlways: the root's attempt began at the time of a header.
  enum class Telling { kAlways, kIfDifferent, kIfRelisted };

  void restore_step(size_t index, Telling telling) {
    const auto& steps = drafting_.session().steps;
    if (index >= steps.size()) return;
    const Step& now = steps[index];
    Step& wanted = wanted_.steps[index];
    if (telling == Telling::kIfDifferent && now == wanted) return;
    if (telling == Telling::kIfRelisted && now.children == wanted.children) return;
    StepRestored restored{StepId{static_cast<uint32_t>(index)}, std::nullopt};
    // The record went into the first event of this step; a later one gets a copy of it.
    if (reported_[index] != kNotReported) {
      restored.record = get<StepRestored>(drafting_.events()[reported_[index]].data).record;
    } else {
      reported_[index] = drafting_.events().size();
      std::vector<StepId> children = wanted.children;
      restored.record = std::move(wanted);
      wanted.children = std::move(children);  // to be compared once more
    }
    drafting_.add(std::move(restored));
  }

  static constexpr size_t kNotReported = ~size_t{0};

  Session wanted_;  // goes into the events piece by piece
  Drafting drafting_;
  std::vector<size_t> reported_;  // of each step: the event that restored it
};

}  // namespace

Drafts adopt(const Session& wanted, const SessionId& id, Seq first) {
  return Adopter(wanted, Drafting(Session(), first)).run(id).take();
}

Adopted adopt_as(Session wanted, const SessionId& id, const EventHeader& first) {
  Drafting done = Adopter(std::move(wanted), Drafting(Session(), first)).run(id);
  Adopted adopted{done.take_events(), done.take_session()};
  adopted.after.identity.id = id;
  return adopted;
}

void date(Session& session, Time then) {
  Time& begun = session.identity.created_at;
  if (begun == Time()) begun = then;
  if (session.last_activity == Time()) session.last_activity = begun;
  for (auto& step : session.steps) {
    for (auto& attempt : step.attempts) {
      if (attempt.started_at == Time()) attempt.started_at = begun;
      if (attempt.ended_at == Time()) attempt.ended_at = begun;
    }
  }
}

void undate(const Session& reported, Session& session) {
  if (reported.identity.created_at == Time()) session.identity.created_at = Time();
  if (reported.last_activity == Time()) session.last_activity = Time();
  for (size_t i = 0; i < std::min(reported.steps.size(), session.steps.size()); ++i) {
    const auto& known = reported.steps[i].attempts;
    auto& attempts = session.steps[i].attempts;
    for (size_t j = 0; j < std::min(known.size(), attempts.size()); ++j) {
      if (known[j].started_at == Time()) attempts[j].started_at = Time();
      if (known[j].ended_at == Time()) attempts[j].ended_at = Time();
    }
  }
}

}  // namespace clew
