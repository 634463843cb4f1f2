#pragma once
// Other programs, run to their end.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern char** environ;

namespace clew::bench {

// Reads from `input`, and what it prints goes to `output`. One that fails ends the benchmark.
inline void spawn(const std::vector<std::string>& argv, const std::string& output = "/dev/null",
                  const std::string& input = "/dev/null") {
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t pid = 0;
  if (posix_spawnp(&pid, words[0], &actions, nullptr, words.data(), environ) != 0) std::abort();
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  waitpid(pid, &status, 0);
  if (status != 0) {
    std::fprintf(stderr, "bench: %s %s failed\n", argv[0].c_str(),
                 argv.size() > 1 ? argv[1].c_str() : "");
    std::exit(1);
  }
}

}  // namespace clew::bench
