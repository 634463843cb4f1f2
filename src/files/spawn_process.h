#pragma once
// Starts a program with its output on two pipes; run_process.h is the way to use it.

#include <signal.h>
#include <sys/types.h>

#include "files/run_process.h"
#include "files/unique_fd.h"

namespace clew {

struct SpawnedProcess {
  pid_t pid = 0;
  UniqueFd output;  // reading ends, non-blocking
  UniqueFd errors;
  UniqueFd life;  // of a program that ends with us; supervised_process.h
};

Result<SpawnedProcess> spawn_process(const ProcessRequest& request, const sigset_t& mask);

}  // namespace clew
