// A history under a view, into which other programs write: no line of theirs is lost, and none
// keeps the view from being written.

#include <filesystem>

#include "testing/workspace_fixture.h"

namespace clew {
namespace {

const std::string kForeign =
    R"({"timestamp": "2026-11-15T19:52:41Z", "command": "plan", "arguments": "x", "model": "gemini", "agent": "one", "task_id": null, "status": "success", "duration_ms": 5})";
// As the origin's scripts write it.
const std::string kShort =
    R"({"timestamp": "2026-11-15T19:52:42Z", "command": "implement", "model": "gemini", "status": "success"})";

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

struct SharedHistory {
  SharedHistory() {
    w.must("start", "goal", "Add login", "id", "one", "dialect", "feature", "dir", "tree", "model",
           "opus", "step", words("First"));
    w.must("ran", "words", words("make"));
    entry = w.must("view list").data.find("views")->as_list().at(0).find("entry")->as_string();
    path = w.project() + "/tree/" + entry + "/history.jsonl";
    own = read_text(path);
  }
  std::string text() const { return read_text(path); }
  bool has_quarantined() const {
    for (const auto& each :
         std::filesystem::directory_iterator(std::filesystem::path(path).parent_path())) {
      if (each.path().filename().string().find("damaged") != std::string::npos) return true;
    }
    return false;
  }
  Answer repair() {
    w.caller.session = "tree/" + entry;
    auto answer = w.run("repair");
    w.caller.session.clear();
    if (!answer) FAIL(answer.error().message);
    return std::move(*answer);
  }

  mutable WorkspaceFixture w;
  std::string entry;
  std::string path;
  std::string own;  // what clew wrote: `clew start` and make
};

TEST_CASE("a damaged line in the middle of a history stays, is said, and costs no other line") {
  for (const std::string damage : {"{\"timestamp\": \"2026", "garbage", "5"}) {
    CAPTURE(damage);
    SharedHistory h;
    const std::string before = h.own + damage + "\n" + kForeign + "\n";
    write_text(h.path, before);
    const std::string said = h.w.must("ran", "words", words("check")).text;
    if (damage != "5") CHECK(said.find(h.entry + "/history.jsonl:3: ") != std::string::npos);
    const std::string after = h.text();
    CHECK(after.starts_with(before));
    CHECK(count_of(after, "\n") == 5);
    CHECK(count_of(after, "\"check\"") == 1);
    CHECK(count_of(after, "\"make\"") == 1);
    CHECK(h.w.session().runs.items.size() == 3);  // the other program's too
    CHECK_FALSE(h.has_quarantined());

    // The next ones find it as they left it, and add to it.
    h.w.must("ran", "words", words("again"));
    CHECK(h.text().starts_with(after));
    CHECK(count_of(h.text(), "\n") == 6);
    write_text(h.path, h.text() + kShort + "\n");
    h.w.must("ran", "words", words("third"));
    CHECK(h.text().starts_with(after));
    CHECK(count_of(h.text(), "\n") == 8);
    CHECK(h.w.must("view list").text.ends_with("clean"));
    const Answer judged = h.w.must("validate", "paths", words("tree"));
    REQUIRE(judged.refusal);
    CHECK(judged.text.find("history.jsonl:3:") != std::string::npos);
  }
}

TEST_CASE("repair of a view takes no line out of a history, and says what stays wrong in it") {
  for (const std::string& line : {std::string("garbage"), kShort}) {
    CAPTURE(line);
    SharedHistory h;
    const std::string before = h.own + line + "\n" + kForeign + "\n";
    write_text(h.path, before);
    const Answer done = h.repair();
    REQUIRE(done.refusal);
    CHECK(done.refusal->code == ErrorCode::kInvalid);
    CHECK(done.text.find("nothing to repair") == std::string::npos);
    CHECK(done.text.find("history.jsonl:3: ") != std::string::npos);
    CHECK(h.text() == before);
    CHECK_FALSE(h.has_quarantined());
    CHECK(h.repair().text.find("nothing to repair") == std::string::npos);
    CHECK(h.text() == before);
  }
}

TEST_CASE("a line as the origin's scripts write it is taken in, and is a finding for validate") {
  SharedHistory h;
  write_text(h.path, h.own + kShort + "\n");
  const std::string said = h.w.must("ran", "words", words("check")).text;
  CHECK(said.find("left unchanged") == std::string::npos);
  CHECK(h.text().starts_with(h.own + kShort + "\n"));
  CHECK(count_of(h.text(), "\n") == 4);
  CHECK(h.w.session().runs.items.at(1).command == "implement");
  CHECK(h.w.must("view list").text.ends_with("clean"));
  const Answer judged = h.w.must("validate", "paths", words("tree"));
  REQUIRE(judged.refusal);
  CHECK(judged.text.find("arguments is missing") != std::string::npos);
}

TEST_CASE(
    "a line removed from a history or changed in it is said, changes no fact, and comes back") {
  struct Row {
    const char* what;
    std::string (*edit)(const std::string& own);
    const char* said;
  };
  const Row rows[] = {
      {"the first is removed",
       [](const std::string& own) { return own.substr(own.find('\n') + 1); },
       "history.jsonl: line 1 was removed"                                                                                           },
      {"the last is removed",
       [](const std::string& own) { return own.substr(0, own.rfind('\n', own.size() - 2) + 1); },
       "history.jsonl: line 3 was removed"                                                                                           },
      {"emptied",                 [](const std::string&) { return std::string(); },
       "history.jsonl: lines 1, 2 and 3 were removed"                                                                                },
      {"one says something else",
       [](const std::string& own) {
         std::string text = own;
         return text.replace(text.find("success"), 7, "failure");
       },                                                                                         "history.jsonl: line 1 was changed"},
      {"one is damaged",          [](const std::string& own) { return own.substr(20); },
       "history.jsonl: line 1 was changed"                                                                                           },
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    SharedHistory h;
    h.w.must("ran", "words", words("check"));
    const std::string own = h.text();
    const std::string edited = row.edit(own) + kForeign + "\n";
    write_text(h.path, edited);
    CHECK(h.w.must("view list").text.find(row.said) != std::string::npos);
    CHECK(h.w.must("status").text.find(row.said) != std::string::npos);
    CHECK(h.w.must("note", "text", "x").text.find(row.said) != std::string::npos);
    CHECK(h.w.session().runs.items.size() == 2);
    CHECK(h.w.session().runs.items.at(0).outcome == RunOutcome::kSuccess);
    CHECK(h.text() == edited);

    CHECK_FALSE(h.repair().refusal);
    CHECK(h.text() == own + kForeign + "\n");
    CHECK(h.has_quarantined());
    CHECK(h.w.session().runs.items.size() == 3);
    CHECK(h.w.must("view list").text.ends_with("clean"));
  }
}

TEST_CASE("a history left with nothing but a line end is said, and repair brings its lines back") {
  SharedHistory h;
  write_text(h.path, h.own + kForeign + "\n");
  h.w.must("note", "text", "taken in");
  const std::string own = h.text();
  write_text(h.path, "\n");
  CHECK(h.w.must("note", "text", "x").text.find("history.jsonl: lines 1, 2 and 3 were removed") !=
        std::string::npos);
  CHECK(h.w.session().runs.items.size() == 2);
  CHECK_FALSE(h.repair().refusal);
  CHECK(h.text() == own);
}

TEST_CASE("lines of a history in another order or spelling are no loss") {
  SharedHistory h;
  h.w.must("ran", "words", words("check"));
  const std::string own = h.text();
  const size_t second = own.find('\n') + 1;
  write_text(h.path, own.substr(second) + kForeign + "\n" + own.substr(0, second));
  CHECK(h.w.must("note", "text", "x").text.find("left unchanged") == std::string::npos);
  CHECK(h.w.session().runs.items.size() == 3);
  CHECK(h.w.must("view list").text.ends_with("clean"));
}

TEST_CASE("a view that is left as it is names the file and the line") {
  SharedHistory h;
  const std::string plan = h.w.project() + "/tree/" + h.entry + "/implementation-plan.yaml";
  std::string text = read_text(plan);
  const size_t at = text.find("status: \"");
  REQUIRE(at != std::string::npos);
  text.replace(at, text.find('\n', at) - at, "status: \"almost\"");
  write_text(plan, text);
  const std::string line = std::to_string(count_of(text.substr(0, at), "\n") + 1);
  const std::string location = h.entry + "/implementation-plan.yaml:" + line + ": ";
  const std::string noted = h.w.must("note", "text", "x").text;
  CHECK(noted.find(location) != std::string::npos);
  CHECK(noted.find("status: \"almost\" is not one of") != std::string::npos);
  CHECK(h.w.must("view list").text.find("held: " + location) != std::string::npos);
}

TEST_CASE("a history emptied to what clew once wrote is lost lines, and verify says so") {
  SharedHistory h;
  for (const std::string& earlier : {std::string(), h.own}) {
    CAPTURE(earlier);
    h.w.must("ran", "words", words("later"));
    const std::string whole = h.text();
    write_text(h.path, earlier);
    CHECK(h.w.must("note", "text", "x").text.find("append-only") != std::string::npos);
    const Answer verified = h.w.must("verify");
    CHECK(verified.exit == 7);
    CHECK(verified.text.find("history.jsonl: ") != std::string::npos);
    CHECK(verified.text.find("match what was recorded") == std::string::npos);
    h.repair();
    CHECK(h.text().starts_with(whole));
    CHECK(h.w.must("verify").exit == 0);
  }
}

TEST_CASE("the emptied history of an adopted tree loses no fact, and repair brings it back") {
  WorkspaceFixture w;
  SharedHistory h;
  h.w.must("view detach");
  write_text(h.path, h.own + kForeign + "\n");
  w.write("tree/" + h.entry + "/history.jsonl", h.own + kForeign + "\n");
  for (const std::string file : {"state.yaml", "implementation-plan.yaml"}) {
    w.write("tree/" + h.entry + "/" + file,
            read_text(h.w.project() + "/tree/" + h.entry + "/" + file));
  }
  w.write("tree/active-features.yaml", read_text(h.w.project() + "/tree/active-features.yaml"));
  w.must("import", "paths", words("tree"));
  w.must("view attach", "dialect", "feature", "dir", "tree");
  const std::string path = w.project() + "/tree/" + h.entry + "/history.jsonl";
  const std::string whole = read_text(path);
  const size_t runs = w.session().runs.items.size();
  write_text(path, "");
  CHECK(w.must("note", "text", "x").text.find("append-only") != std::string::npos);
  CHECK(w.session().runs.items.size() == runs);
  CHECK(w.must("verify").exit == 7);
  w.caller.session = "tree/" + h.entry;
  CHECK(w.run("repair").ok());
  CHECK(read_text(path).starts_with(whole));
}

TEST_CASE("a history that grows over the limit of a document is taken in like any other") {
  SharedHistory h;
  std::string lines;
  for (int i = 0; i < 10; ++i) {
    std::string line = kForeign;
    line.replace(line.find("\"x\""), 3,
                 "\"" + std::to_string(i) + std::string(900'000, 'x') + "\"");
    lines += line + "\n";
  }
  write_text(h.path, h.own + lines);
  const std::string said = h.w.must("ran", "words", words("check")).text;
  CHECK(said.find("left unchanged") == std::string::npos);
  CHECK(h.text().starts_with(h.own + lines));
  CHECK(count_of(h.text(), "\"check\"") == 1);
  CHECK(count_of(h.text(), "\n") == 13);
  CHECK(h.w.must("view list").text.ends_with("clean"));
}

}  // namespace
}  // namespace clew
