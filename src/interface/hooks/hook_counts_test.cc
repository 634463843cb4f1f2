// How often a hook writes and reads the store, loads the session, looks for the repository and
// starts a program: an agent waits for it.

#include "files/run_process.h"
#include "interface/hooks/hooks_test.h"
#include "testing/git_sandbox.h"

namespace clew {
namespace {

int found_repositories(const CountingFiles& files, const std::string& project) {
  const auto head = files.looked_at.find(project + "/.git/HEAD");
  return head == files.looked_at.end() ? 0 : head->second;
}

struct CountedHooks : Hooks {
  CountedHooks() {
    const GitSandbox git(project());
    git.init();
    git.commit("a.txt", "a\n");
    surroundings.cache_folder = folder() / "cache";
  }
  void forget_counts() {
    store().counts = {};
    counted_files().looked_at.clear();
    programs = programs_started();
  }
  uint64_t programs = 0;
};

TEST_CASE("a hook at an edit: one transaction, nothing read twice, no program") {
  CLEW_NEED_GIT();
  CountedHooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "b\n");
  hooks.forget_counts();
  hooks.edit("a.txt", "c\n");
  const StoreCounts& counts = hooks.store().counts;
  CHECK(counts.begun == 1);
  CHECK(counts.committed == 1);
  CHECK_MESSAGE(counts.most_read() <= 1, counts.read_again());
  REQUIRE(hooks.sessions().size() == 1);
  CHECK(counts.loads.at(hooks.sessions()[0].id) == 1);
  CHECK(found_repositories(hooks.counted_files(), hooks.project()) == 1);
  CHECK(programs_started() == hooks.programs);
  CHECK(hooks.events().size() >= 3);
}

TEST_CASE(
    "the first hook of a conversation: session, prompt, work and binding in one transaction") {
  CLEW_NEED_GIT();
  CountedHooks hooks;
  hooks.edit("warm_up.txt", "1", kTwo);  // what identifies the repository is kept from now on
  hooks.prompt("Add OAuth");
  hooks.forget_counts();
  hooks.edit("a.txt", "b\n");
  const StoreCounts& counts = hooks.store().counts;
  CHECK(counts.begun == 1);
  CHECK(counts.committed == 1);
  CHECK_MESSAGE(counts.most_read() <= 1, counts.read_again());
  CHECK(found_repositories(hooks.counted_files(), hooks.project()) == 1);
  CHECK(programs_started() == hooks.programs);
  CHECK(hooks.sessions().size() == 2);
}

TEST_CASE("a SessionStart with a session to tell of starts no program while HEAD has not moved") {
  CLEW_NEED_GIT();
  CountedHooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "b\n");
  hooks.say("Stop");
  hooks.forget_counts();
  CHECK(hooks.starts("startup").find("Add OAuth") != std::string::npos);
  CHECK(programs_started() == hooks.programs);
}

TEST_CASE("a prompt: what was asked and that the agent is there, in one transaction") {
  Hooks hooks;
  hooks.prompt("Add OAuth");
  hooks.edit("a.txt", "b\n");
  hooks.store().counts = {};
  hooks.pid = "4711";  // another process than before
  hooks.prompt("Now the tests");
  CHECK(hooks.store().counts.begun == 1);
  CHECK(hooks.store().counts.committed == 1);
}

}  // namespace
}  // namespace clew
