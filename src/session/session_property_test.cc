// Random sequences of intents over random plans. A move is a handful of small numbers that are read
// as a intent in the state where it is made, so that failures shrink to short stories.

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <iostream>

#include "session/story_test.h"

namespace clew {

struct Move {
  int verb = 0;
  int target = 0;
  int actor = 0;
  int minutes = 0;
};

inline void showValue(const Move& move, std::ostream& out) {
  out << "{" << move.verb << "," << move.target << "," << move.actor << "," << move.minutes << "}";
}

namespace {

// As rc::check, more often. The seed is printed; RC_PARAMS="seed=…" repeats it.
template <class Testable>
bool holds(Testable&& testable) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, 250);
  const auto result = rc::detail::checkTestable(std::forward<Testable>(testable),
                                                rc::detail::TestMetadata(), params);
  rc::detail::printResultMessage(result, std::cerr);
  return result.template is<rc::detail::SuccessResult>();
}

enum Verb {
  kDone,
  kDoneCurrent,
  kFailGate,
  kOverride,
  kStart,
  kFail,
  kBlock,
  kUnblock,
  kReview,
  kSkip,
  kRetry,
  kClaim,
  kRelease,
  kNote,
  kAsk,
  kFile,
  kAgent,
  kPause,
  kResume,
  kCheckpoint,
  kMonotoneVerbs,  // what comes before cannot lower the percentage
  kRevisit = kMonotoneVerbs,
  kAddStep,
  kUndo,
  kClose,
  kVerbs,
};

rc::Gen<std::vector<Move>> moves(int verbs) {
  return rc::gen::container<std::vector<Move>>(rc::gen::build<Move>(
      rc::gen::set(&Move::verb, rc::gen::inRange(0, verbs)),
      rc::gen::set(&Move::target, rc::gen::inRange(0, 18)),
      rc::gen::set(&Move::actor, rc::gen::inRange(0, 3)),
      rc::gen::set(&Move::minutes, rc::gen::weightedElement<int>({
                                       {6, 1      },
                                       {3, 20     },
                                       {2, 90     },
                                       {1, 60 * 30}
  }))));
}

// A plan of up to twelve steps: each is part of an earlier one or of the session, some with a gate,
// some in any order, some in need of an earlier one; and lists beside some of them.
Story random_story() {
  StartSession start;
  start.opening.goal = "g";
  start.opening.structure.first_index = *rc::gen::inRange(0u, 2u);
  const int count = *rc::gen::inRange(0, 12);
  for (int i = 0; i < count; ++i) {
    PlannedStep step = planned("s" + std::to_string(i));
    const int parent = *rc::gen::inRange(-1, i);
    if (parent >= 0) step.parent = static_cast<size_t>(parent);
    if (*rc::gen::inRange(0, 3) == 0) step.order = ChildOrder::kAnyOrder;
    if (*rc::gen::inRange(0, 4) == 0) step.gate = *parse_gate({"ok"});
    if (i > 0 && *rc::gen::inRange(0, 5) == 0)
      step.needs = {"s" + std::to_string(*rc::gen::inRange(0, i))};
    start.plan.push_back(step);
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    PlannedStep list = planned("list" + std::to_string(i));
    list.quarantined = true;
    const int beside = *rc::gen::inRange(-1, count);
    if (beside >= 0) list.parent = static_cast<size_t>(beside);
    start.plan.push_back(list);
    PlannedStep item = planned("item" + std::to_string(i));
    item.parent = start.plan.size() - 1;
    start.plan.push_back(item);
  }
  if (*rc::gen::inRange(0, 4) == 0)
    start.opening.structure.total = static_cast<uint32_t>(count + 1);
  Story story;
  // Needs and order may make a circle; the same plan without needs has none.
  if (!story.would(start)) {
    for (auto& step : start.plan) step.needs.clear();
  }
  story.then(start);
  return story;
}

Intent intent_for(const Story& story, const Move& move) {
  const StepId step{static_cast<uint32_t>(move.target) %
                    static_cast<uint32_t>(story.session.steps.size())};
  const auto change = [&](StepVerb verb) { return ChangeStep{step, verb, "because", {}}; };
  switch (move.verb) {
    case kDone:
      return CompleteStep{step, shown("ok", true), {}, {}, {}, {}};
    case kFailGate:
      return CompleteStep{step, shown("ok", false), {}, {}, {}, {}};
    case kOverride:
      return CompleteStep{step, {}, GateHandling::kOverride, "late", {}, {}};
    case kStart:
      return StartStep{step};
    case kFail:
      return change(StepVerb::kFail);
    case kBlock:
      return change(StepVerb::kBlock);
    case kUnblock:
      return change(StepVerb::kUnblock);
    case kReview:
      return change(StepVerb::kReview);
    case kSkip:
      return change(StepVerb::kSkip);
    case kRetry:
      return change(StepVerb::kRetry);
    case kClaim:
      return ClaimStep{move.target % 2 == 0 ? std::nullopt : std::optional(step), minutes(30)};
    case kRelease:
      return ReleaseStep{step, {}};
    case kNote:
      return RecordFact{
          NoteAdded{{}, "n", ""},
          {}
      };
    case kAsk:
      return RecordFact{
          QuestionAsked{{}, "why?"},
          {}
      };
    case kFile: {
      FileChanged change_of_file;
      change_of_file.path = std::to_string(move.target);
      return RecordFact{change_of_file, {}};
    }
    case kAgent: {
      AgentChanged agent;
      agent.agent = AgentId(std::to_string(move.target % 3));
      agent.verb = static_cast<AgentVerb>(move.target % 6);
      return RecordFact{agent, {}};
    }
    case kPause:
      return PauseSession{"lunch", ""};
    case kResume:
      return ResumeSession{};
    case kCheckpoint:
      return RecordFact{
          CheckpointMade{{}, "here", ""},
          {}
      };
    case kRevisit:
      return RevisitStep{step, static_cast<Impact>(move.actor), "", {}};
    case kAddStep:
      return AddSteps{step, std::nullopt, outline("more")};
    case kClose:
      return CloseSession{static_cast<Lifecycle>(2 + move.target % 4), "enough"};
    default:
      return CompleteStep{{}, shown("ok", true), {}, {}, {}, {}};
  }
}

// One more move. Most are refused; a refusal has to be a whole one.
void make(Story& story, const Move& move) {
  static constexpr const char* kActors[] = {"ana", "bob", "eve"};
  story.wait(minutes(move.minutes)).as(kActors[move.actor]);
  if (move.verb != kUndo) {
    const auto drafts = story.would(intent_for(story, move));
    if (drafts) {
      story.add(*drafts);
    } else {
      RC_ASSERT(!drafts.error().message.empty());
      RC_ASSERT(!drafts.error().subject.empty());
      RC_ASSERT(!drafts.error().next.empty());
    }
    return;
  }
  // The last command is always free to be taken back, unless it made or changed nothing.
  size_t first = story.events.size();
  while (first > 1 && story.events[first - 1].header.part > 0) --first;
  const auto undo = story.would_undo(first, story.events.size());
  if (!undo) {
    RC_ASSERT(undo.error().code == ErrorCode::kInvalid);
    return;
  }
  const Session before = story.reported(first - 1);
  story.add(*undo);
  for (const auto& step : before.steps) {
    const Step* now = story.session.find(step.id);
    RC_ASSERT((now == nullptr) == step.removed);
    if (now != nullptr) RC_ASSERT(now->status == step.status);
  }
}

void check_sound(const Story& story) {
  const Session& session = story.session;
  for (const char* actor : {"ana", "bob", "eve", "nobody"}) {
    const Step* current = session.find(current_step(session, ActorId(actor)));
    RC_ASSERT(current != nullptr);
    RC_ASSERT(current->id == kRoot || !is_complete(*current));
  }
  const Progress progress = story.progress();
  RC_ASSERT(progress.percent >= 0 && progress.percent <= 100);
  if (session.lifecycle.status == Lifecycle::kCompleted) {
    RC_ASSERT(progress.percent == 100);
    RC_ASSERT(session.root().status == StepStatus::kDone);
  }
  std::vector<ActorId> holders;
  for (const auto& step : session.steps) {
    // Only a step somebody is at is held, and a step complete with parts has complete parts.
    if (step.lease) RC_ASSERT(step.status == StepStatus::kActive);
    if (step.status != StepStatus::kDone || step.removed) continue;
    for (const StepId child : step.children) RC_ASSERT(is_complete(*session.find(child)));
  }
  RC_ASSERT(!inactivity_due(session, story.now).has_value() || !story.events.empty());
}

TEST_CASE("replaying the log gives the same session, and every state on the way is sound") {
  CHECK(holds([] {
    Story story = random_story();
    check_sound(story);
    for (const auto& move : *moves(kVerbs)) {
      make(story, move);
      check_sound(story);
    }
    RC_ASSERT(story.reported(story.events.size()) == story.session);
    const auto back = from_value<Session>(to_value(story.session));
    RC_ASSERT(back.ok());
    RC_ASSERT(*back == story.session);
  }));
}

TEST_CASE("the percentage only grows without revisit, undo or added steps") {
  CHECK(holds([] {
    Story story = random_story();
    int percent = story.progress().percent;
    for (const auto& move : *moves(kMonotoneVerbs)) {
      make(story, move);
      RC_ASSERT(story.progress().percent >= percent);
      percent = story.progress().percent;
    }
  }));
}

TEST_CASE("every random plan can be finished by doing what is next") {
  CHECK(holds([] {
    Story story = random_story();
    for (int i = 0; i < 40 && story.session.lifecycle.status == Lifecycle::kActive; ++i) {
      if (!story.try_to(CompleteStep{{}, shown("ok", true), {}, {}, {}, {}})) break;
    }
    const bool more_to_come = steps_to_come(story.session) > 0;
    RC_ASSERT(more_to_come || story.session.lifecycle.status == Lifecycle::kCompleted);
    RC_ASSERT(open_ends(story.session, kRoot).size() <= 1);
  }));
}

}  // namespace
}  // namespace clew
