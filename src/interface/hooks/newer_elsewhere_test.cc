// What an agent is told of work that went on at another device.

#include "engine/remote/background_programs.h"
#include "engine/remote/remote_state.h"
#include "interface/hooks/hooks_test.h"

namespace clew {
namespace {

class LookingPrograms final : public BackgroundPrograms {
 public:
  Status start(const Surroundings&, const std::vector<std::string>&, Duration wait) override {
    ++started;
    longest = std::max(longest, wait);
    return success();
  }
  int started = 0;
  Duration longest;
};

struct HooksOfTwo : Hooks {
  HooksOfTwo() { surroundings.background = &programs; }
  void stand(const std::string& name, const RemoteState& state) {
    Workspace workspace(
        store(), counted_files(), [this] { return now; },
        [](Bytes& bytes) { std::fill(bytes.begin(), bytes.end(), 'r'); }, caller, surroundings);
    REQUIRE(
        change_remote_state(workspace, name, [&](RemoteState& now_so) { now_so = state; }).ok());
  }
  LookingPrograms programs;
};

RemoteState newer_work(bool automatic) {
  RemoteState state;
  state.automatic = automatic;
  state.is_folder = true;
  state.newer = {"oauth"};
  state.newer_count = 1;
  return state;
}

constexpr const char* kTold = "clew: newer work at home: oauth; run: clew pull home";

TEST_CASE("a conversation that begins is told of newer work elsewhere, behind its brief") {
  HooksOfTwo w;
  w.must("start", "goal", "Add OAuth", "id", "oauth");
  w.stand("home", newer_work(false));
  const std::string told = w.context(w.starts("startup"));
  CHECK(told.starts_with("clew oauth"));
  CHECK(told.ends_with(kTold));
  CHECK(w.programs.started == 0);  // nobody agreed to look by itself
  w.stand("home", RemoteState());
  CHECK(w.context(w.starts("startup", kTwo)).find("newer work") == std::string::npos);
}

TEST_CASE("it is told where no session is here yet, too") {
  HooksOfTwo w;
  w.stand("home", newer_work(false));
  CHECK(w.context(w.starts("startup")) == kTold);
}

TEST_CASE("a start looks once, and waits a moment for a folder alone") {
  HooksOfTwo w;
  w.must("start", "goal", "Add OAuth", "id", "oauth");
  w.stand("home", newer_work(true));
  w.starts("startup");
  CHECK(w.programs.started == 1);
  CHECK(w.programs.longest <= Duration{150});
  CHECK(w.programs.longest.ms > 0);
  w.starts("compact");
  CHECK(w.programs.started == 1);
  RemoteState bucket = newer_work(true);
  bucket.is_folder = false;
  w.stand("home", bucket);
  w.programs.longest = Duration{0};
  w.starts("startup", kTwo);
  CHECK(w.programs.started == 2);
  CHECK(w.programs.longest.ms == 0);
}

TEST_CASE("the end of an agent's turn starts sending") {
  HooksOfTwo w;
  w.must("start", "goal", "Add OAuth", "id", "oauth");
  w.starts("startup");
  w.prompt("Go on with it");
  w.stand("home", newer_work(true));
  w.programs.started = 0;
  w.edit("a.txt", "text\n");
  CHECK(w.programs.started == 0);
  w.say("Stop");
  CHECK(w.programs.started == 1);
}

}  // namespace
}  // namespace clew
