#include "session/reading_test.h"

#include <algorithm>
#include <map>

#include "session/adopt.h"
#include "session/applier.h"
#include "session/apply.h"
#include "session/random_event_test.h"
#include "session/scratch_session.h"

namespace clew {
namespace {

class Renumberer {
 public:
  explicit Renumberer(const Session& session) { visit(session, kRoot); }
  Session run(const Session& session) const {
    Session out = session;
    out.steps.clear();
    for (const StepId old : order_) {
      Step step = session.steps[old.number];
      map(step.id);
      map(step.parent);
      map(step.children);
      map(step.needs);
      if (step.current_child) map(*step.current_child);
      out.steps.push_back(std::move(step));
    }
    for (auto& agent : out.agents.items) map(agent.step);
    for (auto& revision : out.revisions.items) map(revision.affected);
    for_each_fact_kind([&](const auto kind, const auto, const char*) {
      for (auto& fact : (out.*kind).items) map(fact.origin.step);
    });
    if (out.instruction) map(out.instruction->origin.step);
    return out;
  }

 private:
  void visit(const Session& session, StepId at) {
    const Step* step = session.find(at);
    if (step == nullptr || numbers_.contains(at)) return;
    numbers_[at] = StepId{static_cast<uint32_t>(order_.size())};
    order_.push_back(at);
    for (const StepId child : step->children) visit(session, child);
  }
  void map(StepId& id) const {
    const auto found = numbers_.find(id);
    id = found == numbers_.end() ? kRoot : found->second;
  }
  void map(std::vector<StepId>& ids) const {
    std::erase_if(ids, [&](StepId id) { return !numbers_.contains(id); });
    for (auto& id : ids) map(id);
  }

  std::vector<StepId> order_;
  std::map<StepId, StepId> numbers_;
};

template <class T>
void sort_by_text(std::vector<T>& items) {
  std::sort(items.begin(), items.end(),
            [](const T& a, const T& b) { return to_text(to_value(a)) < to_text(to_value(b)); });
}

// A current part that is no part is none.
void tidy(Step& step) {
  const auto& parts = step.children;
  if (step.current_child &&
      std::find(parts.begin(), parts.end(), *step.current_child) == parts.end()) {
    step.current_child.reset();
  }
}

// One attribute of a name.
void make_unique(std::vector<Attribute>& attributes) {
  std::vector<Attribute> out;
  for (auto& attribute : attributes) {
    const bool is_new = std::none_of(
        out.begin(), out.end(), [&](const Attribute& other) { return other.key == attribute.key; });
    if (is_new) out.push_back(std::move(attribute));
  }
  attributes = std::move(out);
}

}  // namespace

Session plain(Session session) {
  if (session.steps.empty()) session.steps.emplace_back();
  for (auto& step : session.steps) {
    std::erase_if(step.children, [&](StepId id) { return session.find(id) == nullptr; });
    tidy(step);
  }
  session = Renumberer(session).run(session);
  session.identity.id = {};
  session.head = {};
  session.last_activity = {};
  session.locations.clear();
  session.handoff.reset();
  if (session.instruction) session.instruction->origin.id = {};
  if (session.instruction && session.instruction->text.empty()) session.instruction.reset();
  for_each_fact_kind([&](const auto kind, const auto, const char*) {
    auto& kept = session.*kind;
    for (auto& fact : kept.items) fact.origin.id = {};
    kept.total = static_cast<uint32_t>(kept.items.size());
  });
  session.agents.total = static_cast<uint32_t>(session.agents.items.size());
  return session;
}

Session sorted(Session session) {
  session = plain(std::move(session));
  for_each_fact_kind(
      [&](const auto kind, const auto, const char*) { sort_by_text((session.*kind).items); });
  sort_by_text(session.agents.items);
  session.last_fence = 0;
  return session;
}

Session random_session(RandomEvents& random) {
  Session session;
  session.steps.emplace_back();
  // Enough steps to be about something; random events rarely hit the next number.
  for (size_t i = 0; i < 60; ++i) {
    Event event = random.event();
    if (i % 4 == 0) {
      auto step = get<StepAdded>(random.data(2));
      step.step = StepId{static_cast<uint32_t>(session.steps.size())};
      step.parent = StepId{static_cast<uint32_t>(random.below(session.steps.size()))};
      event.data = std::move(step);
    }
    session = apply(std::move(session), event);
  }
  for (auto& step : session.steps) tidy(step);
  return session;
}

Session random_reading(uint64_t seed) {
  RandomEvents random(seed);
  Session session = plain(random_session(random));
  session.steps[0].title = session.identity.goal;
  for (auto& step : session.steps) {
    // A small number of names, so that two readings have steps in common.
    const auto& siblings = session.steps[step.parent.number].children;
    const auto location = std::find(siblings.begin(), siblings.end(), step.id) - siblings.begin();
    step.external = {
        {"test", "t" + std::to_string((static_cast<uint64_t>(location) * 2 + random.below(2)))}
    };
    if (step.id == kRoot) step.external.clear();
    make_unique(step.attributes);
  }
  return session;
}

Session fold(Session session, const Drafts& drafts, const std::string& actor) {
  for (const auto& draft : drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(Time{1'800'000'000'000});
    header.actor = ActorId(actor);
    session = apply(std::move(session), Event{header, draft.data});
  }
  return session;
}

Session adopted(const Session& reading) {
  return fold(Session(), adopt(reading, SessionId("s-1")));
}

std::string name_in_test(const Session&, const Step& step) {
  return step.external.empty() ? step.title : step.external.front().id;
}

std::string shown(const Session& session) { return to_text(to_value(session)); }

}  // namespace clew
