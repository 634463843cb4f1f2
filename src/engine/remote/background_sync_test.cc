// When work is sent by itself, and when it is not.

#include "engine/remote/background_programs.h"
#include "engine/remote/remote_state.h"
#include "testing/workspace_fixture.h"

namespace clew {
namespace {

class StartedPrograms final : public BackgroundPrograms {
 public:
  Status start(const Surroundings&, const std::vector<std::string>& words, Duration wait) override {
    started.push_back(words);
    waited += wait;
    return success();
  }
  std::vector<std::vector<std::string>> started;
  Duration waited;
};

struct SendingDevice : WorkspaceFixture {
  SendingDevice() {
    surroundings.background = &programs;
    must("start", "goal", "Walk", "id", "walk", "step", Value::List{"A", "B"});
    change("home", [](RemoteState& state) { state.automatic = true; });
    programs.started.clear();
  }
  void change(const std::string& name, const std::function<void(RemoteState&)>& how) {
    Workspace workspace(
        store(), counted_files(), [this] { return now; },
        [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'r'); }, caller, surroundings);
    REQUIRE(change_remote_state(workspace, name, how).ok());
  }
  size_t starts_of(const std::string& verb, Value::Object request = {}) {
    programs.started.clear();
    must(verb, std::move(request));
    return programs.started.size();
  }
  StartedPrograms programs;
};

TEST_CASE("a checkpoint, a pause and a close start sending; what comes between does not") {
  SendingDevice device;
  CHECK(device.starts_of("note", {
                                     {"text", "a note"}
  }) == 0);
  CHECK(device.starts_of("done", {
                                     {"words", words("1")}
  }) == 0);
  CHECK(device.starts_of("checkpoint", {
                                           {"name", "here"}
  }) == 1);
  CHECK(device.programs.started[0] == std::vector<std::string>{"sync", "home", "--background"});
  CHECK(device.starts_of("pause") == 1);
  CHECK(device.starts_of("resume") == 0);
  CHECK(device.starts_of("close", {
                                      {"abandoned", true}
  }) == 1);
  CHECK(device.programs.waited == Duration{0});
}

TEST_CASE("each remote that is switched on is sent to, and no other") {
  SendingDevice device;
  device.change("stick", [](RemoteState& state) { state.automatic = true; });
  device.change("work", [](RemoteState& state) { state.looked_at = "2026-11-15T12:00:00Z"; });
  CHECK(device.starts_of("checkpoint") == 2);
}

TEST_CASE("nothing is sent while recording is off") {
  SendingDevice device;
  REQUIRE(device.run("off").ok());
  const size_t before = device.programs.started.size();
  static_cast<void>(device.run("checkpoint"));
  CHECK(device.programs.started.size() == before);
  REQUIRE(device.run("on").ok());
  CHECK(device.starts_of("checkpoint") == 1);
}

TEST_CASE(
    "a remote that cannot be reached is tried again after a pause, each longer than the last") {
  SendingDevice device;
  const Error away = make_error(ErrorCode::kFailed, "cannot be reached", "/mnt/stick");
  const auto fails = [&] {
    device.change("home", [&](RemoteState& state) { note_failure(state, away, device.now); });
  };
  const Time began = device.now;
  Duration last{0};
  for (int i = 0; i < 12; ++i) {
    fails();
    CHECK(device.starts_of("checkpoint") == 0);
    const RemoteState state = remote_state(device.store(), "home");
    const Duration pause = parse_time(state.next_try)->time - device.now;
    CHECK(pause >= last);
    CHECK(pause <= hours(1));
    CHECK(state.waiting_since == to_iso(began));
    last = pause;
    device.pass(pause);
    CHECK(device.starts_of("checkpoint") == 1);
  }
  CHECK(last == hours(1));
  const Answer status = device.must("status");
  CHECK(status.text.find("not sent since") != std::string::npos);
  CHECK(status.text.find("cannot be reached") != std::string::npos);
}

TEST_CASE("what is newer elsewhere is named, the first of it, with the command that brings it") {
  RemoteState state;
  CHECK(newer_words("home", state).empty());
  state.newer = {"oauth"};
  state.newer_count = 1;
  CHECK(newer_words("home", state) == "newer work at home: oauth; run: clew pull home");
  state.newer = {"a", "b", "c", "d"};
  state.newer_count = 7;
  CHECK(newer_words("home", state) ==
        "newer work at home: a, b, c and 4 more; run: clew pull home");
}

}  // namespace
}  // namespace clew
