#include "session/event.h"

#include <doctest/doctest.h>

#include <set>

#include "session/random_event_test.h"

namespace clew {
namespace {

// Every kind with its fields, as they were first written down. Lines are added at the end of a kind
// or at the end of the list, and never changed: logs and bundles are read by these numbers.
constexpr const char* kGolden =
    "1 session_started: 1 goal 2 constraints 3 project 4 project_path 5 device 6 mode 7 model 8 "
    "branch 9 commit 10 automatic 11 structure 12 gate 13 order 14 previous\n"
    "2 step_added: 1 step 2 parent 3 position 4 key 5 title 6 description 7 order 8 needs 9 "
    "assignee 10 subject 11 external 12 gate 13 aside 14 ties\n"
    "3 step_started: 1 step 2 attempt\n"
    "4 step_completed: 1 step 2 attempt 3 evidence 4 overridden 5 findings 6 outputs\n"
    "5 attempt_failed: 1 step 2 attempt 3 evidence 4 findings 5 reason\n"
    "6 step_status_changed: 1 step 2 status 3 reason\n"
    "7 session_paused: 1 reason 2 context\n"
    "8 session_resumed: 1 automatic\n"
    "9 session_ended: 1 status 2 reason\n"
    "10 session_reopened: 1 reason\n"
    "11 session_archived: 1 archived\n"
    "12 decision_made: 1 step 2 topic 3 options 4 choice 5 reason 6 ties\n"
    "13 question_asked: 1 step 2 text 3 ties\n"
    "14 question_answered: 1 question 2 answer\n"
    "15 approach_failed: 1 step 2 what 3 why 4 paths 5 ties\n"
    "16 note_added: 1 step 2 text 3 log 4 ties\n"
    "17 file_changed: 1 step 2 path 3 action 4 lines_added 5 lines_removed 6 hash_before 7 "
    "hash_after 8 agent\n"
    "18 command_ran: 1 step 2 command 3 arguments 4 model 5 agent 6 outcome 7 exit_code 8 "
    "duration_ms 9 error 10 output\n"
    "19 error_recorded: 1 step 2 text 3 category\n"
    "20 claim_made: 1 step 2 text 3 status 4 reason 5 result 6 rationale\n"
    "21 claim_changed: 1 claim 2 status 3 reason\n"
    "22 agent_changed: 1 agent 2 verb 3 type 4 step 5 progress 6 result 7 blocking_on 8 error 9 "
    "summary 10 files\n"
    "23 attribute_set: 1 owner 2 step 3 attempt 4 agent 5 fact 6 key 7 value 8 keeps_null\n"
    "24 identity_changed: 1 goal 2 constraints 3 mode 4 model 5 device 6 branch 7 commit 8 "
    "project_path 9 project\n"
    "25 artifact_added: 1 step 2 path 3 content 4 size 5 version 6 replaced_as "
    "7 seen_from\n"
    "26 artifact_archived: 1 path 2 archived_as\n"
    "27 step_revisited: 1 step 2 impact 3 reason 4 affected 5 archived\n"
    "28 lease_taken: 1 step 2 fence 3 expires_at 4 ttl_ms\n"
    "29 lease_released: 1 step 2 fence\n"
    "30 checkpoint_made: 1 step 2 label 3 note\n"
    "31 context_reported: 1 agent 2 tokens 3 compressed\n"
    "32 instruction_given: 1 text\n"
    "33 next_action_set: 1 text\n"
    "34 structure_settled: 1 total 2 reason\n"
    "35 clock_corrected: 1 observed\n"
    "36 event_redacted: 1 target 2 replacement 3 reason\n"
    "37 command_undone: 1 first 2 last 3 reason\n"
    "38 step_restored: 1 step 2 record\n"
    "39 agent_restored: 1 agent 2 record\n"
    "40 overview_restored: 1 identity 2 structure 3 lifecycle 4 context 5 next_action 6 "
    "next_action_by 7 instruction\n"
    "41 fact_restored: 1 fact 2 decision 3 question 4 approach 5 note 6 file 7 run 8 error 9 claim "
    "10 artifact 11 revision 12 checkpoint 13 instruction\n"
    "42 session_forked: 1 parent 2 parent_seq 3 reason\n"
    "43 evidence_rechecked: 1 step 2 attempt 3 evidence 4 findings\n"
    "44 tail_moved: 1 tail 2 device 3 first 4 last 5 head 6 commands 7 steps\n"
    "45 session_handed_off: 1 device 2 signing_key 3 remote 4 from\n";

// The records inside events are written by number too.
constexpr const char* kGoldenRecords =
    "Structure: 1 workflow 2 version 3 first_index 4 total\n"
    "Gate: 1 fields 2 rules 3 strictness 4 overriding\n"
    "GateField: 1 name 2 type 3 required 4 checks 5 description\n"
    "Check: 1 op 2 operand\n"
    "CrossRule: 1 left 2 op 3 right 4 message\n"
    "GateFinding: 1 name 2 problem 3 advice\n"
    "Evidence: 1 items 2 measurement\n"
    "EvidenceItem: 1 name 2 value 3 source\n"
    "Measurement: 1 command 2 exit_code 3 duration_ms 4 output 5 signal 6 on\n"
    "ExternalId: 1 dialect 2 id\n"
    "Attribute: 1 key 2 value\n"
    "Attempt: 1 number 2 started_at 3 ended_at 4 paused_ms 5 outcome 6 actor 7 evidence 8 findings "
    "9 overridden 10 reason 11 outputs 12 attributes 13 recheck\n"
    "Lease: 1 holder 2 fence 3 expires_at 4 ttl_ms\n"
    "Step: 1 id 2 parent 3 key 4 title 5 description 6 order 7 children 8 current_child 9 needs 10 "
    "assignee 11 subject 12 external 13 status 14 status_reason 15 gate 16 attempt_count 17 "
    "attempts 18 lease 19 attributes 20 removed 21 aside 22 words_by 23 ties\n"
    "Origin: 1 id 2 at 3 actor 4 step\n"
    "Decision: 1 origin 2 topic 3 options 4 choice 5 reason 6 attributes 7 ties\n"
    "Question: 1 origin 2 text 3 answer 4 answered_by 5 answered_at 6 attributes 7 ties\n"
    "FailedApproach: 1 origin 2 what 3 why 4 paths 5 attributes 6 ties\n"
    "Note: 1 origin 2 text 3 log 4 attributes 5 ties\n"
    "FileChange: 1 origin 2 path 3 action 4 lines_added 5 lines_removed 6 hash_before 7 hash_after "
    "8 agent 9 attributes\n"
    "CommandRun: 1 origin 2 command 3 arguments 4 model 5 agent 6 outcome 7 exit_code 8 "
    "duration_ms 9 error 10 attributes\n"
    "ErrorFact: 1 origin 2 text 3 category 4 attributes\n"
    "Claim: 1 origin 2 text 3 status 4 reason 5 result 6 rationale 7 changed_at 8 attributes\n"
    "AgentError: 1 category 2 message 3 retry_count 4 last_retry_at\n"
    "AgentFiles: 1 created 2 modified 3 deleted\n"
    "Agent: 1 id 2 type 3 status 4 started_at 5 ended_at 6 progress 7 result 8 blocking_on 9 error "
    "10 summary 11 files 12 step 13 attributes\n"
    "AgentTokens: 1 agent 2 tokens\n"
    "ContextUsage: 1 estimated_tokens 2 compressions 3 last_compression 4 by_agent\n"
    "LifecycleState: 1 status 2 reason 3 context 4 paused_at 5 resumed_at 6 resume_count 7 "
    "paused_total_ms 8 ended_at 9 last_error 10 last_error_at 11 archived\n"
    "Identity: 1 id 2 goal 3 constraints 4 project 5 project_path 6 device 7 mode 8 model 9 branch "
    "10 commit 11 automatic 12 parent 13 parent_seq 14 created_at 15 previous 16 goal_by 17 "
    "constraints_by\n"
    "Artifact: 1 origin 2 path 3 content 4 size 5 version 6 archived_as 7 replaced_as 8 replaced "
    "9 seen_from\n"
    "Revision: 1 origin 2 impact 3 reason 4 affected 5 archived\n"
    "Checkpoint: 1 origin 2 name 3 note\n"
    "Instruction: 1 origin 2 text\n"
    "Tie: 1 path 2 content 3 size 4 modified_ns 5 changed_ns 6 at 7 lines 8 symbol\n"
    "TiedLines: 1 first 2 last 3 content\n"
    "TiedSymbol: 1 name 2 kind 3 signature 4 fingerprint 5 tokens 6 line 7 twins 8 extractor\n"
    "MovedCommand: 1 first 2 last 3 outcome 4 now_first 5 now_last 6 why\n"
    "MovedStep: 1 was 2 now\n";

// And so are the words: an enum is stored as its place in the list.
constexpr const char* kGoldenWords =
    "Via: cli mcp hook view import http\n"
    "AttributeOwner: session step attempt agent fact\n"
    "Lifecycle: active paused completed failed aborted abandoned\n"
    "Impact: minor moderate major\n"
    "StepStatus: pending active done failed blocked needs_review skipped\n"
    "ChildOrder: in_order any_order\n"
    "AttemptOutcome: open passed failed abandoned\n"
    "EvidenceSource: claimed measured\n"
    "FieldType: any boolean integer number string list object\n"
    "CheckOp: == != < <= > >= matches one_of between\n"
    "Strictness: lenient strict\n"
    "Overriding: allowed forbidden\n"
    "FileAction: created modified deleted\n"
    "RunOutcome: success failure unknown\n"
    "ClaimStatus: verified deferred resolved overridden reconfirmed\n"
    "ErrorCategory: unknown transient resource configuration logical permanent\n"
    "AgentStatus: pending running completed error timeout\n"
    "AgentResult: none success failure timeout aborted\n"
    "AgentVerb: start progress done fail timeout retry plan\n"
    "MergeOutcome: appended absorbed conflict\n";

template <class T>
std::string row(const char* name) {
  std::string out = name + std::string(":");
  for_each_field<T>([&](const auto& f) { out += " " + std::to_string(f.number) + " " + f.name; });
  return out + "\n";
}

template <class E>
std::string words(const char* name) {
  std::string out = name + std::string(":");
  for (const char* word : EnumNames<E>::names) out += std::string(" ") + word;
  return out + "\n";
}

TEST_CASE("kinds and field numbers are what they always were") {
  std::string found;
  int kind = 0;
  for (const auto& field : event_fields()) {
    if (field.kind != kind) {
      found += (kind == 0 ? "" : "\n") + std::to_string(field.kind) + " " + field.event + ":";
      kind = field.kind;
    }
    found += " " + std::to_string(field.number) + " " + field.field;
  }
  CHECK(found + "\n" == kGolden);
}

TEST_CASE("the records inside events are what they always were") {
#define CLEW_ROW(T) row<T>(#T)
  const std::string found =
      CLEW_ROW(Structure) + CLEW_ROW(Gate) + CLEW_ROW(GateField) + CLEW_ROW(Check) +
      CLEW_ROW(CrossRule) + CLEW_ROW(GateFinding) + CLEW_ROW(Evidence) + CLEW_ROW(EvidenceItem) +
      CLEW_ROW(Measurement) + CLEW_ROW(ExternalId) + CLEW_ROW(Attribute) + CLEW_ROW(Attempt) +
      CLEW_ROW(Lease) + CLEW_ROW(Step) + CLEW_ROW(Origin) + CLEW_ROW(Decision) +
      CLEW_ROW(Question) + CLEW_ROW(FailedApproach) + CLEW_ROW(Note) + CLEW_ROW(FileChange) +
      CLEW_ROW(CommandRun) + CLEW_ROW(ErrorFact) + CLEW_ROW(Claim) + CLEW_ROW(AgentError) +
      CLEW_ROW(AgentFiles) + CLEW_ROW(Agent) + CLEW_ROW(AgentTokens) + CLEW_ROW(ContextUsage) +
      CLEW_ROW(LifecycleState) + CLEW_ROW(Identity) + CLEW_ROW(Artifact) + CLEW_ROW(Revision) +
      CLEW_ROW(Checkpoint) + CLEW_ROW(Instruction) + CLEW_ROW(Tie) + CLEW_ROW(TiedLines) +
      CLEW_ROW(TiedSymbol) + CLEW_ROW(MovedCommand) + CLEW_ROW(MovedStep);
#undef CLEW_ROW
  CHECK(found == kGoldenRecords);
}

TEST_CASE("the words of events are what they always were") {
#define CLEW_WORDS(E) words<E>(#E)
  const std::string found =
      CLEW_WORDS(Via) + CLEW_WORDS(AttributeOwner) + CLEW_WORDS(Lifecycle) + CLEW_WORDS(Impact) +
      CLEW_WORDS(StepStatus) + CLEW_WORDS(ChildOrder) + CLEW_WORDS(AttemptOutcome) +
      CLEW_WORDS(EvidenceSource) + CLEW_WORDS(FieldType) + CLEW_WORDS(CheckOp) +
      CLEW_WORDS(Strictness) + CLEW_WORDS(Overriding) + CLEW_WORDS(FileAction) +
      CLEW_WORDS(RunOutcome) + CLEW_WORDS(ClaimStatus) + CLEW_WORDS(ErrorCategory) +
      CLEW_WORDS(AgentStatus) + CLEW_WORDS(AgentResult) + CLEW_WORDS(AgentVerb) +
      CLEW_WORDS(MergeOutcome);
#undef CLEW_WORDS
  CHECK(found == kGoldenWords);
}

TEST_CASE("no two kinds or fields share a number or a name, and each is explained") {
  std::set<std::pair<int, int>> numbers;
  std::set<std::pair<int, std::string>> names;
  for (const auto& field : event_fields()) {
    CAPTURE(field.event);
    CAPTURE(field.field);
    CHECK(numbers.insert({field.kind, field.number}).second);
    CHECK(names.insert({field.kind, field.field}).second);
    CHECK((field.kind == FactRestored::kind || *field.doc != '\0'));
  }
}

TEST_CASE("a kind has a name and a name a kind; others have none") {
  for (int kind = 1; kind <= 45; ++kind) {
    REQUIRE(event_name(kind) != nullptr);
    CHECK(event_kind(event_name(kind)) == kind);
  }
  for (const int kind : {-1, 0, 46, 1000}) CHECK(event_name(kind) == nullptr);
  for (const char* name : {"", "note", "NoteAdded", "note_added "})
    CHECK_FALSE(event_kind(name).has_value());
}

TEST_CASE("events of every kind go to a tree and back") {
  RandomEvents random(7);
  for (int round = 0; round < 20; ++round) {
    for (size_t kind = 1; kind <= kEventKinds; ++kind) {
      const EventData data = random.data(kind);
      CAPTURE(name_of(data));
      REQUIRE(kind_of(data) == static_cast<int>(kind));
      const Value tree = data_to_value(data);
      const auto back = data_from_value(static_cast<int>(kind), tree);
      REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error().message));
      CHECK(*back == data);
      CHECK(data_to_value(*back) == tree);
    }
  }
}

TEST_CASE("an event of every kind may leave everything out") {
  for (size_t kind = 1; kind <= kEventKinds; ++kind) {
    const auto read = data_from_value(static_cast<int>(kind), Value::object());
    REQUIRE(read.ok());
    CHECK(kind_of(*read) == static_cast<int>(kind));
  }
}

TEST_CASE("what is wrong with an event is said with its place") {
  const auto object = [](const char* key, Value value) {
    return Value(Value::Object{
        {key, std::move(value)}
    });
  };
  struct Row {
    int kind;
    Value tree;
    const char* where;
    const char* message;
  };
  const Row kRows[] = {
      {16, object("txet", "n"), "txet", "txet is not a known field"},
      {16, object("text", 5), "text", "text must be a string, not integer"},
      {16, object("step", -1), "step", "step is out of range"},
      {16, object("step", int64_t{1} << 32), "step", "step is out of range"},
      {16, Value("n"), "the document", "the document must be an object, not string"},
      {6, object("status", "finished"), "status",
       "status must be one of pending, active, done, failed, blocked, needs_review, skipped, not "
       "\"finished\""},
      {28, object("expires_at", "soon"), "expires_at",
       "expires_at: invalid time \"soon\"; write ISO 8601, for example 2026-11-15T14:32:00Z"},
      {4, object("evidence", object("items", Value::List{object("source", "guessed")})),
       "evidence.items[0].source", "evidence.items[0].source must be one of claimed, measured, not \"guessed\""},
      {38, object("record", object("attempts", Value::List{object("number", "one")})),
       "record.attempts[0].number", "record.attempts[0].number must be an integer, not string"},
      {99, Value::object(), "event kind 99", "event kind 99 was written by a newer clew"},
      {0, Value::object(), "event kind 0", "event kind 0 was written by a newer clew"},
  };
  for (const auto& each : kRows) {
    CAPTURE(each.message);
    const auto read = data_from_value(each.kind, each.tree);
    REQUIRE(!read.ok());
    CHECK(read.error().code == ErrorCode::kInvalid);
    CHECK(read.error().subject == each.where);
    CHECK(read.error().message == each.message);
  }
}

}  // namespace
}  // namespace clew
