// Undo restores records: every field that the command changed goes back to what it was, provided
// nobody has changed it since. Steps, agents and facts are compared one by one, so that undoing one
// command leaves the others alone.

#include <fmt/format.h>

#include <algorithm>

#include "session/decide_internal.h"
#include "session/fact_match.h"
#include "session/invert.h"

namespace clew {
namespace {

const Step* step_at(const Session& session, size_t index) {
  return index < session.steps.size() && !session.steps[index].removed ? &session.steps[index]
                                                                       : nullptr;
}

const Agent* agent_in(const Session& session, const AgentId& id) {
  for (const auto& agent : session.agents.items) {
    if (agent.id == id) return &agent;
  }
  return nullptr;
}

// A newer record of the same path took the place of `fact`, as a second change of a file does.
bool is_replaced(const FactList& after, const void* fact) {
  const MemberInfo* path = path_member(after.type);
  return path != nullptr && std::any_of(after.items.begin(), after.items.end(), [&](auto* other) {
           return same_content(*path->type, path->of(other), path->of(fact));
         });
}

class Undoer {
 public:
  Undoer(const Session& now, Session before, const Session& after, Seq first, Seq last)
      : now_(now), before_(std::move(before)), after_(after), first_(first), last_(last) {}

  Result<Drafts> run(const std::string& reason) {
    drafts_.push_back({
        CommandUndone{first_, last_, reason},
        {}
    });
    CLEW_TRY(steps());
    CLEW_TRY(agents());
    CLEW_TRY(facts(FactKind(&Session::decisions, &FactRestored::decision), "a decision"));
    CLEW_TRY(facts(FactKind(&Session::questions, &FactRestored::question), "a question"));
    CLEW_TRY(
        facts(FactKind(&Session::failed_approaches, &FactRestored::approach), "a failed approach"));
    CLEW_TRY(facts(FactKind(&Session::notes, &FactRestored::note), "a note"));
    CLEW_TRY(facts(FactKind(&Session::files, &FactRestored::file), "a file"));
    CLEW_TRY(facts(FactKind(&Session::runs, &FactRestored::run), "a run"));
    CLEW_TRY(facts(FactKind(&Session::errors, &FactRestored::error), "an error"));
    CLEW_TRY(facts(FactKind(&Session::claims, &FactRestored::claim), "a claim"));
    CLEW_TRY(facts(FactKind(&Session::artifacts, &FactRestored::artifact), "an artifact"));
    CLEW_TRY(facts(FactKind(&Session::revisions, &FactRestored::revision), "a revision"));
    CLEW_TRY(facts(FactKind(&Session::checkpoints, &FactRestored::checkpoint), "a checkpoint"));
    CLEW_TRY(facts(FactKind(&Session::instructions, &FactRestored::instruction), "an instruction"));
    CLEW_TRY(overview());
    if (drafts_.size() == 1) {
      return make_error(ErrorCode::kInvalid, "that command changed nothing that can be undone",
                        now_.identity.id.text, "clew log");
    }
    return std::move(drafts_);
  }

 private:
  // The undo is refused as a whole, with what stands in its way.
  Error touched_since(const std::string& what) const {
    return make_error(ErrorCode::kConflict,
                      fmt::format("{} was changed again after events {} to {}", what, first_.number,
                                  last_.number),
                      what, "clew log   shows what came after");
  }

  // By number, over all steps of either state. A step that only `before` has was removed by the
  // command and comes back; one that only `after` has was added and is removed, unless somebody
  // changed or needs it.
  Status steps() {
    const size_t count = std::max(after_.steps.size(), before_.steps.size());
    for (size_t i = 0; i < count; ++i) {
      const Step* before = step_at(before_, i);
      const Step* after = step_at(after_, i);
      const Step* now = step_at(now_, i);
      StepRestored restored{StepId{static_cast<uint32_t>(i)}, std::nullopt};
      if (before == nullptr && after == nullptr) continue;
      if (before != nullptr && after != nullptr) {
        if (same_step(*before, *after)) continue;
        if (now == nullptr) return touched_since("step \"" + after->title + "\"");
        restored.record = *now;
        if (!take_back_step(*before, *after, *restored.record)) {
          return touched_since("step \"" + after->title + "\"");
        }
      } else if (before != nullptr) {
        if (now != nullptr) return touched_since("step \"" + before->title + "\"");
        restored.record = *before;
      } else if (now == nullptr || !same_step(*now, *after) || is_needed(*now)) {
        return touched_since("step \"" + after->title + "\"");
      }
      drafts_.push_back({std::move(restored), {}});
    }
    return success();
  }

  // By a step that was not part of the command and would lose what it waits for.
  bool is_needed(const Step& step) const {
    return std::any_of(now_.steps.begin(), now_.steps.end(), [&](const Step& other) {
      const bool stays = !other.removed && step_at(before_, other.id.number) != nullptr;
      const bool came_later = !other.removed && step_at(after_, other.id.number) == nullptr;
      return (stays || came_later) &&
             std::find(other.needs.begin(), other.needs.end(), step.id) != other.needs.end();
    });
  }

  // Agents that the command began go away, and those that it removed come back. The total tells a
  // removal from an agent that was only dropped to keep the list bounded.
  Status agents() {
    for (const auto& agent : after_.agents.items) {
      const Agent* before = agent_in(before_, agent.id);
      if (before != nullptr && *before == agent) continue;
      const Agent* now = agent_in(now_, agent.id);
      AgentRestored restored{agent.id, std::nullopt};
      if (now == nullptr || !put_back(before, agent, *now, restored.record)) {
        return touched_since("agent " + agent.id.text);
      }
      drafts_.push_back({std::move(restored), {}});
    }
    if (after_.agents.total >= before_.agents.total) return success();
    for (const auto& agent : before_.agents.items) {
      if (agent_in(after_, agent.id) != nullptr) continue;
      if (agent_in(now_, agent.id) != nullptr) {
        return touched_since("agent " + agent.id.text);
      }
      drafts_.push_back({
          AgentRestored{agent.id, agent},
          {}
      });
    }
    return success();
  }

  Status facts(const FactKind& kind, const char* what) {
    const TypeInfo& type = kind.type();
    const FactList before = kind.in(before_);
    const FactList after = kind.in(after_);
    const FactList now = kind.in(now_);
    for (const void* item : after.items) {
      const Seq id = origin_of(type, item).id;
      const void* was = before.find(id);
      if (was != nullptr && same_content(type, was, item)) continue;
      const void* is = now.find(id);
      if (is == nullptr) return touched_since(what);
      // The record as it was before the command; unset when it was not there.
      FactRestored restored;
      restored.fact = id;
      const bool clean = was == nullptr ? same_content(type, is, item)
                                        : take_back(type, was, item, kind.put(restored, is));
      if (!clean) return touched_since(what);
      drafts_.push_back({std::move(restored), {}});
    }
    // What was there and is not: taken back by an undo, or replaced by a newer record of its path.
    // Others only made room, and the log has them.
    const bool taken_back = kind.total(after_) < kind.total(before_);
    for (const void* item : before.items) {
      const Seq id = origin_of(type, item).id;
      if (after.find(id) != nullptr || now.find(id) != nullptr) continue;
      if (!taken_back && !is_replaced(after, item)) continue;
      FactRestored restored;
      restored.fact = id;
      kind.put(restored, item);
      drafts_.push_back({std::move(restored), {}});
    }
    return success();
  }

  // As it was before the command; unset when it was not there.
  static bool put_back(const Agent* before, const Agent& after, const Agent& now,
                       std::optional<Agent>& record) {
    if (before == nullptr) return now == after;
    record = now;
    return take_back(*before, after, *record);
  }

  // One event for all that is not a step, an agent or a fact. Identity, lifecycle and context are
  // compared field by field; the next action and the last instruction only as a whole.
  Status overview() {
    OverviewRestored restored;
    bool any = false;
    const auto restore = [&](const auto& before, const auto& after, const auto& now, auto& slot) {
      if (before == after) return true;
      any = true;
      slot = now;
      return take_back(before, after, *slot);
    };
    if (!restore(before_.identity, after_.identity, now_.identity, restored.identity)) {
      return touched_since("the session's identity");
    }
    if (before_.structure != after_.structure) {
      any = true;
      restored.structure = now_.structure;
      if (!take_back_structure(before_.structure, after_.structure, *restored.structure)) {
        return touched_since("the plan");
      }
    }
    if (!restore(before_.lifecycle, after_.lifecycle, now_.lifecycle, restored.lifecycle)) {
      return touched_since("the session's state");
    }
    if (!restore(before_.context, after_.context, now_.context, restored.context)) {
      return touched_since("the context");
    }
    if (before_.next_action != after_.next_action ||
        before_.next_action_by != after_.next_action_by) {
      any = true;
      if (now_.next_action != after_.next_action || now_.next_action_by != after_.next_action_by) {
        return touched_since("the next action");
      }
      restored.next_action = before_.next_action;
      restored.next_action_by = before_.next_action_by;
    }
    if (before_.instruction != after_.instruction) {
      any = true;
      if (now_.instruction != after_.instruction) return touched_since("the last instruction");
      restored.instruction = before_.instruction.value_or(Instruction());
    }
    if (any) drafts_.push_back({std::move(restored), {}});
    return success();
  }

  // The session at its head.
  const Session& now_;
  // Before the first and after the last event of the command that is undone.
  const Session before_;
  const Session& after_;
  Seq first_;
  Seq last_;
  Drafts drafts_;
};

}  // namespace

// The start of a session and a hand-over cannot be taken back: the one leaves no session, and the
// other may have left this machine.
Result<Drafts> decide_undo(const Session& now, const Session& before, const Session& after,
                           Seq first, Seq last, const std::string& reason) {
  if (!before.exists() || before.identity.parent != after.identity.parent) {
    const std::string& id = now.identity.id.text;
    return make_error(ErrorCode::kInvalid, "the start of a session cannot be undone", id,
                      "clew close --aborted   or  clew forget " + id);
  }
  if (before.handoff != after.handoff) {
    return make_error(ErrorCode::kInvalid, "a handoff is not undone; it may have been sent",
                      now.identity.id.text,
                      "clew handoff " + now.identity.id.text + " --to DEVICE");
  }
  return Undoer(now, with_sleep_of(before, after), after, first, last).run(reason);
}

}  // namespace clew
