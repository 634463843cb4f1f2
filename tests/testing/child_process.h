#pragma once
// Another process, started by its path, whose output can be read while it runs and which can be
// killed at any moment. Gone, with all it started, when this is destroyed.

#include <string>
#include <vector>

namespace clew {

class ChildProcess {
 public:
  explicit ChildProcess(const std::vector<std::string>& argv);
  ChildProcess(const ChildProcess&) = delete;
  ~ChildProcess();

  void kill();                                  // SIGKILL
  void stop();                                  // SIGSTOP
  void go_on();                                 // SIGCONT
  void wait_for_output();                       // until it has printed something, or has ended
  std::string finish();                         // waits; all that it printed to standard output
  int exit_code() const { return exit_code_; }  // after finish(); -1 when a signal ended it

 private:
  int pid_ = -1;
  int output_ = -1;
  int exit_code_ = -1;
};

// $CLEW_CHILD_DIR/name
std::string child_path(const std::string& name);
// A folder in memory where there is one: these tests kill processes, not the power.
std::string fast_folder();

}  // namespace clew
