// A view's file of which only the beginning is left, and what somebody wrote between clew's
// entries.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

// An essay with two deferred claims and an override.
struct ClaimedEssay : WorkspaceFixture {
  ClaimedEssay() {
    must("start", "goal", "On tides", "id", "one", "dialect", "essay", "dir", "essays");
    for (const auto& each : std::filesystem::directory_iterator(project() + "/essays")) {
      folder = each.path().string();
    }
    state = folder + "/session-state.yaml";
    log = folder + "/fact-check-log.md";
    must("claim defer", "claim", "the moon pulls", "because", "timeout");
    pass(seconds(1));
    must("claim defer", "claim", "the sun pulls", "because", "timeout");
    pass(seconds(1));
    must("claim override", "claim", "it is cheese", "because", "tasted it");
    written = read_text(state);
  }
  Answer repaired(const std::string& path) {
    caller.session = path;
    auto answer = run("repair");
    caller.session.clear();
    REQUIRE(answer.ok());
    return std::move(*answer);
  }

  std::string folder;
  std::string state;
  std::string log;
  std::string written;
};

TEST_CASE("a state cut off between two lines takes no fact back by itself") {
  ClaimedEssay w;
  const std::string cut = w.written.substr(0, w.written.find("  - claim_text: \"the sun"));
  write_text(w.state, cut);
  CHECK(w.must("status").text.find("session-state.yaml ends after line ") != std::string::npos);
  CHECK(w.must("view list").text.find("ends after line ") != std::string::npos);
  CHECK(w.must("verify").exit == 7);

  const std::string said = w.must("note", "text", "on").text;
  CHECK(said.find("ends after line ") != std::string::npos);
  CHECK(said.find("clew view accept -s one") != std::string::npos);
  CHECK(said.find("clew repair ") != std::string::npos);
  CHECK(w.session().claims.items.size() == 3);
  CHECK(read_text(w.state) == cut);

  static_cast<void>(w.repaired(w.state));
  CHECK(read_text(w.state).find("it is cheese") != std::string::npos);
  CHECK(w.session().claims.items.size() == 3);
  CHECK(w.must("view list").text.ends_with("clean"));
}

TEST_CASE("an end of a state that was deleted on purpose is accepted when a person says so") {
  ClaimedEssay w;
  write_text(w.state, w.written.substr(0, w.written.find("user_overrides:")));
  w.must("note", "text", "on");
  CHECK(w.session().claims.items.size() == 3);
  w.must("view accept");
  CHECK(w.session().claims.items.size() == 2);
  CHECK(w.must("view list").text.ends_with("clean"));
}

TEST_CASE("a state cut off inside a line is damaged, also where the rest can be read") {
  ClaimedEssay w;
  write_text(w.state, w.written.substr(0, w.written.find("it is cheese") - 1));
  const std::string shorter = w.written.substr(0, w.written.find("resolved: false") + 13);
  for (const std::string& cut : {w.written.substr(0, w.written.find("timeout") + 3), shorter}) {
    CAPTURE(cut);
    write_text(w.state, cut);
    const std::string said = w.must("note", "text", "on").text;
    CHECK(said.find(" was cut off at line ") != std::string::npos);
    CHECK(w.session().claims.items.size() == 3);
    CHECK(read_text(w.state).find("it is cheese") != std::string::npos);
  }
}

TEST_CASE("a plan cut off between two tasks loses none of them") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
         "opus", "step", Value::List{"a", "b", "c"});
  std::string plan;
  for (const auto& each : std::filesystem::recursive_directory_iterator(w.project() + "/tree")) {
    if (each.path().filename() == "implementation-plan.yaml") plan = each.path().string();
  }
  REQUIRE_FALSE(plan.empty());
  const std::string written = read_text(plan);
  const size_t steps = w.session().steps.size();
  const size_t last = written.rfind("- task_id:");
  REQUIRE(last != std::string::npos);
  write_text(plan, written.substr(0, written.rfind('\n', last) + 1));
  CHECK(w.must("note", "text", "on").text.find("ends after line ") != std::string::npos);
  CHECK(w.session().steps.size() == steps);
  for (const auto& step : w.session().steps) CHECK_FALSE(step.removed);
}

TEST_CASE("what somebody writes below the entries of a log is theirs, and changes no fact") {
  for (const char* where : {"at the end", "under a heading", "between"}) {
    CAPTURE(where);
    ClaimedEssay w;
    w.must("claim verify", "claim", "water is wet");
    const std::string own = read_text(w.log);
    const size_t events = w.events().size();
    const size_t second = own.find("## ", own.find("## ") + 3);
    std::string edited = own + "\nChecked by hand.\n";
    if (where == std::string("under a heading")) edited = own + "\n## Round 2\n\nAll fine.\n";
    if (where == std::string("between")) {
      edited = own.substr(0, second) + "Asked Mira.\n\n" + own.substr(second);
    }
    write_text(w.log, edited);
    const std::string said = w.must("note", "text", "on").text;
    CHECK(said.find("append-only") == std::string::npos);
    CHECK(read_text(w.log) == edited);
    CHECK(w.must("view list").text.ends_with("clean"));
    w.must("note", "text", "further");
    CHECK(w.events().size() == events + 2);
    for (const auto& claim : w.session().claims.items) {
      CHECK(claim.text.find('\n') == std::string::npos);
      CHECK(claim.origin.actor.text.find("file:") == std::string::npos);
    }
    w.must("claim verify", "claim", "salt is salty");
    CHECK(read_text(w.log).starts_with(edited));
  }
}

TEST_CASE("a claim that was edited in the state leaves its log as it stands") {
  ClaimedEssay w;
  std::string edited = w.written;
  edited.replace(edited.find("the moon pulls"), 14, "the moon tugs!");
  write_text(w.state, edited);
  w.must("note", "text", "on");
  const std::string log = read_text(w.log);
  write_text(w.log, log + "\nChecked by hand.\n");
  CHECK(w.must("verify").exit == 0);
  CHECK(w.must("note", "text", "on").text.find("append-only") == std::string::npos);
  CHECK(w.session().claims.items.size() == 3);
  w.must("claim verify", "claim", "water is wet");
  CHECK(read_text(w.log).starts_with(log + "\nChecked by hand.\n"));
}

TEST_CASE("verify says of a view's file that it cannot be read") {
  ClaimedEssay w;
  write_text(w.log, read_text(w.log) + std::string(size_t{9} << 20, 'x'));
  const Answer answer = w.must("verify");
  CHECK(answer.exit == 7);
  CHECK(answer.text.find("fact-check-log.md cannot be read: the file is too large") !=
        std::string::npos);
}

}  // namespace
}  // namespace clew
