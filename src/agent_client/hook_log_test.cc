#include "agent_client/hook_log.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "agent_client/process.h"
#include "files/posix_file_system.h"
#include "testing/temp_folder.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

struct Logs {
  TempFolder folder;
  PosixFileSystem files;
  Time now{1'763'200'000'000};
  std::string path = folder / "state/clew";
  HookLog log{files, path, [this] { return now; }};
};

TEST_CASE("a problem is one line with its time") {
  Logs logs;
  logs.log.problem("claude-code", "two\nlines \x1b[31m and \xff");
  CHECK(read_text(logs.path + "/hook.log") ==
        "2025-11-15T09:46:40.000Z claude-code: two lines \\x1b[31m and \xEF\xBF\xBD\n");
  logs.now = logs.now + hours(1);
  logs.log.problem("codex", std::string(10'000, 'x'));
  const auto problems = read_hook_problems(logs.files, logs.path, Time{0});
  CHECK(problems.count == 2);
  CHECK(problems.latest_at == logs.now);
  CHECK(problems.latest.starts_with("codex: xxx"));
  CHECK(problems.latest.size() < 600);
  CHECK(read_hook_problems(logs.files, logs.path, logs.now).count == 1);
  CHECK(read_hook_problems(logs.files, logs.path, Time{0}, "claude-code").count == 1);
  CHECK(read_hook_problems(logs.files, logs.path, Time{0}, "claude").count == 0);
  CHECK(read_hook_problems(logs.files, logs.folder / "none", Time{0}).count == 0);
}

TEST_CASE("the log never grows beyond its bound, and one older log stays") {
  Logs logs;
  logs.log.problem("codex", "first");
  std::filesystem::resize_file(logs.path + "/hook.log", kMaxHookLog - 20);
  logs.log.problem("codex", "second");
  CHECK(read_text(logs.path + "/hook.log").find("second") != std::string::npos);
  CHECK(std::filesystem::file_size(logs.path + "/hook.log") < 100);
  CHECK(std::filesystem::file_size(logs.path + "/hook.log.1") == kMaxHookLog - 20);
}

TEST_CASE("when an agent's hooks last fired is kept for each") {
  Logs logs;
  CHECK_FALSE(last_hook_fired(logs.files, logs.path, "codex").has_value());
  logs.log.fired("codex");
  CHECK(last_hook_fired(logs.files, logs.path, "codex") == logs.now);
  logs.now = logs.now + hours(1);
  logs.log.fired("codex");
  logs.log.fired("../../x");  // a name from a command line stays in the folder
  CHECK(last_hook_fired(logs.files, logs.path, "codex") == logs.now);
  CHECK_FALSE(last_hook_fired(logs.files, logs.path, "gemini").has_value());
  CHECK(std::filesystem::exists(logs.path + "/hook-fired-______x"));
}

TEST_CASE("without a folder nothing is kept and nothing fails") {
  PosixFileSystem files;
  HookLog nowhere(files, "", [] { return Time{1}; });
  nowhere.problem("codex", "x");
  nowhere.fired("codex");
  HookLog impossible(files, "/proc/none/clew", [] { return Time{1}; });
  impossible.problem("codex", "x");
  impossible.fired("codex");
}

TEST_CASE("doctor says when hooks fired and what went wrong in them") {
  WorkspaceFixture w;
  w.surroundings.store_url = w.surroundings.store_path;
  w.surroundings.state_folder = w.folder() / "state";
  PosixFileSystem files;
  HookLog log(files, w.surroundings.state_folder, [&] { return w.now; });
  const auto hooks = [&] {
    const auto answer = w.run("doctor");
    REQUIRE(answer.ok());
    for (const auto& check : answer->data.find("checks")->as_list()) {
      if (check.find("check")->as_string() == "hooks") return check;
    }
    return Value();
  };
  CHECK(hooks().find("next")->as_string() == "clew setup");
  log.fired("claude-code");
  w.pass(minutes(5));
  CHECK(hooks().find("found")->as_string() == "last fired: claude-code 5 min ago");
  log.problem("claude-code", "the store is locked");
  CHECK_FALSE(hooks().find("ok")->as_bool());
  CHECK(hooks().find("found")->as_string().find("1 problem in 7 days") != std::string::npos);
  w.pass(days(2));
  CHECK(hooks().find("ok")->as_bool());
  w.pass(days(8));
  CHECK(hooks().find("found")->as_string().find("problem") == std::string::npos);
}

TEST_CASE("an agent's process is known by its number and the time it began") {
  PosixFileSystem files;
  const ProcessMark found = find_agent_process(files, "laptop", 0);
  CHECK(found.pid > 0);
  CHECK(is_running(files, found, "laptop") == true);
  ProcessMark other = found;
  other.began += 1;  // the number was used again
  CHECK(is_running(files, other, "laptop") == false);
  CHECK_FALSE(is_running(files, found, "server").has_value());
  const ProcessMark reported = find_agent_process(files, "laptop", 1);
  CHECK(reported.pid == 1);
  CHECK(is_running(files, reported, "laptop") == true);
  CHECK(find_agent_process(files, "laptop", 99'999'999).pid == 0);
  CHECK_FALSE(is_running(files, ProcessMark{"laptop", 0, 0}, "laptop").has_value());
}

}  // namespace
}  // namespace clew
