#include "testing/chance_work.h"

#include <doctest/doctest.h>

#include "base/hash.h"
#include "engine/transact.h"
#include "session/apply.h"

namespace clew {

struct ChanceWork::Turn {
  SessionId id;
  ActorId actor;
  Time now;
  Session session;  // as it is
};

bool ChanceWork::act(const SessionId& id, const ActorId& actor, Time now) {
  const auto loaded = store_.load(id);
  REQUIRE(loaded.ok());
  const Turn turn{id, actor, now, loaded->session};
  if (below(12) == 0) return append(turn, undo(turn));
  if (below(20) == 0) return redact(turn);
  const auto decided = decide(
      turn.session, {std::max(now, turn.session.last_activity), actor, chance(turn.session)});
  if (!decided) return false;
  Drafts drafts = *decided;
  // As when the clock of the machine has gone back.
  if (!drafts.empty() && below(30) == 0) drafts.insert(drafts.begin(), {ClockCorrected{now}, {}});
  return append(turn, drafts);
}

bool ChanceWork::append(const Turn& turn, const Drafts& drafts) {
  if (drafts.empty()) return false;
  Session session = turn.session;
  std::vector<Event> events;
  const Seq head = session.head;
  for (const Draft& draft : drafts) {
    EventHeader header;
    header.seq = Seq{session.head.number + 1};
    header.at = draft.at.value_or(std::max(turn.now, session.last_activity));
    header.actor = turn.actor;
    header.part = static_cast<uint32_t>(events.size());
    events.push_back(Event{header, draft.data});
    apply_to(session, events.back());
  }
  const auto appended = transact(store_, {}, [&](Transaction& transaction) -> Result<Head> {
    return transaction.append({turn.id, head, events, &session, {}});
  });
  REQUIRE(appended.ok());
  return true;
}

bool ChanceWork::redact(const Turn& turn) {
  const Seq target{static_cast<uint32_t>(2 + below(turn.session.head.number))};
  const auto found = store_.read(turn.id, target, 1);
  const bool is_own = found.ok() && !found->empty() && found->front().session == turn.id;
  if (!is_own) return false;
  EventData replacement = found->front().event.data;
  auto* note = get_if<NoteAdded>(&replacement);
  if (note == nullptr) return false;
  note->text = "[redacted]";
  const auto done = transact(store_, {}, [&](Transaction& transaction) -> Result<Unit> {
    return transaction.redact(turn.id, target, replacement);
  });
  REQUIRE(done.ok());
  const auto row = store_.read_raw(turn.id, target, 1);
  REQUIRE(row.ok());
  return append(turn, {
                          {EventRedacted{target, sha256(row->front().payload), ""}, {}}
  });
}

// The last command, when it can be taken back.
Drafts ChanceWork::undo(const Turn& turn) {
  const Session& session = turn.session;
  const auto all = store_.read(turn.id, Seq{1}, 10'000);
  REQUIRE(all.ok());
  size_t first = all->size() - 1;
  while (first > 0 && (*all)[first].event.header.part > 0) --first;
  const EventData& lead = (*all)[first].event.data;
  if (first < 2 || holds<TailMoved>(lead) || holds<EventRedacted>(lead)) return {};
  const auto before = store_.load(turn.id, Seq{static_cast<uint32_t>(first)});
  REQUIRE(before.ok());
  const auto drafts = decide_undo(session, before->session, session,
                                  Seq{static_cast<uint32_t>(first + 1)}, session.head, "a mistake");
  return drafts ? *drafts : Drafts();
}

StepId ChanceWork::any_step(const Session& session) {
  return StepId{static_cast<uint32_t>(below(session.steps.size()))};
}

StepId ChanceWork::step_that(const Session& session, bool (*is_so)(const Step&)) {
  std::vector<StepId> found;
  for (const Step& each : session.steps) {
    if (is_so(each)) found.push_back(each.id);
  }
  return found.empty() ? any_step(session) : found[below(found.size())];
}

Evidence ChanceWork::measured() {
  Evidence evidence;
  evidence.items.push_back({"tests", Value("passed"), EvidenceSource::kMeasured});
  evidence.measurement = Measurement{
      {"make", "test"},
      0, seconds(1), sha256(word())
  };
  return evidence;
}

std::string ChanceWork::word() {
  constexpr const char* kWords[] = {"oak", "ash", "elm", "fir"};
  return kWords[below(4)];
}

// What only follows from something else, and chance alone seldom meets: an answer to an open
// question, a gate that stays shut, a claim given back, a step or a session that is revisited.
std::optional<Intent> ChanceWork::follow_up(const Session& session) {
  const auto fact = [](auto e) {
    RecordFact intent;
    intent.fact = RecordFact::Fact(std::move(e));
    return Intent(std::move(intent));
  };
  const auto is_done = [](const Step& each) { return each.status == StepStatus::kDone; };
  const bool is_complete = session.lifecycle.status == Lifecycle::kCompleted;
  switch (is_complete ? 4 : below(6)) {
    case 0:
      for (const Question& each : session.questions.items) {
        if (!each.open()) continue;
        QuestionAnswered answered;
        answered.answer = word();
        answered.question = each.origin.id;
        return fact(answered);
      }
      return std::nullopt;
    case 1: {
      CompleteStep unproven;
      unproven.step = step_that(session, [](const Step& each) { return each.gate.has_value(); });
      return unproven;
    }
    case 2:
      return ReleaseStep{
          step_that(session, [](const Step& each) { return each.lease.has_value(); }),
          std::nullopt};
    case 3: {
      ArtifactAdded e;
      e.path = word();
      e.content = sha256(word());
      RecordFact intent;
      intent.fact = RecordFact::Fact(std::move(e));
      intent.step = step_that(session, is_done);
      return intent;
    }
    case 4: {
      RevisitStep revisit;
      revisit.step = step_that(session, is_done);
      revisit.impact = Impact::kMajor;
      revisit.reason = word();
      return revisit;
    }
    default: {
      CompleteStep next;
      next.step =
          step_that(session, [](const Step& each) { return each.status == StepStatus::kActive; });
      next.evidence = measured();
      return next;
    }
  }
}

Intent ChanceWork::chance(const Session& session) {
  if (below(3) == 0) {
    if (auto followed = follow_up(session)) return std::move(*followed);
  }
  const StepId step = any_step(session);
  const auto fact = [&](auto e) {
    RecordFact intent;
    intent.fact = RecordFact::Fact(std::move(e));
    if (session.find(step) != nullptr) intent.step = step;
    return Intent(std::move(intent));
  };
  switch (below(38)) {
    case 0: {
      AddSteps add;
      add.parent = below(3) == 0 ? step : kRoot;
      PlannedStep planned;
      planned.title = word() + std::to_string(below(3));
      if (below(2) == 0) planned.key = planned.title;
      if (below(2) == 0) {
        Gate gate;
        gate.required.push_back({"tests", FieldType::kAny, true, {}, ""});
        planned.gate = std::move(gate);
      }
      add.plan.push_back(planned);
      return add;
    }
    case 1:
      return StartStep{step};
    case 2:
    case 3:
    case 4: {
      CompleteStep done;
      done.step = step;
      if (below(2) == 0) done.evidence = measured();
      return done;
    }
    case 5:
    case 6: {
      ChangeStep change;
      change.step = step;
      change.verb = static_cast<StepVerb>(below(9));
      change.reason = word();
      return change;
    }
    case 7:
      return ClaimStep{step, minutes(30)};
    case 8:
      return ReleaseStep{
          step_that(session, [](const Step& each) { return each.lease.has_value(); }),
          std::nullopt};
    case 9: {
      RevisitStep revisit;
      revisit.step =
          step_that(session, [](const Step& each) { return each.status == StepStatus::kDone; });
      revisit.impact = below(2) == 0 ? Impact::kMinor : Impact::kMajor;
      revisit.reason = word();
      return revisit;
    }
    case 10:
      return below(2) == 0 ? Intent(PauseSession{word(), ""}) : Intent(ResumeSession{});
    case 11:
      if (below(6) != 0) return ResumeSession{};
      return CloseSession{Lifecycle::kAborted, word()};
    case 12:
      return ArchiveSession{below(2) == 0};
    case 13:
      return NameStep{step, word()};
    case 14:
      return RemoveStep{step};
    case 15: {
      AgentChanged e;
      e.agent = AgentId(word());
      e.verb = static_cast<AgentVerb>(below(7));
      if (e.verb == AgentVerb::kFail) e.error = AgentError();
      return fact(e);
    }
    case 16: {
      AttributeSet e;
      e.owner = static_cast<AttributeOwner>(below(4));
      e.step = step;
      e.agent = AgentId(word());
      e.key = word();
      e.value = Value(word());
      return fact(e);
    }
    case 17: {
      IdentityChanged e;
      if (below(2) == 0) e.goal = word();
      if (below(2) == 0) e.mode = word();
      if (below(2) == 0) e.commit = word();
      return fact(e);
    }
    case 18: {
      ArtifactAdded e;
      e.path = word();
      e.content = sha256(word());
      return fact(e);
    }
    case 19: {
      QuestionAsked e;
      e.text = word();
      return fact(e);
    }
    case 20: {
      QuestionAnswered e;
      e.answer = word();
      if (!session.questions.items.empty()) {
        e.question = session.questions.items[below(session.questions.items.size())].origin.id;
      }
      return fact(e);
    }
    case 21: {
      ClaimMade e;
      e.text = word();
      return fact(e);
    }
    case 22: {
      if (session.claims.items.empty()) {
        ClaimMade made;
        made.text = word();
        return fact(made);
      }
      ClaimChanged e;
      e.status = static_cast<ClaimStatus>(below(5));
      e.reason = word();
      e.claim = session.claims.items[below(session.claims.items.size())].origin.id;
      return fact(e);
    }
    case 23:
      return fact(NextActionSet{word()});
    case 24:
      return fact(InstructionGiven{word()});
    case 25: {
      DecisionMade e;
      e.choice = word();
      return fact(e);
    }
    case 26: {
      FileChanged e;
      e.path = word();
      return fact(e);
    }
    case 27: {
      ContextReported e;
      e.tokens = static_cast<int64_t>(below(1000));
      return fact(e);
    }
    case 28:
      return fact(StructureSettled{static_cast<uint32_t>(3 + below(5)), ""});
    case 29: {
      ApproachFailed e;
      e.what = word();
      return fact(e);
    }
    case 30: {
      CommandRan e;
      e.command = word();
      return fact(e);
    }
    case 31: {
      ErrorRecorded e;
      e.text = word();
      return fact(e);
    }
    case 32:
      return fact(CheckpointMade{{}, word(), ""});
    case 33: {
      const Step* const done = session.find(step);
      return RecheckStep{step, done == nullptr ? 1 : done->attempt_count, measured()};
    }
    default:
      return fact(NoteAdded{{}, word(), ""});
  }
}

}  // namespace clew
