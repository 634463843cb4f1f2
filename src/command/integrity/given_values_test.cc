// `clew repair PATH --set FIELD=VALUE`: what no file tells, a person says.

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const std::string kFile = "orchestration-sessions/6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d22.json";
const std::string kBeginning =
    "{\n  \"session_id\": \"6f1c1a3e-8f0b-4c55-9d1e-2b7a4c9e0d22\",\n  \"mode\": \"debug\",\n"
    "  \"created_at\": \"2026-01-";

Result<Answer> repair_with(WorkspaceFixture& w, const std::string& path, const Value::List& set) {
  w.caller.session = path;
  auto answer = w.run("repair", {
                                    {"set", Value(set)}
  });
  w.caller.session.clear();
  return answer;
}

Value tree_of(WorkspaceFixture& w, const std::string& path) {
  const auto tree = parse_json(read_text(w.project() + "/" + path));
  REQUIRE(tree);
  return *tree;
}

TEST_CASE("what no file tells is given by a person, and then the file is whole") {
  WorkspaceFixture w;
  w.write(kFile, kBeginning);
  const auto first = repair_with(w, kFile, {});
  REQUIRE(first);
  REQUIRE(first->refusal);
  // Everything that can be given is named, as it is given.
  CHECK(first->refusal->next.starts_with("clew repair " + kFile + " --set schema_version=… "));
  CHECK(first->refusal->next.find("--set created_at=…") != std::string::npos);
  CHECK(first->refusal->next.find("--set context_usage.estimated_tokens=…") != std::string::npos);
  CHECK(first->refusal->next.find("--set mode") == std::string::npos);  // it is known

  const auto whole = repair_with(
      w, kFile,
      {"schema_version=1.0.0", "created_at=2026-01-09T10:00:00Z", "updated_at=2026-01-09T12:00:00Z",
       "device=desk", "project=/srv/ledger", "goal=Add login = all of it", "status=paused",
       "progress=0.4", "context_usage.estimated_tokens=4000", "teleportation.enabled=false"});
  REQUIRE(whole);
  CHECK_FALSE(whole->refusal);
  CHECK(whole->data.find("level")->as_int() == 3);
  const Value tree = tree_of(w, kFile);
  CHECK(*tree.find("created_at") == Value("2026-01-09T10:00:00Z"));
  CHECK(*tree.find("goal") == Value("Add login = all of it"));
  CHECK(*tree.find("progress") == Value(0.4));
  CHECK(*tree.find("teleportation")->find("enabled") == Value(false));
  CHECK_FALSE(w.must("validate", "paths", words(kFile)).refusal);
}

TEST_CASE("damage and what is missing are repaired at once") {
  WorkspaceFixture w;
  w.write(kFile, kBeginning);
  const auto done = repair_with(w, kFile, {"goal=Add login"});
  REQUIRE(done);
  CHECK(done->text.find("added as given: goal") != std::string::npos);
  CHECK(*tree_of(w, kFile).find("goal") == Value("Add login"));
}

TEST_CASE("what a file says stays, and what it cannot have is refused before anything is written") {
  WorkspaceFixture w;
  w.write(kFile, kBeginning);
  REQUIRE(repair_with(w, kFile, {"mode=release", "goal=Login"}));
  CHECK(*tree_of(w, kFile).find("mode") == Value("debug"));
  const std::string before = read_text(w.project() + "/" + kFile);
  for (const char* wrong : {"created_at=yesterday", "progress=7", "colour=red", "agents=x",
                            "agents.id=x", "=x", "goal", "metadata.clew.steps.id=x"}) {
    CAPTURE(wrong);
    const auto refused = repair_with(w, kFile, {"device=desk", wrong});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::kUsage);
    CHECK(read_text(w.project() + "/" + kFile) == before);
  }
}

TEST_CASE("a session that clew keeps has its values set in its log") {
  WorkspaceFixture w;
  w.must("start", "goal", "Birds", "id", "birds", "dialect", "orchestration", "dir", "tree");
  const std::string file = w.must("view list")
                               .data.find("views")
                               ->as_list()[0]
                               .find("files")
                               ->as_list()[0]
                               .find("path")
                               ->as_string();
  for (const std::string& named : {"tree/" + file, std::string("birds")}) {
    const auto refused = repair_with(w, named, {"goal=Bees"});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().next == "clew set NAME=VALUE -s birds");
  }
}

TEST_CASE("a phase that is to do again has no try of which nobody knows when it was") {
  WorkspaceFixture w;
  w.write("old-1.json",
          R"({"session_id": "old-1", "workflow_type": "t", "target_file": "f", "current_phase": 3,
              "completed_phases": [0, 1, 2], "checkpoints": {"0": "passed", "3": "pending"},
              "phase_artifacts": {"0": {)");
  w.caller.session = "old-1.json";
  const auto done = w.run("repair", {
                                        {"at",      Value("1")       },
                                        {"dialect", Value("workflow")}
  });
  REQUIRE_MESSAGE(done, done.error().message);
  CHECK(read_text(w.project() + "/old-1.json").find("1970") == std::string::npos);
  CHECK(*tree_of(w, "old-1.json").find("current_phase") == Value(1));
}

}  // namespace
}  // namespace clew
