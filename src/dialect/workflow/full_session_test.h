#pragma once
// A session that uses everything the dialect can say, and more.

#include "dialect/workflow/sample_test.h"

namespace clew {

inline Attempt sample_attempt(uint32_t number, int64_t minute, AttemptOutcome outcome) {
  Attempt attempt;
  attempt.number = number;
  attempt.started_at = kMorning + minutes(minute);
  if (outcome != AttemptOutcome::kOpen) attempt.ended_at = kMorning + minutes(minute + 9);
  attempt.paused = Duration{61'500};
  attempt.outcome = outcome;
  attempt.actor = ActorId("ana");
  attempt.evidence.items = {
      {"coverage", 81.5,                                     EvidenceSource::kMeasured},
      {"report",   Value::Object{{"path", Value("r.html")}}, EvidenceSource::kClaimed }
  };
  attempt.evidence.measurement = Measurement{
      {"make", "test"},
      0, seconds(3), sha256("output")
  };
  attempt.findings = {
      {"coverage", "coverage 81.5, needs >= 90", "bring coverage to >= 90"}
  };
  attempt.reason = "too little";
  attempt.outputs = {"a.md", "b.md"};
  attempt.attributes = {
      {"workflow.phase_artifacts.outputs", Value::Object{{"tag", Value("v3")}}},
      {"essay.score",                      7                                  }
  };
  return attempt;
}

inline Step& add_step(Session& session, StepId parent, const std::string& title,
                      StepStatus status) {
  const StepId id{static_cast<uint32_t>(session.steps.size())};
  Step& step = session.steps.emplace_back();
  step.id = id;
  step.parent = parent;
  step.title = title;
  step.status = status;
  session.steps[parent.number].children.push_back(id);
  return session.steps[id.number];
}

inline Session full_session() {
  Session s;
  s.steps.resize(1);
  s.identity.goal = s.steps[0].title = "all there is";
  s.identity.created_at = kMorning - hours(1);
  s.last_activity = kMorning + hours(9) + Duration{7};
  s.structure = {"release_v2", "2.1.0", 1, 9};
  s.lifecycle = {Lifecycle::kPaused,
                 "user_request",
                 "phase 4",
                 kMorning + hours(8),
                 kMorning + hours(2),
                 3,
                 minutes(7),
                 {},
                 "disk full",
                 kMorning,
                 true};
  Step& root = s.steps[0];
  set_external_id(root, "workflow", kSampleId);
  set_external_id(root, "feature", "F-1");
  root.status = StepStatus::kActive;
  root.description = "the whole";
  root.gate = *parse_gate({"approved"});
  root.attributes = {
      {"workflow.target_file",        "mail"                                       },
      {"workflow.metadata.spec_path", "docs/mail.md"                               },
      {"workflow.metadata.ticket",    Value::Object{{"id", Value(7)}}              },
      {"essay.topic",                 Value::List{Value(1), Value(2.5), Value("x")}}
  };
  Step& done = add_step(s, kRoot, "Freeze", StepStatus::kDone);
  done.attempts = {sample_attempt(1, 0, AttemptOutcome::kFailed),
                   sample_attempt(2, 10, AttemptOutcome::kPassed)};
  done.attempts[1].overridden = "good enough";
  done.attempt_count = 2;
  done.key = "freeze";
  done.description = "nothing more goes in";
  set_external_id(done, "feature", "task-1");
  add_step(s, kRoot, "Phase 2", StepStatus::kSkipped).status_reason = "not needed";
  Step& retried = add_step(s, kRoot, "Test", StepStatus::kActive);
  retried.attempts = {sample_attempt(3, 20, AttemptOutcome::kFailed),
                      sample_attempt(4, 29, AttemptOutcome::kOpen)};
  retried.attempts[1].evidence = {};
  retried.attempts[1].findings.clear();
  retried.attempts[1].outputs.clear();
  retried.attempts[1].attributes.clear();
  retried.attempt_count = 4;
  retried.gate = *parse_gate({"coverage >= 90 and passed == total"});
  retried.assignee = "kim";
  retried.subject = "mail";
  retried.order = ChildOrder::kAnyOrder;
  const StepId test = retried.id;
  s.steps[0].current_child = test;
  Step& failed = add_step(s, kRoot, "Measure", StepStatus::kFailed);
  failed.attempts = {sample_attempt(1, 40, AttemptOutcome::kFailed)};
  failed.attempt_count = 1;
  failed.status_reason = "too slow";
  Step& blocked = add_step(s, kRoot, "Tag", StepStatus::kBlocked);
  blocked.status_reason = "no key";
  blocked.needs = {StepId{1}, StepId{3}};
  Step& review = add_step(s, kRoot, "Publish", StepStatus::kNeedsReview);
  review.attempts = {sample_attempt(1, 60, AttemptOutcome::kPassed)};
  review.attempt_count = 1;
  Step& reset = add_step(s, kRoot, "Announce", StepStatus::kPending);
  reset.attempts = {sample_attempt(1, 70, AttemptOutcome::kPassed)};
  reset.attempt_count = 1;
  reset.attributes = {
      {"essay.mood", "calm"}
  };
  Step& part = add_step(s, test, "unit tests", StepStatus::kDone);
  part.attempts = {sample_attempt(1, 21, AttemptOutcome::kPassed)};
  part.attempt_count = 1;
  const StepId unit = part.id;
  const StepId system = add_step(s, test, "system tests", StepStatus::kActive).id;
  add_step(s, system, "on the big machine", StepStatus::kPending).needs = {unit};
  s.steps[test.number].current_child = system;
  CommandRun run;
  run.origin = {Seq{1}, kMorning + minutes(22), ActorId("ana"), unit};
  run.command = "make";
  run.arguments = "unit";
  run.model = "m-1";
  run.agent = AgentId("a-1");
  run.outcome = RunOutcome::kFailure;
  run.duration = Duration{1250};
  run.error = "killed";
  run.attributes = {
      {"workflow.phase_artifacts.commands_executed.output", "…"}
  };
  s.runs.items = {run, run};
  s.runs.items[1].origin = {Seq{2}, kMorning + minutes(100), ActorId(), StepId{5}};
  s.runs.items[1].exit_code = 3;
  s.runs.total = 2;
  return s;
}

}  // namespace clew
