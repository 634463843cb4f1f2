#pragma once
// Which number of a tail is which now. A tail is what one machine appended while another went on
// with the same session; appended again, its steps, events, attempts, claims and agents have other
// numbers and names. Those from before the two parted keep theirs. Private to src/session.

#include <map>
#include <optional>
#include <utility>

#include "session/event.h"

namespace clew {

class TailIds {
 public:
  explicit TailIds(const Session& base) : base_(&base) {}

  // Unset: it was not taken over.
  std::optional<StepId> step(StepId id) const;
  std::optional<Seq> event(Seq seq) const;
  std::optional<uint32_t> attempt(StepId step, uint32_t number) const;
  uint32_t fence(uint32_t number) const;
  AgentId agent(const AgentId& id) const;

  void add_step(StepId was, StepId now) { steps_[was] = now; }
  void add_event(Seq was, Seq now) { events_.emplace(was, now); }
  void add_attempt(StepId step, uint32_t was, uint32_t now) {
    attempts_.emplace(std::pair(step, was), now);
  }
  void add_fence(uint32_t was, uint32_t now) { fences_[was] = now; }
  void add_agent(const AgentId& was, const AgentId& now) { agents_[was] = now; }
  const std::map<StepId, StepId>& steps() const { return steps_; }

  // The same with the numbers that hold now. kNotFound, naming it, when one was not taken over.
  Result<EventData> translate(EventData data) const;
  // For a record of a step, an agent or a fact. REQUIRES: `x` is one of `type`.
  Status translate(const TypeInfo& type, void* x) const;

 private:
  const Session* base_;  // where the two parted
  std::map<StepId, StepId> steps_;
  std::map<Seq, Seq> events_;
  std::map<std::pair<StepId, uint32_t>, uint32_t> attempts_;
  std::map<uint32_t, uint32_t> fences_;
  std::map<AgentId, AgentId> agents_;
};

}  // namespace clew
