#pragma once
// Starts a program that goes on by itself: in a session of its own, in the folder /, reading
// nothing and writing nowhere, with no descriptor of this process and no variable of its
// environment that is not given. Whoever waits for a pipe of this process to be closed is not held.

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace clew {

struct DetachedProgram {
  std::vector<std::string> argv;         // the program first, by its path
  std::vector<std::string> environment;  // NAME=value
};
// Its process. The child of a process that ends before it is nobody's; one that lives on reaps it.
// kNotFound when there is no such program.
Result<int> start_detached(const DetachedProgram& program);
// Whether it has ended by now, or within `wait`; it is then reaped.
bool has_ended(int pid, Duration wait);

}  // namespace clew
