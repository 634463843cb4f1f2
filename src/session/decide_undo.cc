// Undo restores records: every field that the command changed goes back to what it was, provided
// nobody has changed it since. Steps, agents and facts are compared one by one, so that undoing one
// command leaves the others alone.

#include <fmt/format.h>

#include <algorithm>

#include "session/decide_parts.h"
#include "session/take_back.h"

namespace clew {
namespace {

const Step* step_at(const Session& session, size_t index) {
  return index < session.steps.size() && !session.steps[index].removed ? &session.steps[index]
                                                                       : nullptr;
}

const AgentId& key_of(const Agent& agent) { return agent.id; }
template <class T>
const Seq& key_of(const T& fact) {
  return fact.origin.id;
}

template <class T, class Key>
const T* by_key(const std::vector<T>& items, const Key& key) {
  for (const auto& item : items) {
    if (key_of(item) == key) return &item;
  }
  return nullptr;
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
    CLEW_TRY(facts(&Session::decisions, &FactRestored::decision, "a decision"));
    CLEW_TRY(facts(&Session::questions, &FactRestored::question, "a question"));
    CLEW_TRY(facts(&Session::failed_approaches, &FactRestored::approach, "a failed approach"));
    CLEW_TRY(facts(&Session::notes, &FactRestored::note, "a note"));
    CLEW_TRY(facts(&Session::files, &FactRestored::file, "a file"));
    CLEW_TRY(facts(&Session::runs, &FactRestored::run, "a run"));
    CLEW_TRY(facts(&Session::errors, &FactRestored::error, "an error"));
    CLEW_TRY(facts(&Session::claims, &FactRestored::claim, "a claim"));
    CLEW_TRY(facts(&Session::artifacts, &FactRestored::artifact, "an artifact"));
    CLEW_TRY(facts(&Session::revisions, &FactRestored::revision, "a revision"));
    CLEW_TRY(facts(&Session::checkpoints, &FactRestored::checkpoint, "a checkpoint"));
    CLEW_TRY(overview());
    if (drafts_.size() == 1) {
      return make_error(ErrorCode::kInvalid, "that command changed nothing that can be taken back",
                        now_.identity.id.text, "clew log");
    }
    return std::move(drafts_);
  }

 private:
  Error touched_since(const std::string& what) const {
    return make_error(ErrorCode::kConflict,
                      fmt::format("{} was changed again after events {} to {}", what, first_.number,
                                  last_.number),
                      what, "clew log   shows what came after");
  }

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

  Status agents() {
    for (const auto& agent : after_.agents.items) {
      const Agent* before = by_key(before_.agents.items, agent.id);
      if (before != nullptr && *before == agent) continue;
      const Agent* now = by_key(now_.agents.items, agent.id);
      AgentRestored restored{agent.id, std::nullopt};
      if (now == nullptr || !put_back(before, agent, *now, restored.record)) {
        return touched_since("agent " + agent.id.text);
      }
      drafts_.push_back({std::move(restored), {}});
    }
    if (after_.agents.total >= before_.agents.total) return success();
    for (const auto& agent : before_.agents.items) {
      if (by_key(after_.agents.items, agent.id) != nullptr) continue;
      if (by_key(now_.agents.items, agent.id) != nullptr) {
        return touched_since("agent " + agent.id.text);
      }
      drafts_.push_back({
          AgentRestored{agent.id, agent},
          {}
      });
    }
    return success();
  }

  template <class T>
  Status facts(Kept<T> Session::* kind, std::optional<T> FactRestored::* slot, const char* what) {
    const auto& before = (before_.*kind).items;
    const auto& after = (after_.*kind).items;
    const auto& now = (now_.*kind).items;
    for (const auto& item : after) {
      const T* was = by_key(before, key_of(item));
      if (was != nullptr && *was == item) continue;
      const T* is = by_key(now, key_of(item));
      FactRestored restored;
      restored.fact = key_of(item);
      if (is == nullptr || !put_back(was, item, *is, restored.*slot)) return touched_since(what);
      drafts_.push_back({std::move(restored), {}});
    }
    // What was there and is not: taken back by an undo, or replaced by a newer record of its path.
    // Others only made room, and the log has them.
    const bool taken_back = (after_.*kind).total < (before_.*kind).total;
    for (const auto& item : before) {
      if (by_key(after, key_of(item)) != nullptr || by_key(now, key_of(item)) != nullptr) continue;
      if (!taken_back && !is_replaced(after, item)) continue;
      FactRestored restored;
      restored.fact = key_of(item);
      restored.*slot = item;
      drafts_.push_back({std::move(restored), {}});
    }
    return success();
  }

  // The record as it was before the command; unset when it was not there.
  template <class T>
  static bool put_back(const T* before, const T& after, const T& now, std::optional<T>& record) {
    if (before == nullptr) return now == after;
    record = now;
    return take_back(*before, after, *record);
  }

  template <class T>
  static bool is_replaced(const std::vector<T>& after, const T& item) {
    if constexpr (requires { item.path; }) {
      return std::any_of(after.begin(), after.end(),
                         [&](const T& other) { return other.path == item.path; });
    } else {
      return false;
    }
  }

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
      return touched_since("what the session says of itself");
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

  const Session& now_;
  const Session before_;
  const Session& after_;
  Seq first_;
  Seq last_;
  Drafts drafts_;
};

}  // namespace

Result<Drafts> decide_undo(const Session& now, const Session& before, const Session& after,
                           Seq first, Seq last, const std::string& reason) {
  if (!before.exists() || before.identity.parent != after.identity.parent) {
    const std::string& id = now.identity.id.text;
    return make_error(ErrorCode::kInvalid, "the start of a session cannot be taken back", id,
                      "clew close --aborted   or  clew forget " + id);
  }
  return Undoer(now, with_sleep_of(before, after), after, first, last).run(reason);
}

}  // namespace clew
