#include "testing/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace clew {

ChildProcess::ChildProcess(const std::vector<std::string>& argv) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  std::vector<char*> words;
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) std::abort();
  if (pid_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execv(words[0], words.data());
    _exit(127);
  }
  close(ends[1]);
  output_ = ends[0];
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    kill();
    waitpid(pid_, nullptr, 0);
  }
  if (output_ >= 0) close(output_);
}

void ChildProcess::kill() { ::kill(pid_, SIGKILL); }
void ChildProcess::stop() { ::kill(pid_, SIGSTOP); }
void ChildProcess::go_on() { ::kill(pid_, SIGCONT); }

void ChildProcess::wait_for_output() {
  pollfd end{output_, POLLIN, 0};
  while (poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
}

std::string ChildProcess::finish() {
  std::string text;
  char buffer[65536];
  while (true) {
    const ssize_t got = read(output_, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer, static_cast<size_t>(got));
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return text;
}

std::string child_path(const std::string& name) {
  const char* folder = std::getenv("CLEW_CHILD_DIR");
  return (folder == nullptr ? std::string(".") : std::string(folder)) + "/" + name;
}

std::string fast_folder() {
  const std::string base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  std::string path = base + "/clew-test-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) std::abort();
  return path;
}

}  // namespace clew
