#include "brief/failures.h"
#include "brief/run_output.h"

#include <doctest/doctest.h>

#include <map>

#include "brief/telling_test.h"

namespace clew {
namespace {

struct KeyRow {
  const char* line;
  const char* folder;
  RunKind kind;
  const char* runner;
  std::vector<std::string> scope;
};

TEST_CASE("a command is known by what it does") {
  using enum RunKind;
  const KeyRow rows[] = {
      {"pytest -q",                                     "",    kTest,    "pytest",        {}              },
      {"cd api && pytest -q tests/a.py 2>&1 | tail -5", "api", kTest,    "pytest",        {"tests/a.py"}  },
      {"CI=1 timeout 60 python3 -m pytest -k window",   "",    kTest,    "pytest",        {"-k window"}   },
      {"uv run pytest tests || true",                   "",    kTest,    "pytest",        {"tests"}       },
      {"npx vitest run",                                "",    kTest,    "vitest",        {"run"}         },
      {"npm test",                                      "",    kTest,    "npm test",      {}              },
      {"npm run lint",                                  "",    kLint,    "npm lint",      {}              },
      {"npm run test:unit -- a.test.ts",                "",    kTest,    "npm test:unit", {"a.test.ts"}   },
      {"go test ./...",                                 "",    kTest,    "go test",       {}              },
      {"cargo build",                                   "",    kBuild,   "cargo build",   {}              },
      {"make -j4",                                      "",    kBuild,   "make",          {}              },
      {"make coverage",                                 "",    kMeasure, "make coverage", {}              },
      {"ruff check src",                                "",    kLint,    "ruff",          {"check", "src"}},
      {"grep -rn foo src",                              "",    kLook,    "grep",          {"foo", "src"}  },
      {"pip install slowapi",                           "",    kOther,   "pip install",   {"slowapi"}     },
      {"bash tests/run.sh",                             "",    kTest,    "bash run.sh",   {}              },
      {"node --test",                                   "",    kTest,    "node --test",   {}              },
  };
  for (const auto& row : rows) {
    INFO(row.line);
    const ReadCommand read = read_command(row.line);
    CHECK(read.key.folder == row.folder);
    CHECK(read.key.kind == row.kind);
    CHECK(read.key.runner == row.runner);
    CHECK(read.scope == row.scope);
  }
}

CommandRan ran(const std::string& line, RunOutcome outcome, const std::string& error = "") {
  CommandRan run;
  const size_t blank = line.find(' ');
  run.command = line.substr(0, blank);
  if (blank != std::string::npos) run.arguments = line.substr(blank + 1);
  run.outcome = outcome;
  if (outcome == RunOutcome::kFailure) run.exit_code = 1;
  run.error = error;
  return run;
}

struct VerdictRow {
  const char* claim;
  const char* line;
  RunOutcome outcome;
  const char* output;
  Verdict verdict;
};
constexpr VerdictRow kVerdicts[] = {
    {"numbers win over the exit code",               "pytest -q | tail -1", RunOutcome::kSuccess,
     "== 2 failed, 39 passed in 1.2s ==",                                                                                      Verdict::kFailed },
    {"and over none at all",                         "pytest -q",           RunOutcome::kUnknown, "41 passed in 1s",
     Verdict::kPassed                                                                                                                           },
    {"without numbers the outcome counts",           "make",                RunOutcome::kSuccess, "linked",
     Verdict::kPassed                                                                                                                           },
    {"an unknown one is neither",                    "make",                RunOutcome::kUnknown, "linked",                    Verdict::kNeither},
    {"no failures are no failure",                   "npm test",            RunOutcome::kSuccess, "Tests: 0 failed, 3 passed",
     Verdict::kPassed                                                                                                                           },
    {"TAP",                                          "node --test",         RunOutcome::kUnknown, "# pass 3\n# fail 1",        Verdict::kFailed },
    {"a search that finds nothing is no failure",    "grep x a",            RunOutcome::kFailure, "",
     Verdict::kNeither                                                                                                                          },
    {"a command that failed",                        "pip install x",       RunOutcome::kFailure, "no",                        Verdict::kFailed },
    {"a passing count does not hide a failing exit", "pytest",              RunOutcome::kFailure, "3 passed",
     Verdict::kFailed                                                                                                                           },
};

TEST_CASE("what a run says about the work") {
  for (const auto& row : kVerdicts) {
    INFO(row.claim);
    Telling story;
    story.tell(started("x")).tell(ran(row.line, row.outcome));
    CHECK(verdict_of(story.session().runs.items[0], row.output) == row.verdict);
  }
}

TEST_CASE("the line that says what went wrong") {
  CHECK(error_line_of("x\nE   assert 200 == 429\nFAILED tests/a.py::test_x - assert\n1 failed") ==
        "FAILED tests/a.py::test_x - assert");
  CHECK(error_line_of("a\nfatal: not a repository\n\n") == "fatal: not a repository");
  CHECK(error_line_of("one\ntwo\n\n") == "two");
  // What failed goes before that something did, with what happened in the line below.
  CHECK(
      error_line_of("--- FAIL: TestAdmin (0.02s)\n    admin_test.go:19: 401, want 200\nFAIL\tapp/a"
                    "dmin\t0.201s") == "FAIL: TestAdmin (0.02s) · admin_test.go:19: 401, want 200");
  CHECK(error_line_of("QueueTest > order FAILED\n  java.lang.NullPointerException at A.kt:41\n"
                      "6 tests completed, 1 failed") ==
        "QueueTest > order FAILED · java.lang.NullPointerException at A.kt:41");
  CHECK(error_line_of("FAILED (failures=1)") == "FAILED (failures=1)");
  CHECK(error_line_of("").empty());
}

struct Runs {
  Telling story{"runs-0001"};
  std::map<uint32_t, std::string> outputs;
  Runs() { story.at("12:00").tell(started("x")); }
  Runs& run(const std::string& line, RunOutcome outcome, const std::string& output = "") {
    story.tell(ran(line, outcome));
    outputs[story.session().head.number] = output;
    return *this;
  }
  Runs& fail(const std::string& line, const std::string& output = "FAILED test_x") {
    return run(line, RunOutcome::kFailure, output);
  }
  Runs& pass(const std::string& line) { return run(line, RunOutcome::kSuccess, "5 passed"); }
  Runs& end_turn() {
    story.tell(CheckpointMade{kRoot, kEndOfTurn, ""});
    return *this;
  }
  RunsNow now() const {
    World world = world_at("13:00");
    world.text_of = [this](Seq id) {
      const auto found = outputs.find(id.number);
      return found == outputs.end() ? "" : found->second;
    };
    return runs_now(story.session(), world);
  }
};

TEST_CASE("a failure is gone once the same, or all of it, has passed") {
  CHECK(Runs().fail("pytest -q").now().failing.size() == 1);
  CHECK(Runs().fail("pytest -q").pass("cd . && pytest").now().failing.size() == 1);
  CHECK(Runs().fail("pytest -q").pass("python -m pytest -v").now().failing.empty());
  CHECK(Runs().fail("pytest tests/a.py").pass("pytest tests/a.py -q").now().failing.empty());
  CHECK(Runs().fail("pytest tests/a.py").pass("pytest").now().failing.empty());
  CHECK(Runs().fail("cargo build").pass("cargo test").now().failing.empty());
  CHECK(Runs().fail("pytest").run("pytest", RunOutcome::kUnknown).now().failing.size() == 1);
}

TEST_CASE("a narrower pass does not end it, and is told") {
  const RunsNow now = Runs().fail("pytest -q").pass("pytest tests/a.py").now();
  REQUIRE(now.failing.size() == 1);
  CHECK(now.failing[0].passed == "pytest tests/a.py");
  CHECK(now.failing[0].error == "FAILED test_x");
  CHECK(Runs().fail("pytest b.py").pass("pytest a.py").now().failing.size() == 1);
}

TEST_CASE("the same failure again is told once, by its latest run") {
  const RunsNow now = Runs().fail("pytest -q", "FAILED a").fail("pytest", "FAILED b").now();
  REQUIRE(now.failing.size() == 1);
  CHECK(now.failing[0].error == "FAILED b");
}

TEST_CASE("what does not measure fails now while it is the last word, then it is given up") {
  Runs runs;
  runs.fail("pip install slowapi", "error: needs redis");
  runs.end_turn();
  CHECK(runs.now().given_up.empty());
  REQUIRE(runs.now().failing.size() == 1);
  runs.pass("ls");
  runs.end_turn();
  REQUIRE(runs.now().given_up.size() == 1);
  CHECK(runs.now().given_up[0].error == "error: needs redis");
  CHECK(runs.now().failing.empty());
  runs.pass("pip install slowapi");
  CHECK(runs.now().given_up.empty());
}

TEST_CASE("verified is the latest pass of each kind, with what it counted") {
  const RunsNow now =
      Runs().pass("pytest").pass("ruff check").pass("pytest -q 2>&1 | tail -3").now();
  REQUIRE(now.verified.size() == 2);
  CHECK(now.verified[0].line == "pytest -q");
  CHECK(now.verified[0].counts == "5 passed");
}

TEST_CASE("files changed after a run are the ones recorded after it") {
  Runs runs;
  FileChanged change;
  change.path = "a.py";
  runs.story.tell(change);
  runs.fail("pytest");
  change.path = "b.py";
  runs.story.tell(change);
  CHECK(changed_since(runs.story.session(), runs.now().failing[0].run->origin) ==
        std::vector<std::string>{"b.py"});
}

TEST_CASE("an unknown outcome passes when the runner ends well or counts no failure") {
  CommandRun run;
  run.command = "python manage.py test citas";
  run.outcome = RunOutcome::kUnknown;
  CHECK(verdict_of(run, "Ran 11 tests in 0.9s\n\nOK\n") == Verdict::kPassed);
  CHECK(verdict_of(run, "23 tests completed, 0 failed\nBUILD SUCCESSFUL in 51s") ==
        Verdict::kPassed);
  CHECK(verdict_of(run, "23 tests completed, 1 failed\nBUILD FAILED in 48s") == Verdict::kFailed);
  CHECK(verdict_of(run, "nothing to say") == Verdict::kNeither);
}

TEST_CASE("a verb tells what a program does that no row is about") {
  CHECK(read_command("./mvnw test -pl billing").key.kind == RunKind::kTest);
  CHECK(read_command("west build -b node_v3").key.kind == RunKind::kBuild);
  CHECK(read_command("colcon test --packages-select nav").key.kind == RunKind::kTest);
  CHECK(read_command("airflow dags test orders 2026-10-11").key.kind == RunKind::kTest);
  CHECK(read_command("./gradlew :app:testDebugUnitTest").key.kind == RunKind::kTest);
  CHECK(read_command("psql -c 'select 1'").key.kind == RunKind::kOther);
}

}  // namespace
}  // namespace clew
