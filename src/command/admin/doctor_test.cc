// The house: init, use, on and off, doctor, backup and restore.

#include "command/admin/doctor.h"

#include <filesystem>

#include "command/admin/switch_recording.h"
#include "engine/recording.h"
#include "testing/edit_store.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

std::vector<std::string> wrong_checks(const Answer& answer) {
  std::vector<std::string> names;
  for (const auto& check : answer.data.find("checks")->as_list()) {
    if (!check.find("ok")->as_bool()) names.push_back(check.find("check")->as_string());
  }
  return names;
}

// Outside a fixture's `must`: these verbs concern no single session.
Answer ok(Result<Answer> answer) {
  if (!answer) FAIL(answer.error().message);
  return std::move(*answer);
}

struct House : WorkspaceFixture {
  House() { surroundings.store_url = surroundings.store_path; }
  bool off() {
    Workspace workspace(
        store(), files, [this] { return now; }, [](Bytes&) {}, caller, surroundings);
    return is_off(workspace);
  }
  PosixFileSystem files;
};

TEST_CASE("doctor finds nothing wrong before the first session and after it") {
  House house;
  const auto git_is_fine = [](std::vector<std::string> names) {
    std::erase(names, "git");  // a machine may have none
    return names;
  };
  CHECK(git_is_fine(wrong_checks(ok(house.run("doctor")))).empty());
  CHECK_FALSE(std::filesystem::exists(house.surroundings.store_path));
  house.start_plan();
  CHECK(git_is_fine(wrong_checks(ok(house.run("doctor")))).empty());
}

TEST_CASE("doctor names what is wrong and what mends it") {
  House house;
  house.start_plan();
  std::filesystem::permissions(
      house.surroundings.store_path,
      std::filesystem::perms::owner_all | std::filesystem::perms::others_read);
  edit_store(house.surroundings.store_path, "UPDATE sessions SET card = X''");
  house.now = house.now - days(3);
  const Answer answer = ok(house.run("doctor"));
  const auto wrong = wrong_checks(answer);
  const auto has = [&](const char* name) {
    return std::find(wrong.begin(), wrong.end(), name) != wrong.end();
  };
  CHECK(has("permissions"));
  CHECK(has("content"));
  CHECK(has("clock"));
  REQUIRE(answer.refusal.has_value());
  CHECK(answer.refusal->code == ErrorCode::kFailed);
  CHECK(answer.text.find("clew verify " + house.surroundings.session) != std::string::npos);
  CHECK(answer.text.find("chmod 600") != std::string::npos);
  CHECK_FALSE(house.must("repair").refusal.has_value());
}

TEST_CASE("doctor lists sessions that were left in the middle") {
  House house;
  house.start_plan();
  house.pass(days(2));
  const Answer answer = ok(house.run("doctor"));
  CHECK(answer.text.find("1 interrupted: " + house.surroundings.session) != std::string::npos);
  CHECK(answer.text.find("clew resume " + house.surroundings.session) != std::string::npos);
}

TEST_CASE("init makes a store that git ignores, once") {
  House house;
  const Answer answer = ok(house.run("init"));
  CHECK(answer.data.find("changed")->as_bool());
  CHECK(read_text(house.project() + "/.clew/.gitignore") == "*\n");
  CHECK(std::filesystem::exists(house.project() + "/.clew/store.db"));
  CHECK_FALSE(ok(house.run("init")).data.find("changed")->as_bool());
}

TEST_CASE("a checkout uses the session it is told to") {
  House house;
  house.must("start", "goal", "One", "id", "one");
  house.must("start", "goal", "Two", "id", "two");
  // What a person starts is what they mean from then on.
  CHECK(house.must("note", "text", "that one").data.find("session")->as_string() == "two");
  house.caller.session = "one";
  ok(house.run("use"));
  house.caller.session.clear();
  CHECK(house.must("note", "text", "this one").data.find("session")->as_string() == "one");
  CHECK(ok(house.run("use")).data.find("session")->as_string() == "one");
  ok(house.run("use", "none", true));
  CHECK(house.refused("note", "text", "which?") == ErrorCode::kUsage);
  house.caller.session = "three";
  CHECK(house.refused("use") == ErrorCode::kNotFound);
}

TEST_CASE("recording is switched off and on, here or everywhere") {
  House house;
  CHECK_FALSE(house.off());
  ok(house.run("off", "here", true));
  CHECK(house.off());
  ok(house.run("off"));
  CHECK(ok(house.run("on", "here", true)).data.find("off")->as_bool());
  CHECK(house.off());
  CHECK_FALSE(ok(house.run("on")).data.find("off")->as_bool());
  CHECK_FALSE(house.off());
  house.surroundings.off = true;
  CHECK(house.off());
  CHECK(is_recording(*find_verb("note")));
  CHECK_FALSE(is_recording(*find_verb("on")));
  CHECK_FALSE(is_recording(*find_verb("log")));
}

TEST_CASE("who is still off is told what switches it on, and doctor says the same") {
  House house;
  const auto doctor_says = [&](const std::string& next) {
    return ok(house.run("doctor")).text.find("· recording    off\n    next  " + next + "\n") !=
           std::string::npos;
  };
  ok(house.run("off", "here", true));
  CHECK(ok(house.run("on")).text == "turned on, but still off here: clew on --here");
  CHECK(doctor_says("clew on --here"));
  ok(house.run("off"));
  CHECK(ok(house.run("on", "here", true)).text ==
        "turned on in " + house.project() + ", but still off everywhere: clew on");
  CHECK(doctor_says("clew on"));
  house.surroundings.off = true;
  CHECK(ok(house.run("on")).text == "turned on, but still off in this environment: unset CLEW_OFF");
  CHECK(doctor_says("unset CLEW_OFF"));
}

TEST_CASE("a backup brings everything back") {
  House house;
  house.start_plan();
  house.write("a.md", "kept");
  house.must("artifact add", "paths", words("a.md"));
  const Head before = house.store().summary(SessionId(house.surroundings.session))->head;
  ok(house.run("backup", "path", "../saved.db"));
  CHECK(house.refused("backup", "path", "../saved.db") == ErrorCode::kInvalid);
  house.must("note", "text", "lost again");
  CHECK(house.run("restore", "path", "../saved.db").error().code == ErrorCode::kUsage);
  house.caller.agreed = true;
  const Answer answer = ok(house.run("restore", "path", "../saved.db"));
  CHECK_FALSE(answer.refusal.has_value());
  CHECK(std::filesystem::exists(answer.data.find("kept")->as_string()));
  CHECK(house.store().summary(SessionId(house.surroundings.session))->head == before);
  CHECK(house.store().blob(sha256("kept")).ok());
  CHECK(house.refused("restore", "path", "missing.db") == ErrorCode::kNotFound);
}

std::string next_of(const Answer& answer, const std::string& name) {
  for (const auto& check : answer.data.find("checks")->as_list()) {
    if (check.find("check")->as_string() == name) return check.find("next")->as_string();
  }
  return "there is no such check";
}

TEST_CASE("hooks that never fired are to be set up, or used once they are") {
  House house;
  house.surroundings.user = house.files.info(house.folder().path())->owner;
  house.surroundings.program = "/opt/clew";
  std::filesystem::create_directories(house.folder() / ".claude");
  CHECK(next_of(ok(house.run("doctor")), "hooks") == "clew setup");
  house.caller.agreed = true;
  ok(house.run("setup", "agents", words("claude-code")));
  CHECK(next_of(ok(house.run("doctor")), "hooks") == "use Claude Code once");
}

TEST_CASE("a store that is damaged in part is exit 8, with how much of it is intact") {
  House house;
  house.must("start", "goal", "One", "id", "one");
  house.must("start", "goal", "Two", "id", "two");
  const std::string two = " WHERE sid = (SELECT sid FROM sessions WHERE id = 'two')";
  edit_store(house.surroundings.store_path, "UPDATE events SET at = at + 1" + two);
  const auto answer = house.run("verify", "all", true);
  REQUIRE(answer.ok());
  REQUIRE(answer->refusal.has_value());
  CHECK(describe(answer->refusal->code).exit == 8);
  CHECK(answer->refusal->message.find("1 of 2 sessions is intact") != std::string::npos);
  edit_store(house.surroundings.store_path, "UPDATE events SET at = at - 1" + two);
}

}  // namespace
}  // namespace clew
