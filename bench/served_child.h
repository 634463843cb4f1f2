#pragma once
// A server on standard input and output, asked one line at a time.

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

extern char** environ;

namespace clew::bench {

// While this lives, we and whoever we start share one processor: else what is measured is, now for
// the one server and now for the other, how long the second processor takes to wake.
class OneProcessor {
 public:
  OneProcessor() {
    if (sched_getaffinity(0, sizeof before_, &before_) != 0) std::abort();
    int first = 0;
    while (CPU_ISSET(first, &before_) == 0) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) std::abort();
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

class ServedChild {
 public:
  explicit ServedChild(const std::vector<std::string>& argv) : name_(argv[0]) {
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) std::abort();
    std::vector<char*> words;
    for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    if (posix_spawn(&pid_, words[0], &actions, nullptr, words.data(), environ) != 0) fail("start");
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~ServedChild() {
    close(to_);
    close(from_);
    waitpid(pid_, nullptr, 0);
  }
  ServedChild(const ServedChild&) = delete;
  ServedChild& operator=(const ServedChild&) = delete;

  // Sends a line and returns the next line that comes. An answer that is an error ends the
  // benchmark: what fails quickly is not fast.
  const std::string& ask(const std::string& line) {
    if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) fail("write");
    answer_.clear();
    char buffer[65536];
    while (answer_.empty() || answer_.back() != '\n') {
      const ssize_t got = read(from_, buffer, sizeof buffer);
      if (got <= 0) fail("answer");
      answer_.append(buffer, static_cast<size_t>(got));
    }
    if (is_error()) fail(answer_.c_str());
    return answer_;
  }
  void tell(const std::string& line) {
    if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) fail("write");
  }

  // Resident memory, in bytes.
  double resident() const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/statm";
    FILE* file = std::fopen(path.c_str(), "r");
    long whole = 0;
    long resident = 0;
    if (file == nullptr || std::fscanf(file, "%ld %ld", &whole, &resident) != 2) std::abort();
    std::fclose(file);
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    std::fprintf(stderr, "bench: %s: %s failed\n", name_.c_str(), what);
    std::exit(1);
  }

  // Either stands at its own end of an answer; to search all of it would be timed as the server's.
  bool is_error() const {
    constexpr size_t kHead = 64;
    const std::string_view answer = answer_;
    return answer.substr(0, kHead).find("\"error\":") != std::string_view::npos ||
           answer.ends_with("\"isError\":true}}\n");
  }

  std::string name_;
  pid_t pid_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string answer_;
};

}  // namespace clew::bench
