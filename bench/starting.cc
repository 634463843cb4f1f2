// Whole processes, start to end, against empty ones, one of each in turn.
//   starting CLEW EMPTY_DYNAMIC EMPTY_STATIC

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "bench_store.h"

extern char** environ;

namespace clew::bench {
namespace {

void spawn(const std::vector<std::string>& argv) {
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  if (posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ) != 0) std::abort();
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0) {
    std::fprintf(stderr, "bench: %s failed\n", argv[1].c_str());
    std::exit(1);
  }
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew::bench;
  if (argc != 4) return 2;
  const std::string clew = argv[1];
  const std::string folder = folder_in_memory();
  setenv("XDG_DATA_HOME", (folder + "/data").c_str(), 1);
  setenv("XDG_CACHE_HOME", (folder + "/cache").c_str(), 1);
  if (chdir(folder.c_str()) != 0) return 1;
  spawn({clew, "start", "measure", "--step", "one", "--step", "two", "--step", "three"});
  for (int i = 0; i < 100; ++i) spawn({clew, "note", "warm up"});
  const double status =
      paired_ratio(300, [&] { spawn({clew, "status", "--json"}); }, [&] { spawn({argv[2]}); });
  row_at_most("clew status --json / an empty dynamic program", 1.5, status, "x");
  const double note = paired_ratio(
      300, [&] { spawn({clew, "note", "a durable note"}); }, [&] { spawn({argv[3]}); });
  row_at_most("clew note / an empty static program (tmpfs)", 3, note, "x");
  std::filesystem::remove_all(folder);
}
