#pragma once
// A program that ends with us, however we end. Between it and us stands a keeper, a process that
// does nothing but wait. When we are gone it asks the program to end, ends whatever is left of it
// and of all that it started, and goes. While we are there it passes on the signals that ask to
// end, leaves alone what the program started and left behind, and ends as the program did: waiting
// for the keeper is waiting for the program.
//
// The keeper shares our locks (flock goes along with a fork): whoever waits for one of them goes on
// when the program is gone, and not before.

#include <signal.h>
#include <sys/types.h>

#include "files/unique_fd.h"

namespace clew {

struct ProgramStart {
  char* const* arguments = nullptr;  // the program first; looked up in PATH unless it has a slash
  char* const* variables = nullptr;
  int folder = -1;  // where it runs; -1: where we are
  int output = -1;
  int errors = -1;
  sigset_t mask;  // of signals that it starts with
};

struct KeptProgram {
  pid_t keeper = 0;
  UniqueFd life;  // closes when we end, and that is how the keeper knows
};

// 0, or the error number when it cannot be started.
int start_kept(const ProgramStart& start, KeptProgram& kept);

}  // namespace clew
