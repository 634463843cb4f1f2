// Each rule: one document that breaks it, and one that does not.

#include <doctest/doctest.h>

#include "dialect/orchestration/location.h"
#include "dialect/orchestration/rules.h"
#include "dialect/orchestration/sample_test.h"
#include "dialect/orchestration/words.h"

namespace clew::orchestration {
namespace {

const Finding* find_rule(const Findings& findings, const std::string& rule) {
  for (const auto& finding : findings) {
    if (finding.rule == rule) return &finding;
  }
  return nullptr;
}

TEST_CASE("a sound document has no findings") {
  const auto readings = orchestration_dialect().read(files_named({kLedger, kNested, "index.json"}));
  for (const auto& finding : readings.findings) MESSAGE(finding.rule << " " << finding.message);
  CHECK(readings.findings.empty());
  CHECK(readings.sessions.size() == 2);
}

TEST_CASE("each rule is reported at its place") {
  struct Row {
    const char* rule;
    const char* old;
    const char* now;
    const char* pointer;
    size_t line;
  };
  const Row rows[] = {
      {"unknown-version",         "\"1.0.0\"",                                                          "\"2.0.0\"",                            "/schema_version",              4 },
      {"session-id-not-uuid",     "\"session_id\": \"6f1c1a3e-8f0b-4c55",
       "\"session_id\": \"6f1c1a3e-8f0b-1c55",                                                                                                  "/session_id",                  2 },
      {"agent-twice",             "\"id\": \"test-1\"",                                                 "\"id\": \"mig-1\"",                    "/agents/2/id",                 42},
      {"file-name",               "\"session_id\": \"6f1c1a3e-8f0b-4c55",                               "\"session_id\": \"6f1c1a3e-8f0b-4c56",
       "/session_id",                                                                                                                                                           2 },
      {"project-not-absolute",    "\"/srv/work/ledger\"",                                               "\"work/ledger\"",                      "/project",                     8 },
      {"updated-before-created",  "\"2026-11-14T11:20:05+01:00\"",                                      "\"2026-11-14T07:00:00Z\"",
       "/updated_at",                                                                                                                                                           7 },
      {"commit-not-sha1",         "\"4b825dc642cb6eb9a060e54bf8d69288fbee4904\"",                       "\"4b825dc\"",
       "/metadata/git_commit",                                                                                                                                                  82},
      {"unknown-blocking-agent",  "\"blocking_on\": \"mig-1\"",                                         "\"blocking_on\": \"mig-9\"",
       "/agents/2/blocking_on",                                                                                                                                                 42},
      {"agent-ends-before-start", "\"2026-11-14T08:11:00Z\"",                                           "\"2026-11-14T08:01:00Z\"",
       "/agents/1/completed_at",                                                                                                                                                32},
      {"agent-result-disagrees",  "\"result\": \"failure\"",                                            "\"result\": \"success\"",
       "/agents/1/result",                                                                                                                                                      33},
      {"agent-result-disagrees",  "\"progress\": 0.25",                                                 "\"result\": \"success\"",
       "/agents/2/result",                                                                                                                                                      42},
      {"completed-with-tasks",    "\"status\": \"in_progress\"",                                        "\"status\": \"completed\"",
       "/pending_tasks",                                                                                                                                                        48},
      {"task-done-and-pending",   "\"Switch over\"",                                                    "\"Write the migration\"",              "/pending_tasks/2",
       49                                                                                                                                                                         },
      {"path-twice",              "\"src/ledger.ts\"",                                                  "\"db/001_ledger.sql\"",                "/files_modified/1/path",       62},
      {"path-not-relative",       "\"src/ledger.ts\"",                                                  "\"/etc/passwd\"",                      "/files_modified/1/path",       62},
      {"path-not-relative",       "\"src/ledger.ts\"",                                                  "\"src/../../x\"",                      "/files_modified/1/path",       62},
      {"unknown-file-agent",      "\"agent_id\": \"plan-1\"",                                           "\"agent_id\": \"plan-2\"",
       "/files_modified/1/agent_id",                                                                                                                                            62},
      {"chosen-not-an-option",    "\"chosen\": \"ledger table\"",                                       "\"chosen\": \"a file\"",
       "/decisions_made/0/chosen",                                                                                                                                              55},
      {"unknown-context-agent",   "\"plan-1\": 9000",                                                   "\"plan-7\": 9000",
       "/context_usage/by_agent/plan-7",                                                                                                                                        68},
      // said by the shape
      {"missing",                 "    \"goal\": \"Move the billing caf\\u00e9 to the new ledger\",\n", "",                                     "",                             0 },
      {"pattern",                 "9F86D081",                                                           "9F86D0",                               "/files_modified/0/hash_after", 61},
      {"word",                    "\"mode\": \"optimize\"",                                             "\"mode\": \"fast\"",                   "/mode",                        9 },
      {"range",                   "\"progress\": 0.42",                                                 "\"progress\": 42",                     "/progress",                    11},
      {"type",                    "\"retry_count\": 2",                                                 "\"retry_count\": \"2\"",               "/agents/1/error/retry_count",  37},
      {"zone",                    "\"2026-11-14T08:00:00Z\"",                                           "\"2026-11-14T08:00:00\"",              "/created_at",                  6 },
  };
  const std::string text = fixture(kLedger);
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    const std::string rule = std::string("orchestration.") + row.rule;
    CHECK(find_rule(read(kLedger, text).findings, rule) == nullptr);
    const auto readings = read(kLedger, replaced(text, row.old, row.now));
    const Finding* finding = find_rule(readings.findings, rule);
    REQUIRE(finding != nullptr);
    CHECK(finding->pointer == row.pointer);
    if (row.line > 0) {
      REQUIRE(finding->position.has_value());
      CHECK(finding->position->line == row.line);
    }
    for (const auto& each : rules()) {
      if (std::string(each.name) == row.rule) CHECK(finding->severity == each.severity);
    }
  }
}

TEST_CASE("an index that says otherwise is reported, a session too large is refused") {
  FileSet files = files_named({kLedger, "index.json"});
  files.files[1].text = replaced(files.files[1].text, "0.42", "0.4");
  const auto readings = orchestration_dialect().read(files);
  const Finding* finding = find_rule(readings.findings, "orchestration.index-disagrees");
  REQUIRE(finding != nullptr);
  CHECK(finding->file == "index.json");
  CHECK(finding->pointer == "/sessions/1");
  CHECK(finding->message == "the session's file differs: progress");

  Value tree = *parse_json(fixture(kLedger));
  Value tasks = Value::list();
  for (size_t i = 0; i < kMaxSteps; ++i) tasks.push(std::to_string(i));
  tree.set("pending_tasks", std::move(tasks));
  const auto large = read(kLedger, write_json(tree));
  CHECK(large.sessions.empty());
  CHECK(find_rule(large.findings, "orchestration.too-many-tasks") != nullptr);
}

TEST_CASE("a document that is no session is refused") {
  for (const char* text : {"{}", "[]", "3", R"({"title": "a schema", "type": "object"})"}) {
    const auto readings = read(kLedger, text);
    CHECK(readings.sessions.empty());
    CHECK(has_errors(readings.findings));
  }
  CHECK(find_rule(read(kLedger, "{}").findings, "orchestration.no-session") != nullptr);
  CHECK(read(kLedger, R"({"goal": "x"})").sessions.size() == 1);
}

TEST_CASE("an agent whose status cannot be read stands where the rest says") {
  struct Row {
    const char* members;
    AgentStatus status;
  };
  const Row rows[] = {
      {R"()",                                            AgentStatus::kPending  },
      {R"(, "started_at": "2026-11-14T08:00:00Z")",      AgentStatus::kRunning  },
      {R"(, "status": "complete", "result": "success")", AgentStatus::kCompleted},
      {R"(, "status": "broken", "result": "failure")",   AgentStatus::kError    },
      {R"(, "result": "timeout")",                       AgentStatus::kTimeout  },
      {R"(, "status": "running", "result": "success")",  AgentStatus::kRunning  },
  };
  for (const auto& row : rows) {
    CAPTURE(row.members);
    const Session session = session_in(
        kLedger, std::string(R"({"goal": "x", "agents": [{"id": "a")") + row.members + "}]}");
    REQUIRE(session.agents.items.size() == 1);
    CHECK(session.agents.items[0].status == row.status);
  }
}

TEST_CASE("an unknown major version is refused") {
  const std::string text = fixture(kLedger);
  CHECK(read(kLedger, replaced(text, "\"1.0.0\"", "\"2.0\"")).sessions.empty());
  CHECK(read(kLedger, replaced(text, "\"1.0.0\"", "\"1.7.2\"")).sessions.size() == 1);
}

TEST_CASE("what the seed demands is demanded") {
  const auto tree = parse_json(fixture(kLedger));
  REQUIRE(tree.ok());
  for (const char* name :
       {"schema_version", "session_id", "created_at", "updated_at", "device", "project", "goal",
        "mode", "status", "progress", "agents", "completed_work", "pending_tasks", "files_modified",
        "context_usage", "teleportation"}) {
    CAPTURE(name);
    Value cut = *tree;
    cut.erase(name);
    CHECK(has_errors(read(kLedger, write_json(cut)).findings));
  }
  for (const char* name : {"$schema", "decisions_made", "metadata"}) {
    CAPTURE(name);
    Value cut = *tree;
    cut.erase(name);
    CHECK_FALSE(has_errors(read(kLedger, write_json(cut)).findings));
  }
}

TEST_CASE("every status word is said and understood") {
  struct Row {
    Lifecycle status;
    const char* word;
  };
  const Row rows[] = {
      {Lifecycle::kActive,    "in_progress"},
      {Lifecycle::kPaused,    "paused"     },
      {Lifecycle::kCompleted, "completed"  },
      {Lifecycle::kFailed,    "error"      },
      {Lifecycle::kAborted,   "aborted"    },
      {Lifecycle::kAbandoned, "aborted"    },
  };
  for (const auto& row : rows) {
    CAPTURE(row.word);
    Session session = plain_session();
    session.lifecycle.status = row.status;
    const Value tree = reported(session);
    CHECK(text_in(tree, "status") == row.word);
    const Session again = session_in("8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77.json", write_json(tree));
    CHECK(again.lifecycle.status == row.status);
  }
  // Somebody changed the word by hand: the exact one no longer counts.
  CHECK(status_of("paused", "abandoned") == Lifecycle::kPaused);
  CHECK(mode_of("debug", "spec") == "debug");
  CHECK(mode_of("default", "spec") == "spec");
  CHECK(error_of("permanent", "unknown") == ErrorCategory::kPermanent);
  for (const auto category :
       {ErrorCategory::kUnknown, ErrorCategory::kTransient, ErrorCategory::kResource,
        ErrorCategory::kConfiguration, ErrorCategory::kLogical, ErrorCategory::kPermanent}) {
    const bool unknown = category == ErrorCategory::kUnknown;
    CHECK(error_of(error_word(category), unknown ? "unknown" : "") == category);
  }
}

TEST_CASE("ids are UUIDs of version 4") {
  const IdSeed seed{
      Time{1}, Bytes("\x00\x01\x02\x03\x04\x05\xf6\x07\xf8\x09\x0a\x0b\x0c\x0d\x0e\x0f", 16), 0};
  const Session session = plain_session();
  const std::string first = orchestration_dialect().make_id(session, seed);
  CHECK(first == "00010203-0405-4607-b809-0a0b0c0d0e0f");
  IdSeed second = seed;
  second.attempt = 1;
  const std::string other = orchestration_dialect().make_id(session, second);
  CHECK(is_uuid4(other));
  CHECK(other != first);
  for (const char* wrong :
       {"", "abc12345-def6-7890-ghij-klmnopqrstuv", "00010203-0405-1607-b809-0a0b0c0d0e0f",
        "00010203-0405-4607-c809-0a0b0c0d0e0f", "0001020304054607b8090a0b0c0d0e0f"}) {
    CHECK_FALSE(is_uuid4(wrong));
  }
}

}  // namespace
}  // namespace clew::orchestration
