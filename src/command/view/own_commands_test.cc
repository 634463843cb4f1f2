// clew's own commands in the history of a feature: what changes plan or state is a line there, what
// only records is not, and no such line is a command run of the session.

#include <filesystem>
#include <map>

#include "document/json/json.h"
#include "document/members.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct FeatureFixture : WorkspaceFixture {
  FeatureFixture() {
    must("start", "goal", "Add login", "step", Value::List{"Plan", "Build", "Ship"}, "dialect",
         "feature", "dir", "tree", "model", "opus", "id", "login");
  }
  std::string folder() const {
    for (const auto& each : std::filesystem::directory_iterator(project() + "/tree")) {
      if (each.is_directory()) return each.path().string();
    }
    return {};
  }
  std::string history() const { return folder() + "/history.jsonl"; }
  std::string reported() const {
    std::string out;
    std::string text = read_text(history());
    while (!text.empty()) {
      const size_t end = text.find('\n');
      const auto line = parse_json(text.substr(0, end));
      text.erase(0, end + 1);
      out += text_in(*line, "command") + "|" + text_in(*line, "arguments") + "|" +
             text_in(*line, "task_id") + "|" + text_in(*line, "status") + "\n";
    }
    return out;
  }
};

TEST_CASE("what changes plan or state is a line of the history, and what records is not") {
  FeatureFixture w;
  w.must("note", "text", "hello");
  w.must("decide", "topic", "db", "choice", "sqlite");
  w.must("done");
  w.must("set", "pairs", words("model=sonnet"));
  w.must("step block", "step", "2", "reason", "no key");
  w.must("step unblock", "step", "2");
  w.must("pause", "reason", "lunch");
  w.must("resume");
  w.must("step add", "title", words("Tell"));
  w.must("ran", "words", words("make test"));
  w.must("undo");
  CHECK(w.reported() ==
        "clew start|Add login||success\n"
        "clew done||step-1|success\n"
        "clew set|model=sonnet||success\n"
        "clew step block|no key|step-2|success\n"
        "clew step unblock||step-2|success\n"
        "clew pause|lunch||success\n"
        "clew resume|||success\n"
        "clew step add|Tell|step-4|success\n"
        "make test||step-2|success\n"
        "clew undo|||success\n");
  CHECK(w.must("validate", "paths", words("tree")).text.starts_with("valid"));
}

TEST_CASE("a command after days without activity has the time at which it was given") {
  FeatureFixture w;
  w.pass(days(3));
  w.must("step block", "step", "1", "reason", "no key");
  const std::string text = read_text(w.history());
  const auto line = parse_json(text.substr(text.find('\n') + 1));
  REQUIRE(line);
  CHECK(text_in(*line, "command") == "clew step block");
  CHECK(time_in(*line, "timestamp") == w.now);
}

TEST_CASE("lines that git took away, or somebody with the file, come back in their order") {
  for (const bool is_gone : {false, true}) {
    CAPTURE(is_gone);
    FeatureFixture w;
    std::map<std::string, std::string> before;
    for (const char* name : {"state.yaml", "implementation-plan.yaml", "history.jsonl"}) {
      before[w.folder() + "/" + name] = read_text(w.folder() + "/" + name);
    }
    w.pass(seconds(2));
    w.must("done");
    w.pass(seconds(2));
    w.must("ran", "words", words("make test"));
    const std::string after = read_text(w.history());
    if (is_gone) {
      std::filesystem::remove(w.history());
    } else {
      for (const auto& [path, text] : before) write_text(path, text);
    }
    w.must("note", "text", "x");
    CHECK(read_text(w.history()) == after);
  }
}

TEST_CASE("a last line that was cut off is kept aside, and said to be") {
  FeatureFixture w;
  const std::string before = read_text(w.history());
  write_text(w.history(), before + R"({"timestamp":"2025-11-15T10:00:00Z","command":"mak)");
  const Answer answer = w.must("done");
  CHECK(answer.text.find(
            "history.jsonl: the last line was cut off; it is kept as history.jsonl.cut-") !=
        std::string::npos);
  CHECK(read_text(w.history()).starts_with(before));
}

TEST_CASE("a gate that stays closed is a failed command") {
  WorkspaceFixture w;
  w.must("start", "goal", "Add login", "step", Value::List{"Plan"}, "gate",
         Value::List{"score >= 3"}, "dialect", "feature", "dir", "tree", "model", "opus");
  CHECK(w.must("done").refusal.has_value());
  for (const auto& each : std::filesystem::recursive_directory_iterator(w.project() + "/tree")) {
    if (each.path().filename() != "history.jsonl") continue;
    const std::string text = read_text(each.path().string());
    CHECK(text.find("\"status\":\"failure\"") != std::string::npos);
    CHECK(text.find("score is missing") != std::string::npos);
  }
}

TEST_CASE("lines of clew's own are not read back as runs") {
  FeatureFixture w;
  w.must("done");
  WorkspaceFixture elsewhere;
  std::filesystem::copy(w.project() + "/tree", elsewhere.project() + "/tree",
                        std::filesystem::copy_options::recursive);
  elsewhere.must("import", "paths", words("tree"));
  CHECK(elsewhere.session().runs.total == 0);
}

TEST_CASE("a line of clew's own that was lost is missed, and made again from the log") {
  FeatureFixture w;
  w.must("done");
  w.must("set", "pairs", words("model=sonnet"));
  w.must("done");
  const std::string whole = read_text(w.history());
  SUBCASE("one was removed") {
    const size_t first = whole.find('\n') + 1;
    const std::string rest = whole.substr(whole.find('\n', first) + 1);
    write_text(w.history(), whole.substr(0, first) + rest);
    CHECK(w.must("status").text.find("line 2 was removed") != std::string::npos);
    w.must("repair");
    CHECK(read_text(w.history()) == whole);
  }
  SUBCASE("the file is gone") {
    std::filesystem::remove(w.history());
    w.must("note", "text", "x");
    CHECK(read_text(w.history()) == whole);
  }
  SUBCASE("another program added one meanwhile") {
    const std::string line =
        R"({"timestamp":"2026-11-20T10:00:00Z","command":"plan","arguments":"","model":"opus","agent":"a","task_id":null,"status":"success","duration_ms":1})";
    write_text(w.history(), whole + line + "\n");
    w.must("done");
    CHECK(read_text(w.history()).starts_with(whole + line + "\n"));
    CHECK(w.reported().ends_with("plan|||success\nclew done||step-3|success\n"));
    CHECK(w.session().runs.total == 1);
  }
}

TEST_CASE("a model that the files cannot name is refused by set as by start") {
  FeatureFixture w;
  const Error error = w.error("set", "pairs", words("model=foo"));
  CHECK(error.code == ErrorCode::kInvalid);
  CHECK(error.next == "clew set model=gemini");
  CHECK(w.session().identity.model == "opus");
  w.must("set", "pairs", words("model=claude-sonnet-4"));
}

}  // namespace
}  // namespace clew
