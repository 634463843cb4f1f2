// Adopted files keep their text, and only what an event concerns changes.

#include <doctest/doctest.h>

#include "dialect/orchestration/sample_test.h"

namespace clew::orchestration {
namespace {

TEST_CASE("an unchanged session writes the very bytes it was read from") {
  for (const char* name : {kLedger, kNested, "early.json"}) {
    CAPTURE(name);
    const FileSet base = files_named({name, "index.json"});
    const auto readings = orchestration_dialect().read(base);
    REQUIRE(readings.sessions.size() == 1);
    const Session& session = readings.sessions.front().session;
    CHECK(written(session, base, name) == base.files[0].text);
    CHECK(written(session, base, "index.json") == base.files[1].text);
  }
}

TEST_CASE("a task that is done moves from one list to the other") {
  const std::string text = fixture(kLedger);
  const FileSet base{{{kLedger, text}}};
  Session session = session_in(kLedger, text);
  session.steps[3].status = StepStatus::kDone;
  std::string expected = replaced(text, "\"Write the migration\"\n",
                                  "\"Write the migration\",\n        \"Run it on staging\"\n");
  expected = replaced(expected, "[\"Run it on staging\", \"Compare", "[\"Compare");
  expected = replaced(expected, "\"progress\": 0.42", "\"progress\": 0.6");
  CHECK(written(session, base, kLedger) == expected);
}

TEST_CASE("tasks may be done in any order") {
  const std::string text = fixture(kLedger);
  Session session = session_in(kLedger, text);
  session.steps[5].status = StepStatus::kDone;
  std::string expected = replaced(text, "\"Write the migration\"\n",
                                  "\"Write the migration\",\n        \"Switch over\"\n");
  expected = replaced(expected, " report\",\n        \"Switch over\"]", " report\"]");
  expected = replaced(expected, "\"progress\": 0.42", "\"progress\": 0.6");
  CHECK(written(session, FileSet{{{kLedger, text}}}, kLedger) == expected);
}

TEST_CASE("each change edits its own place only") {
  struct Row {
    const char* what;
    void (*change)(Session&);
    const char* old;
    const char* now;
  };
  const Row rows[] = {
      {"pausing",             [](Session& s) { s.lifecycle.status = Lifecycle::kPaused; },
       "\"status\": \"in_progress\"",                                                                                                "\"status\": \"paused\""           },
      {"time",                [](Session& s) { s.last_activity = s.last_activity + seconds(1); },
       "\"2026-11-14T11:20:05+01:00\"",                                                                                              "\"2026-11-14T10:20:06.000Z\""     },
      {"device",              [](Session& s) { s.identity.device = "Mira's laptop"; },
       "\"device\": \"build box 3\"",                                                                                                "\"device\": \"Mira's laptop\""    },
      {"mode",                [](Session& s) { s.identity.mode = "debug"; },                         "\"optimize\"",                 "\"debug\""                        },
      {"an agent's progress", [](Session& s) { s.agents.items[2].progress = 0.5; },
       "\"progress\": 0.25",                                                                                                         "\"progress\": 0.5"                },
      {"an agent's retry",    [](Session& s) { s.agents.items[1].error->retry_count = 3; },
       "\"retry_count\": 2",                                                                                                         "\"retry_count\": 3"               },
      {"an agent's files",    [](Session& s) { s.agents.items[0].files.created.emplace_back("b"); },
       "[\"docs/ledger.md\"]",                                                                                                       "[\"docs/ledger.md\", \"b\"]"      },
      {"a file's lines",      [](Session& s) { s.files.items[0].lines_removed = 7; },
       "\"lines_removed\": null",                                                                                                    "\"lines_removed\": 7"             },
      {"tokens",              [](Session& s) { s.context.by_agent[1].tokens = 9300; },               "9200",                         "9300"                             },
      {"branch",              [](Session& s) { s.identity.branch = "main"; },                        "\"feature/ledger\"",           "\"main\""                         },
      {"teleportation",
       [](Session& s) {
         set_attribute(s.steps[0].attributes, "orchestration.teleportation.sync_status", "error");
       },                                                                                            "\"sync_status\": \"success\"", "\"sync_status\": \"error\""       },
      {"tags",
       [](Session& s) {
         set_attribute(s.steps[0].attributes, "orchestration.metadata.tags",
                       Value::List{"billing", "ledger", "q4"});
       },                                                                                            "[\"billing\", \"ledger\"]",    "[\"billing\", \"ledger\", \"q4\"]"},
      {"reason",              [](Session& s) { s.decisions.items[0].reason = "one truth"; },
       "\"reasoning\": null",                                                                                                        "\"reasoning\": \"one truth\""     },
  };
  const std::string text = fixture(kLedger);
  for (const auto& row : rows) {
    CAPTURE(row.what);
    Session session = session_in(kLedger, text);
    row.change(session);
    CHECK(written(session, FileSet{{{kLedger, text}}}, kLedger) ==
          replaced(text, row.old, row.now));
  }
}

TEST_CASE("a field the text leaves out appears when it has something to say") {
  const std::string text = fixture(kLedger);
  Session session = session_in(kLedger, text);
  session.agents.items[2].summary = "green";
  const std::string now = written(session, FileSet{{{kLedger, text}}}, kLedger);
  CHECK(now == replaced(text, "\"blocking_on\": \"mig-1\", \"progress\": 0.25 }",
                        "\"blocking_on\": \"mig-1\", \"output_summary\": \"green\", "
                        "\"progress\": 0.25 }"));
}

TEST_CASE("what cannot be read stays as it is, and the rest can change") {
  const std::string text = fixture("early.json");
  const FileSet base{{{"early.json", text}}};
  Session session = session_in("early.json", text);
  CHECK(session.files.items.empty());
  session.lifecycle.status = Lifecycle::kPaused;
  CHECK(written(session, base, "early.json") ==
        replaced(text, "\"status\": \"in_progress\",\n  \"progress\"",
                 "\"status\": \"paused\",\n  \"progress\""));
  session.agents.items[0].status = AgentStatus::kCompleted;
  CHECK(written(session, base, "early.json").find("\"status\": \"completed\"") !=
        std::string::npos);
}

TEST_CASE("a list of which nothing can be read gains what is new, and keeps what stands there") {
  const FileSet base = files_named({"early.json"});
  Session session = session_in("early.json", base.files[0].text);
  session.steps[1].status = StepStatus::kDone;
  FileChange change;
  change.path = "src/c.ts";
  session.files.items = {change};
  session.files.total = 1;
  const std::string text = written(session, base, "early.json");
  const auto tree = parse_json(text);
  REQUIRE(tree.ok());
  const auto& work = tree->find("completed_work")->as_list();
  REQUIRE(work.size() == 2);
  CHECK(work[0].find("task") != nullptr);
  CHECK(work[1] == Value("Write tests"));
  const auto& files = tree->find("files_modified")->as_list();
  REQUIRE(files.size() == 3);
  CHECK(files[0] == Value("src/a.ts"));
  CHECK(*files[2].find("path") == Value("src/c.ts"));
  // And once more, now that one of them can be read.
  add_step(session, "Ship it", StepStatus::kDone);
  const auto later = parse_json(written(session, FileSet{{{"early.json", text}}}, "early.json"));
  REQUIRE(later.ok());
  CHECK(later->find("completed_work")->as_list().size() == 3);
  CHECK(text.find("\"status\": \"in_progress\", \"progress\": 60") != std::string::npos);
}

TEST_CASE("a form that says only some of a session keeps the rest as it stands") {
  const std::string text = R"({"session_id": "2025-12-27-abc", "goal": "Login",
    "project": {"name": "shop", "path": "/srv/shop"}, "mode": "default", "status": "in_progress",
    "agents": [{"id": "a-1", "type": "arch", "status": "complete", "progress": 60}],
    "completed_work": [], "pending_tasks": ["Write tests"],
    "decisions_made": [{"decision": "Use tokens", "rationale": "simple"}]})";
  Session session = session_in("2025-12-27-abc.json", text);
  session.identity.project_path = "/home/ana/shop";  // where it was taken in
  session.steps[1].status = StepStatus::kDone;
  const FileSet base{{{"2025-12-27-abc.json", text}}};
  const auto tree = parse_json(written(session, base, "2025-12-27-abc.json"));
  REQUIRE(tree.ok());
  CHECK(*tree->find("project")->find("name") == Value("shop"));
  CHECK(*tree->find("agents")->as_list()[0].find("status") == Value("complete"));
  CHECK(*tree->find("agents")->as_list()[0].find("progress") == Value(60));
  CHECK(tree->find("decisions_made")->as_list().size() == 1);
  CHECK(*tree->find("completed_work") == Value(Value::List{"Write tests"}));
}

TEST_CASE("in the index only the session's own entry changes") {
  const FileSet base = files_named({kLedger, "index.json"});
  auto readings = orchestration_dialect().read(base);
  REQUIRE(readings.sessions.size() == 1);
  Session& session = readings.sessions.front().session;
  session.lifecycle.status = Lifecycle::kFailed;
  CHECK(written(session, base, "index.json") ==
        replaced(base.files[1].text, "\"status\": \"in_progress\"", "\"status\": \"error\""));
}

TEST_CASE("a session new to the folder gets an entry of its own") {
  const FileSet base = files_named({"index.json"});
  const std::string now = written(plain_session(), base, "index.json");
  const auto tree = parse_json(now);
  REQUIRE(tree.ok());
  const auto& entries = tree->find("sessions")->as_list();
  REQUIRE(entries.size() == 3);
  CHECK(text_in(entries[2], "session_id") == "8c0f2c52-7c1e-4c56-a8a7-9d6d5a1f0e77");
  CHECK(text_in(entries[2], "status") == "in_progress");
  CHECK(now.find("\"pinned\": true") != std::string::npos);
}

TEST_CASE("an index of another form is left alone") {
  for (const char* text : {"[]", "{\"8c0f\": {}}", "{\"sessions\": {}}", "{\"sessions\": [1]}"}) {
    CAPTURE(text);
    const FileSet base{{{"index.json", text}}};
    const auto files = orchestration_dialect().write(plain_session(), base);
    REQUIRE(files.ok());
    CHECK(files->find("index.json") == nullptr);
    const auto readings = orchestration_dialect().read(base);
    REQUIRE(readings.findings.size() == 1);
    CHECK(readings.findings[0].rule == "orchestration.index-unknown");
    CHECK(readings.findings[0].severity == Severity::kWarning);
  }
}

TEST_CASE("every beginning of a file is a finding or a valid shorter document") {
  for (const std::string name : {kLedger, kNested, "early.json", "index.json"}) {
    const std::string text = fixture(name);
    const size_t end = name == "index.json" ? text.find_last_of('}') : text.size();
    for (size_t size = 0; size < end; ++size) {
      const auto readings = read(name, text.substr(0, size));
      CHECK_MESSAGE((has_errors(readings.findings) || !readings.sessions.empty()),
                    name << " cut at " << size);
    }
  }
}

TEST_CASE("any value in any place is survived") {
  const Value odd[] = {
      Value(),       Value(true),     Value(-1),
      Value(1e300),  Value(""),       Value("x"),
      Value::list(), Value::object(), Value::List{1, "a", Value::object()}
  };
  const auto tree = parse_json(fixture(kLedger));
  const auto nested = parse_json(fixture(kNested));
  REQUIRE((tree.ok() && nested.ok()));
  const auto try_all = [&](const auto& self, Value& root, Value& at) -> void {
    const Value kept = at;
    for (const auto& value : odd) {
      at = value;
      const auto readings = read(kLedger, write_json(root));
      for (const auto& reading : readings.sessions) (void)express(reading.session);
    }
    at = kept;
    if (at.is_list()) {
      for (auto& element : at.list_ref()) self(self, root, element);
    } else if (at.is_object()) {
      for (auto& member : at.object_ref()) self(self, root, member.second);
    }
  };
  for (Value root : {*tree, *nested}) try_all(try_all, root, root);
}

TEST_CASE("files of the origin are read or refused, and kept byte by byte") {
  const char* folder = std::getenv("CLEW_FIXTURES");
  if (folder == nullptr ||
      !std::filesystem::is_directory(std::filesystem::path(folder) / "craft")) {
    return;
  }
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(folder) / "craft")) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().filename().string();
    const std::string text = text_of(entry.path());
    const auto readings = read(name, text);
    CHECK((has_errors(readings.findings) || !readings.sessions.empty()));
    for (const auto& finding : readings.findings) {
      MESSAGE(name << ":" << (finding.position ? finding.position->line : 0) << " "
                   << name_of(finding.severity) << " " << finding.rule << " " << finding.pointer
                   << " " << finding.message);
    }
    for (const auto& reading : readings.sessions) {
      const auto files = orchestration_dialect().write(reading.session, FileSet{{{name, text}}});
      if (!files) {
        MESSAGE(name << " cannot be written: " << files.error().message);
        continue;
      }
      CHECK(files->find(name)->text == text);
    }
  }
}

}  // namespace
}  // namespace clew::orchestration
