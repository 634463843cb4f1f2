// The contents of artifacts leave with the log and come back with it.

#include <functional>
#include <sstream>

#include "document/json/json.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::string exported_whole(WorkspaceFixture& w, const std::string& id) {
  return w.must("export", "log", true, "sessions", words(id)).data.find("log")->as_string() + "\n";
}

Result<Answer> import_whole(WorkspaceFixture& w, const std::string& text) {
  w.input = text;
  return w.run("import", "paths", words("-"));
}

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// A session "main" with two artifacts, one of them larger than a line.
std::string with_artifacts(WorkspaceFixture& w) {
  std::string large;
  for (int i = 0; i < 150'000; ++i) large += std::to_string(i * 7919) + "\n";
  w.must("start", "goal", "Work", "id", "main");
  w.surroundings.session = "main";
  w.write("large.txt", large);
  w.write("empty.txt", "");
  w.write("small.txt", "zanzibar\n");
  w.must("artifact add", "paths",
         Value::List{Value("large.txt"), Value("empty.txt"), Value("small.txt")});
  return large;
}

TEST_CASE("contents travel with the log, in lines that are no longer than a line may be") {
  WorkspaceFixture here;
  const std::string large = with_artifacts(here);
  const std::string log = exported_whole(here, "main");
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() < 1024 * 1024);

  WorkspaceFixture there;
  REQUIRE(import_whole(there, log).ok());
  CHECK(*there.store().blob(sha256(large)) == large);
  CHECK(there.store().blob(sha256("")).ok());
  there.caller.session = "main";
  CHECK(there.must("artifact show", "path", "small.txt").text.find("zanzibar") == 0);
  CHECK(there.must("search", "words", words("zanzibar")).data.find("hits")->as_list().size() == 1);
  there.caller.session.clear();
  CHECK(exported_whole(there, "main") == log);
  CHECK_FALSE(import_whole(there, log)->data.find("changed")->as_bool());
}

// The lines of a log that fulfil a condition.
std::string lines_where(const std::string& log, const std::function<bool(const Value&)>& wanted) {
  std::istringstream lines(log);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (wanted(*parse_json(line))) out += line + "\n";
  }
  return out;
}
bool is_no_content(const Value& line) { return line.find("content") == nullptr; }

TEST_CASE("a log of old, without contents, is read, and a later one brings them") {
  WorkspaceFixture here;
  const std::string large = with_artifacts(here);
  const std::string log = exported_whole(here, "main");
  const std::string old = with_replaced(lines_where(log, is_no_content), "\"contents\":3,", "");
  WorkspaceFixture there;
  REQUIRE(import_whole(there, old).ok());
  CHECK_FALSE(there.store().blob(sha256(large)).ok());
  CHECK(import_whole(there, log)->data.find("changed")->as_bool());
  CHECK(there.store().blob(sha256(large)).ok());
}

TEST_CASE("contents that are missing, changed or named by nobody are refused") {
  WorkspaceFixture here;
  with_artifacts(here);
  const std::string log = exported_whole(here, "main");
  const std::string none = lines_where(log, is_no_content);
  const std::string small = sha256("zanzibar\n").hex();
  WorkspaceFixture elsewhere;
  elsewhere.must("start", "goal", "Other", "id", "main");
  const std::string other = exported_whole(elsewhere, "main");
  const std::string piece = lines_where(log, [&](const Value& line) {
    const Value* content = line.find("content");
    return content != nullptr && content->as_string() == small;
  });
  struct Row {
    const char* claim;
    std::string log;
    const char* says;
  };
  const Row rows[] = {
      {"all of them are missing", none, "has 0 of its 3 contents"},
      {"one was changed", with_replaced(log, "emFuemliYXIK", "emFuemliYXIL"),
       "does not match its hash"},
      {"no base64", with_replaced(log, "emFuemliYXIK", "emFu!mliYXIK"), "is not valid base64"},
      {"the first piece is missing", with_replaced(log, "\"offset\":0", "\"offset\":9"),
       "a piece is missing at byte 0"},
      {"named by no event",
       with_replaced(other, "\"events\":1,", "\"events\":1,\"contents\":1,") + piece,
       "is not referenced by any event"},
  };
  for (const auto& row : rows) {
    INFO(row.claim);
    WorkspaceFixture there;
    const auto refused = import_whole(there, row.log);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find(row.says) != std::string::npos);
    CHECK_FALSE(there.store().summary(SessionId("main")).ok());
  }
}

TEST_CASE("an older log does not bring back the content of what was redacted here") {
  WorkspaceFixture here;
  with_artifacts(here);
  const std::string log = exported_whole(here, "main");
  here.must("redact", "events", words(std::to_string(here.events().size())), "text", "zanzibar");
  CHECK_FALSE(here.store().blob(sha256("zanzibar\n")).ok());
  REQUIRE(import_whole(here, log).ok());
  CHECK_FALSE(here.store().blob(sha256("zanzibar\n")).ok());
  CHECK(exported_whole(here, "main").find("emFuemliYXIK") == std::string::npos);
}

}  // namespace
}  // namespace clew
