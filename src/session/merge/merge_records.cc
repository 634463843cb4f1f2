// What restored whole records in a tail: a name, a hand edit of a view, an import, an undo. A
// record is never copied: what it changed is brought into the one that is there now.

#include <fmt/format.h>

#include <algorithm>

#include "session/fact_match.h"
#include "session/merge/merge_tail_internal.h"
#include "session/scratch_session.h"
#include "session/three_way.h"

namespace clew::merging {
namespace {

// `now` becomes what it is with the change. None: both sides changed it; false: nothing differs.
struct Merged {
  bool differs = false;
  std::string clash;
};

// Three-way for one record: what the tail's command changed between `before` and `after` is brought
// into `now`, which is left with the result.
template <class T>
Merged merge_record(const T& before, const T& after, T& now, const std::string& subject) {
  std::vector<std::string> said;
  Clashes clashes(said);
  clashes.about(subject);
  const T was = now;
  merge_value(before, after, now, "", clashes);
  return {!(now == was), said.empty() ? std::string() : said.front()};
}

// A copy with the tail's numbers replaced by those that hold here.
template <class T>
Result<T> translated(const Merge& merge, T record) {
  CLEW_TRY(merge.ids.translate(kTypeInfo<T>, &record));
  return record;
}

template <class Event>
Verdict one(Event event) {
  return append({
      {std::move(event), {}}
  });
}

Verdict name_again(Merge& merge, const Act& act, const NameStep& name) {
  const auto id = merge.ids.step(name.step);
  const Step* now = id ? merge.now.find(*id) : nullptr;
  if (now == nullptr) return conflict("the step is gone");
  if (now->title == name.title) return absorb();
  const bool is_free = merge.given.others.empty();
  if (!is_free && now->title != act.before.steps[name.step.number].title) {
    return conflict(fmt::format("it is called \"{}\" there", now->title));
  }
  return merge.decide_again(act, NameStep{*id, name.title});
}

Verdict remove_again(Merge& merge, const Act& act, const RemoveStep& remove) {
  const auto id = merge.ids.step(remove.step);
  if (!id || merge.now.find(*id) == nullptr) return absorb();
  return merge.decide_again(act, RemoveStep{*id});
}

// A record of a step holds all of it, so writing it as it is would undo the other side's changes.
// Only what the tail changed in it is brought over.
Verdict restore_step(Merge& merge, const Act& act, const StepRestored& restored) {
  const auto id = merge.ids.step(restored.step);
  if (!id || id->number >= merge.now.steps.size()) return conflict("the step was not taken over");
  const Step& now = merge.now.steps[id->number];
  auto before = translated(merge, act.before.steps[restored.step.number]);
  if (!before) return conflict(before.error());
  if (!restored.record) {
    if (now.removed) return absorb();
    if (now.status != before->status || now.title != before->title ||
        now.children != before->children) {
      return conflict("the step was changed there");
    }
    return one(StepRestored{*id, std::nullopt});
  }
  if (now.removed != before->removed) return conflict("the step is gone there");
  auto after = translated(merge, *restored.record);
  if (!after) return conflict(after.error());
  Step merged = now;
  const Merged result = merge_record(*before, *after, merged, fmt::format("\"{}\"", now.title));
  if (!result.clash.empty()) return conflict(result.clash);
  if (!result.differs) return absorb();
  return one(StepRestored{*id, std::move(merged)});
}

Verdict restore_agent(Merge& merge, const Act& act, const AgentRestored& restored) {
  const AgentId id = merge.ids.agent(restored.agent);
  const Agent* now = agent_in(merge.now, id);
  const Agent* was = agent_in(act.before, restored.agent);
  auto before = translated(merge, was == nullptr ? Agent() : *was);
  if (!before) return conflict(before.error());
  if (!restored.record) {
    if (now == nullptr) return absorb();
    if (*now != *before) return conflict(fmt::format("agent {} was changed there", id.text));
    return one(AgentRestored{id, std::nullopt});
  }
  auto after = translated(merge, *restored.record);
  if (!after) return conflict(after.error());
  Agent merged = now == nullptr ? *before : *now;
  const Merged result = merge_record(*before, *after, merged, "agent " + id.text);
  if (!result.clash.empty()) return conflict(result.clash);
  if (!result.differs && now != nullptr) return absorb();
  return one(AgentRestored{id, std::move(merged)});
}

// Each part of the overview that the event carries is merged alone; a clash in one of them refuses
// the whole event.
Verdict restore_overview(Merge& merge, const Act& act, const OverviewRestored& restored) {
  OverviewRestored out;
  std::string clash;
  bool any = false;
  const auto take = [&](const auto& wanted, const auto& before, const auto& now, auto& slot) {
    if (!wanted) return;
    auto merged = now;
    const Merged result = merge_record(before, *wanted, merged, "the session");
    if (!result.clash.empty()) clash = result.clash;
    if (!result.differs) return;
    slot = std::move(merged);
    any = true;
  };
  const auto wanted = merge.ids.translate(restored);
  if (!wanted) return conflict(wanted.error());
  const auto& after = get<OverviewRestored>(*wanted);
  const Session& before = act.before;
  const Session& now = merge.now;
  take(after.identity, before.identity, now.identity, out.identity);
  take(after.structure, before.structure, now.structure, out.structure);
  take(after.lifecycle, before.lifecycle, now.lifecycle, out.lifecycle);
  take(after.context, before.context, now.context, out.context);
  take(after.next_action, before.next_action, now.next_action, out.next_action);
  if (out.next_action) out.next_action_by = after.next_action_by;
  if (after.instruction) {
    take(after.instruction, before.instruction.value_or(Instruction()),
         now.instruction.value_or(Instruction()), out.instruction);
  }
  if (!clash.empty()) return conflict(clash);
  if (!any) return absorb();
  return one(std::move(out));
}

// A fact that the event itself created has the event's number as its id. The new number is
// announced first, so that the record can be translated.
Verdict restore_fact(Merge& merge, const Act& act, const FactRestored& restored) {
  const bool is_new = restored.fact == act.lead().header.seq;
  if (is_new) merge.ids.add_event(restored.fact, Seq{merge.now.head.number + 1});
  const auto translated_event = merge.ids.translate(restored);
  if (!translated_event) return conflict(translated_event.error());
  FactRestored out;
  out.fact = get<FactRestored>(*translated_event).fact;
  std::string clash;
  bool any = false;
  for_each_fact_kind([&](auto kept, auto slot, const char* name) {
    const auto item = [](const auto& items, Seq id) {
      const auto found = std::find_if(items.begin(), items.end(),
                                      [&](const auto& each) { return each.origin.id == id; });
      return found == items.end() ? nullptr : &*found;
    };
    const auto& wanted = get<FactRestored>(*translated_event).*slot;
    const auto* was = item((act.before.*kept).items, restored.fact);
    const auto* now = item((merge.now.*kept).items, out.fact);
    if (!wanted) {
      any = any || (was != nullptr && now != nullptr);  // taken back
      return;
    }
    using T = std::decay_t<decltype(*wanted)>;
    auto before = translated(merge, was == nullptr ? T() : *was);
    if (!before) {
      clash = before.error().message;
      return;
    }
    T merged = now == nullptr ? *before : *now;
    const Merged result = merge_record(*before, *wanted, merged, name);
    if (!result.clash.empty()) clash = result.clash;
    if (!result.differs && now != nullptr) return;
    out.*slot = std::move(merged);
    any = true;
  });
  if (!clash.empty()) return conflict(clash);
  if (!any) return absorb();
  return one(std::move(out));
}

}  // namespace

Verdict restore_again(Merge& merge, const Act& act) {
  if (act.intent) {
    const AnyIntent& intent = act.intent->any;
    if (const auto* name = get_if<NameStep>(&intent)) return name_again(merge, act, *name);
    if (const auto* remove = get_if<RemoveStep>(&intent)) return remove_again(merge, act, *remove);
  }
  const EventData& data = act.lead().data;
  if (const auto* step = get_if<StepRestored>(&data)) return restore_step(merge, act, *step);
  if (const auto* agent = get_if<AgentRestored>(&data)) return restore_agent(merge, act, *agent);
  if (const auto* all = get_if<OverviewRestored>(&data)) return restore_overview(merge, act, *all);
  return restore_fact(merge, act, get<FactRestored>(data));
}

// An undo is decided again as an undo. Three cases: it takes back a command that both sides have; a
// command of the tail that was appended again, from the states noted then; or one that was not
// taken over, and then there is nothing to take back.
Verdict undo_again(Merge& merge, const Act& act) {
  const auto& undone = get<CommandUndone>(act.lead().data);
  if (undone.last <= merge.given.base.head) {
    const auto before = merge.given.common(Seq{undone.first.number - 1});
    if (!before) return conflict(before.error());
    const auto after = merge.given.common(undone.last);
    if (!after) return conflict(after.error());
    auto drafts = decide_undo(merge.now, *before, *after, undone.first, undone.last, undone.reason);
    return drafts ? append(std::move(*drafts)) : conflict(drafts.error());
  }
  const Appended* again = merge.appended(undone.first, undone.last);
  if (again != nullptr) {
    auto drafts = decide_undo(merge.now, again->before, again->after, again->first, again->last,
                              undone.reason);
    return drafts ? append(std::move(*drafts)) : conflict(drafts.error());
  }
  const auto outcome = merge.outcome_of(undone.first);
  if (outcome == MergeOutcome::kAbsorbed) return absorb();
  return conflict("what it takes back was not taken over");
}

}  // namespace clew::merging
