// `clew repair` of an `.ai-session` that no session of this store writes: what is gone or damaged
// is worked out, what nobody can know is said, and what others wrote or hold is left alone.

#include <filesystem>
#include <fstream>

#include "command/verb.h"
#include "engine/error_context.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const std::string kA = "tree/login-2026-01-09";
const std::string kP = "tree/payment-2026-01-10";
const std::string kOldLine =
    R"({"timestamp": "2026-01-09T10:00:00Z", "command": "plan", "arguments": "x", "model": "gemini", "agent": "one", "task_id": null, "status": "success", "duration_ms": 5})";
const std::string kBareLine =
    R"({"timestamp":"2026-01-09T11:00:00Z","command":"implement","arguments":"y","model":"opus","agent":"two","task_id":"a-1","status":"success","duration_ms":1})";

std::string state_text(const std::string& id, const std::string& task, const std::string& model) {
  return "version: \"1.0\"\nfeature_id: \"" + id + "\"\ncurrent_state:\n  active_task: \"" + task +
         "\"\n  model_in_use: \"" + model +
         "\"\n  started_at: \"2026-01-09T10:00:00Z\"\n  last_updated: \"2026-01-09T12:00:00Z\"\n";
}

std::string plan_text(const std::string& id, const std::string& task) {
  return "feature:\n  id: \"" + id + "\"\n  name: \"" + id +
         "\"\n  description: \"\"\n  created_at: \"2026-01-09T10:00:00Z\"\nphases:\n"
         "  - phase_id: \"p\"\n    name: \"P\"\n    tasks:\n      - task_id: \"" +
         task +
         "\"\n        description: \"d\"\n        agent: \"two\"\n        status: \"in_progress\"\n"
         "        started_at: \"2026-01-09T11:00:00Z\"\n        completed_at: null\n"
         "        artifacts: []\n";
}

std::string entry_text(const std::string& id) {
  return "  - feature_id: \"" + id +
         "\"\n    started_at: \"2026-01-09T10:00:00Z\"\n    last_active: "
         "\"2026-01-09T12:00:00Z\"\n    status: \"active\"\n";
}

struct Tree {
  Tree() {
    w.write(kA + "/state.yaml", state_text("login-2026-01-09", "a-1", "opus"));
    w.write(kA + "/implementation-plan.yaml", plan_text("login-2026-01-09", "a-1"));
    w.write(kA + "/history.jsonl", kOldLine + "\n" + kBareLine + "\n");
    w.write(kP + "/state.yaml", state_text("payment-2026-01-10", "b-1", "sonnet"));
    w.write(kP + "/implementation-plan.yaml", plan_text("payment-2026-01-10", "b-1"));
    w.write(kP + "/history.jsonl", "");
    w.write("tree/active-features.yaml", "active_features:\n" + entry_text("login-2026-01-09") +
                                             entry_text("payment-2026-01-10"));
  }
  std::string path(const std::string& file) const { return w.project() + "/" + file; }
  std::string text(const std::string& file) const { return read_text(path(file)); }
  Answer repair(const std::string& what, const Value::Object& request = {}) {
    w.caller.session = what;
    auto answer = w.run("repair", request);
    w.caller.session.clear();
    if (!answer) FAIL(answer.error().message);
    return std::move(*answer);
  }
  Error refused(const std::string& what, const Value::Object& request = {}) {
    w.caller.session = what;
    const Error error = w.error("repair", request);
    w.caller.session.clear();
    return error;
  }
  bool is_valid(const std::string& what) {
    return !w.must("validate", "paths", words(what)).refusal.has_value();
  }

  mutable WorkspaceFixture w;
};

TEST_CASE("a state that is gone is named by validate and import, and worked out by repair") {
  Tree t;
  std::filesystem::remove(t.path(kA + "/state.yaml"));
  const Answer judged = t.w.must("validate", "paths", words(kA));
  REQUIRE(judged.refusal);
  CHECK(judged.text.find("state.yaml is missing") != std::string::npos);
  CHECK(judged.text.find("next: clew repair " + kA) != std::string::npos);
  const Error import = t.w.error("import", "paths", words(kA));
  CHECK(import.message.find("state.yaml is missing") != std::string::npos);
  CHECK(import.next == "clew validate " + t.path(kA));

  const Answer would = t.repair(kA, {
                                        {"dry_run", Value(true)}
  });
  CHECK(would.text.starts_with("would do this: state.yaml was reconstructed from"));
  CHECK_FALSE(std::filesystem::exists(t.path(kA + "/state.yaml")));
  const Answer done = t.repair(kA);
  CHECK(done.data.find("level")->as_int() == 2);
  CHECK_FALSE(done.refusal);
  CHECK(t.text(kA + "/state.yaml").find("active_task: \"a-1\"") != std::string::npos);
  CHECK(t.text(kA + "/state.yaml").find("model_in_use: \"opus\"") != std::string::npos);
  CHECK(t.is_valid(kA));
  CHECK(t.repair(kA).text == "nothing to repair: every file can be read");
}

TEST_CASE("other files that are gone are made anew too") {
  for (const std::string file : {"/implementation-plan.yaml", "/history.jsonl"}) {
    CAPTURE(file);
    Tree t;
    const std::string state = t.text(kA + "/state.yaml");
    std::filesystem::remove(t.path(kA + file));
    const Answer done = t.repair(kA);
    CHECK(done.text.find(file.substr(1) + " rebuilt") != std::string::npos);
    CHECK(std::filesystem::exists(t.path(kA + file)));
    CHECK(t.text(kA + "/state.yaml") == state);
    CHECK(t.is_valid(kA));
  }
}

TEST_CASE("a history is never rewritten: what is damaged in it is said and stays") {
  Tree t;
  const std::string damaged = "garb" + kOldLine + "\n" + kBareLine + "\n";
  t.w.write(kA + "/history.jsonl", damaged);
  const Answer first = t.repair(kA);
  REQUIRE(first.refusal);
  CHECK(first.refusal->code == ErrorCode::kInvalid);
  CHECK(first.refusal->message.find("history.jsonl:1: ") != std::string::npos);
  CHECK_FALSE(first.data.find("changed")->as_bool());
  CHECK(t.text(kA + "/history.jsonl") == damaged);

  // Also when there is something else to do.
  t.w.write(kA + "/state.yaml", "version: \"1.0");
  const Answer second = t.repair(kA);
  CHECK(second.data.find("level")->as_int() == 2);
  REQUIRE(second.refusal);
  CHECK(t.text(kA + "/history.jsonl") == damaged);
  CHECK(t.text(kA + "/state.yaml").find("active_task: \"a-1\"") != std::string::npos);
}

TEST_CASE("an index that is gone is made anew too") {
  Tree t;
  std::filesystem::remove(t.path("tree/active-features.yaml"));
  SUBCASE("with everything else in place") {
    CHECK(t.repair(kP).text.starts_with("active-features.yaml was rebuilt from the files of"));
  }
  SUBCASE("with a state") {
    std::filesystem::remove(t.path(kA + "/state.yaml"));
    t.repair(kA);
  }
  CHECK(t.text("tree/active-features.yaml").find("\"payment-2026-01-10\"") != std::string::npos);
  CHECK(t.is_valid("tree"));
  CHECK(t.repair(kA).text == "nothing to repair: every file can be read");
}

TEST_CASE("a damaged index is made anew from every feature that lies there") {
  // By the feature that somebody points at, or by the index itself, whatever is left in it.
  for (const std::string& path : {kA, std::string("tree/active-features.yaml")}) {
    for (const std::string damage : {"active_features: [", "[}"}) {
      CAPTURE(path);
      CAPTURE(damage);
      Tree t;
      t.w.write("tree/active-features.yaml", damage);
      const Answer done = t.repair(path);
      CHECK(done.text.starts_with(
          "active-features.yaml was rebuilt from the files of login-2026-01-09, "
          "payment-2026-01-10; anything only it contained may be missing"));
      CHECK(done.data.find("written")->as_list().size() == 1);
      const std::string index = t.text("tree/active-features.yaml");
      CHECK(index.find("\"login-2026-01-09\"") != std::string::npos);
      CHECK(index.find("\"payment-2026-01-10\"") != std::string::npos);
      CHECK(t.is_valid("tree"));
    }
  }
}

TEST_CASE("what no file tells is not made up: repair says what is still missing") {
  Tree t;
  t.w.write(kP + "/state.yaml", "version: \"1.0");  // and no command in its history names a model
  const Answer done = t.repair(kP);
  CHECK(
      done.text.starts_with("state.yaml was reconstructed from implementation-plan.yaml, "
                            "active-features.yaml"));
  REQUIRE(done.refusal);
  CHECK(done.refusal->code == ErrorCode::kInvalid);
  CHECK(done.refusal->message.find("model_in_use") != std::string::npos);
  CHECK(done.refusal->next.find("clew validate " + kP) != std::string::npos);
  CHECK(done.data.find("still")->as_list().size() == 1);
  CHECK(t.text(kP + "/state.yaml").find("model_in_use") == std::string::npos);
}

TEST_CASE("repair waits for whoever holds the lock, and then gives up") {
  Tree t;
  const std::string cut = "version: \"1.0";
  t.w.write(kP + "/state.yaml", cut);
  t.w.write(kP + "/.state.lock", "1\n");
  CHECK(t.refused(kP).code == ErrorCode::kConflict);
  CHECK(t.text(kP + "/state.yaml") == cut);
  std::filesystem::remove(t.path(kP + "/.state.lock"));
  t.repair(kP);
  CHECK(t.text(kP + "/state.yaml") != cut);
  CHECK_FALSE(std::filesystem::exists(t.path(kP + "/.state.lock")));
}

TEST_CASE("a second damaged file within a second is kept under a name of its own") {
  Tree t;
  for (const std::string damage : {"version: \"1", "version: \"1.0"}) {
    t.w.write(kA + "/state.yaml", damage);
    const Answer done = t.repair(kA);
    const std::string quarantined = done.data.find("kept_aside")->as_list().at(0).as_string();
    CHECK(t.text(kA + "/" + quarantined) == damage);
  }
}

TEST_CASE("a step that is not there is named with the path that was given") {
  Tree t;
  const Error error = t.refused(kA, {
                                        {"at", Value("nothing")}
  });
  CHECK(error.message == "there is no step nothing; choose one of: p, a-1");
  CHECK(error.next.find(kA) != std::string::npos);
}

TEST_CASE("both sides of a merge are shown by every verb, at their line, and nothing else") {
  Tree t;
  t.w.write("tree/active-features.yaml", "active_features:\n<<<<<<< HEAD\n" +
                                             entry_text("login-2026-01-09") + "=======\n" +
                                             entry_text("payment-2026-01-10") + ">>>>>>> other\n");
  for (const char* verb : {"import", "validate"}) {
    CAPTURE(verb);
    auto answer = t.w.run(verb, "paths", words("tree"));
    const std::string text = answer ? answer->text : answer.error().message;
    CHECK(text.find("active-features.yaml:2:") != std::string::npos);
    CHECK(text.find("HEAD says") != std::string::npos);
    CHECK(text.find("other says") != std::string::npos);
    CHECK(text.find("is missing") == std::string::npos);
    CHECK(text.find("clew repair") == std::string::npos);
  }
  const Error out = t.w.error("export", "sessions", words("tree"), "to", "workflow");
  CHECK(out.message.find("HEAD says") != std::string::npos);
}

TEST_CASE(
    "what validate says of a slip, or of an entry that is missing or wrong, repair puts right") {
  struct Row {
    const char* rule;
    std::string file;
    std::string text;
  };
  const std::string head = "active_features:\n";
  const std::string state = state_text("login-2026-01-09", "a-1", "opus");
  const size_t after_id = state.find("current_state");
  const Row rows[] = {
      {"not-listed", "tree/active-features.yaml", head + entry_text("payment-2026-01-10")},
      {"index-list", "tree/active-features.yaml",
       "active_features: []\n" + entry_text("login-2026-01-09") + entry_text("payment-2026-01-10")},
      {"state-status", kA + "/state.yaml",
       std::string(state).insert(after_id, "  status: \"active\"\n")},
      {"status-differs", kA + "/state.yaml",
       std::string(state).insert(after_id, "status: \"completed\"\n")},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    Tree t;
    t.w.write(row.file, row.text);
    const auto is_said = [&] {
      return t.w.run("validate", "paths", words(kA))->text.find(row.rule) != std::string::npos;
    };
    CHECK(is_said());
    t.repair(kA);
    CHECK_FALSE(is_said());
    CHECK(read_text(t.path("tree/active-features.yaml")).find(entry_text("payment-2026-01-10")) !=
          std::string::npos);
  }
}

TEST_CASE("an error about such files has its context wherever they lie") {
  Tree t;
  const auto context = [&](const std::string& verb, const Error& error) {
    Caller asks = t.w.caller;
    if (const Verb* found = find_verb(verb)) ask_for(asks, *found);
    PosixFileSystem files;
    Workspace workspace(
        t.w.store(), files, [&] { return t.w.now; }, [](Bytes&) {}, asks, t.w.surroundings);
    return error_context_of(workspace, error);
  };
  std::filesystem::remove(t.path(kA + "/state.yaml"));
  const Value read = context("import", t.w.error("import", "paths", words(kA)));
  CHECK(read.find("operation")->as_string() == "read");
  CHECK(read.find("feature_id")->as_string() == "login-2026-01-09");
  CHECK(read.find("file")->as_string() == "login-2026-01-09/state.yaml");
  const Value judged = context("validate", *t.w.must("validate", "paths", words("tree")).refusal);
  CHECK(judged.find("feature_id")->as_string() == "login-2026-01-09");
  const Value folder = context("repair", t.refused("tree"));
  CHECK(folder.find("operation")->as_string() == "update");
  CHECK(folder.find("file")->as_string() == "tree");
  CHECK(context("import", make_error(ErrorCode::kInvalid, "x", "notes.txt")).is_null());
}

TEST_CASE("the context of an error names the file that is damaged, whichever it is") {
  for (const char* damaged : {"active-features.yaml", "login-2026-01-09/implementation-plan.yaml",
                              "login-2026-01-09/state.yaml"}) {
    CAPTURE(damaged);
    Tree t;
    t.w.write("tree/" + std::string(damaged), "a: [\n");
    for (const char* verb : {"import", "export"}) {
      CAPTURE(verb);
      Value::Object request{
          {"paths", words("tree/login-2026-01-09")}
      };
      if (std::string(verb) == "export") {
        request = {
            {"sessions", words("tree/login-2026-01-09")},
            {"to",       "feature"                     }
        };
      }
      const Error error = t.w.error(verb, request);
      Caller asks = t.w.caller;
      ask_for(asks, *find_verb(verb));
      PosixFileSystem files;
      Workspace workspace(
          t.w.store(), files, [&] { return t.w.now; }, [](Bytes&) {}, asks, t.w.surroundings);
      const Value context = error_context_of(workspace, error);
      REQUIRE(!context.is_null());
      CHECK(context.find("file")->as_string() == damaged);
    }
  }
}

TEST_CASE("a feature's folder that is a symbolic link is refused by its name") {
  Tree t;
  std::filesystem::create_directories(t.path("real"));
  std::filesystem::rename(t.path(kP), t.path("real/payment"));
  std::filesystem::create_directory_symlink(t.path("real/payment"), t.path(kP));
  const Answer judged = t.w.must("validate", "paths", words("tree"));
  REQUIRE(judged.refusal.has_value());
  CHECK(judged.text.find("payment-2026-01-10/state.yaml  error  cannot open: a symbolic link") !=
        std::string::npos);
  const Answer taken = t.w.must("import", "paths", words("tree"));
  REQUIRE(taken.refusal.has_value());
  CHECK(taken.refusal->message.find("payment-2026-01-10") != std::string::npos);
  CHECK(t.w.only_session().text.starts_with("login"));
}

TEST_CASE("a file behind a symbolic link is refused with that reason, and not called missing") {
  for (const char* name : {"implementation-plan.yaml", "history.jsonl"}) {
    CAPTURE(name);
    Tree t;
    const std::string file = t.path(kA + "/" + name);
    std::filesystem::rename(file, t.path("elsewhere"));
    std::filesystem::create_symlink(t.path("elsewhere"), file);
    const Answer checked = t.w.must("validate", "paths", words("tree"));
    CHECK(checked.refusal);
    CHECK(checked.text.find("a symbolic link is in the way") != std::string::npos);
    CHECK(checked.text.find("is missing") == std::string::npos);
  }
}

TEST_CASE("a feature whose plan is there and cannot be read is not imported by half") {
  Tree t;
  const std::string file = t.path(kA + "/implementation-plan.yaml");
  std::ofstream(file, std::ios::app) << "# " << std::string(size_t{9} << 20, 'x') << "\n";
  const Answer taken = t.w.must("import", "paths", words("tree"));
  REQUIRE(taken.refusal);
  CHECK(taken.refusal->message.find("too large") != std::string::npos);
  CHECK(t.w.only_session().text.starts_with("payment"));
}

TEST_CASE("a name that a symbolic link has is taken") {
  WorkspaceFixture w;
  const std::string day = to_iso(w.now).substr(0, 10);
  std::filesystem::create_directories(w.project() + "/tree");
  std::filesystem::create_directories(w.project() + "/real");
  std::filesystem::create_directory_symlink(w.project() + "/real", w.project() + "/tree/go-" + day);
  w.must("start", "goal", "Go", "dialect", "feature", "dir", "tree", "model", "opus");
  CHECK(std::filesystem::exists(w.project() + "/tree/go-2-" + day + "/state.yaml"));
  CHECK(std::filesystem::is_empty(w.project() + "/real"));
}

}  // namespace
}  // namespace clew
