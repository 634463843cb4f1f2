// What is kept of what a measured command prints: redacted, and nothing of a cut line. The gate and
// the terminal have all of it.

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// No secret of anyone: put together here.
const std::string kToken = std::string("gh") + "p_" + "a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6";

Value::List shell(const std::string& script) { return Value::List{"sh", "-c", script}; }

std::string kept_output(WorkspaceFixture& w, const Evidence& evidence) {
  REQUIRE(evidence.measurement);
  return *w.store().blob(evidence.measurement->output);
}

TEST_CASE("the output of a measured command is kept without its secrets") {
  WorkspaceFixture w;
  w.start_plan();
  w.write(".env", "MODE=dev\nDB_PASSWORD=hunter2hunter2\nGH=" + kToken + "\n");
  const Answer answer = w.must("done", "command", Value::List{"cat", w.project() + "/.env"});
  const std::string kept = kept_output(w, w.last<StepCompleted>().evidence);
  CHECK(kept == "MODE=dev\nDB_PASSWORD=[redacted: password]\nGH=[redacted: GitHub token]\n");
  CHECK(answer.text.find("redacted in the output that was kept: password, GitHub token") !=
        std::string::npos);
}

TEST_CASE("standard error is redacted by itself: a key cut off before it does not swallow it") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("done", "command",
         shell("echo '-----BEGIN PRIVATE KEY-----'; echo MIIEvQIBADANBgkqhkiG9w0B; "
               "echo 'token=a1b2c3d4e5f6' >&2; echo done >&2"));
  const std::string kept = kept_output(w, w.last<StepCompleted>().evidence);
  CHECK(kept == "[redacted: private key]token=[redacted: token]\ndone\n");
}

TEST_CASE("the gate reads what was printed, redacted or not") {
  WorkspaceFixture w;
  w.must("start", "goal", "Tests", "step", Value::List{"A", "B"}, "gate",
         Value::List{"1: score >= 80"});
  w.must("done", "command", shell("echo 'password=hunter2hunter2 score: 83'"));
  const Evidence evidence = w.last<StepCompleted>().evidence;
  CHECK(*evidence.find("score") == Value(83));
  CHECK(kept_output(w, evidence) == "password=[redacted: password] score: 83\n");
}

TEST_CASE("where long output is cut, no half of a line is kept") {
  WorkspaceFixture w;
  w.start_plan();
  // The head ends somewhere in the 80 lines with the token; where in them, the padding decides.
  const std::string fill = "i=0; while [ $i -lt 3270 ]; do echo 12345678; i=$((i+1)); done; ";
  const std::string more = "i=0; while [ $i -lt 9000 ]; do echo abcdefgh; i=$((i+1)); done; ";
  for (const int shift : {0, 5, 11, 17, 23, 29, 35}) {
    INFO(shift);
    const std::string pad(static_cast<size_t>(shift), 'x');
    w.must("done", "command",
           shell(fill + "i=0; while [ $i -lt 80 ]; do echo " + pad + "- " + kToken +
                 "; i=$((i+1)); done; " + more));
    const std::string kept = kept_output(w, w.last<StepCompleted>().evidence);
    CHECK(kept.find("bytes left out") != std::string::npos);
    CHECK(kept.find(kToken.substr(0, 6)) == std::string::npos);
    CHECK(kept.find(kToken.substr(kToken.size() - 6)) == std::string::npos);
    w.must("revisit", "step", "1", "impact", "minor", "reason", "again");
  }
}

TEST_CASE("a secret in the command itself is redacted where only the whole line shows it") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("ran", "command", Value::List{"mysql", "-uroot", "-phunter2x", "shop"});
  CHECK(w.last<CommandRan>().arguments == "-uroot -p[redacted: password] shop");
  w.must("done", "command", Value::List{"sh", "-c", "exit 0", "redis-cli", "-a", "hunter2x"});
  const auto command = w.last<StepCompleted>().evidence.measurement->command;
  REQUIRE(command.size() == 6);
  CHECK(command[5] == "[redacted: password]");
}

}  // namespace
}  // namespace clew
