// Claims the first ready step of each session named on standard arguments as soon as the gate file
// appears, and prints "SESSION FENCE" for every claim it won.
//   claimer_child STORE ACTOR GATE FIRST LAST

#include <unistd.h>

#include <string>

#include "testing/direct_workspace.h"

int main(int argc, char** argv) {
  using namespace clew;
  if (argc != 6) return 2;
  DirectWorkspace workspace(argv[1], argv[2], "");
  while (access(argv[3], F_OK) != 0) usleep(100);
  const int last = std::stoi(argv[5]);
  for (int i = std::stoi(argv[4]); i <= last; ++i) {
    const std::string session = "s" + std::to_string(i);
    auto done = workspace->execute(SessionId(session), [](const Session&) {
      return Result<std::vector<Intent>>(std::vector<Intent>{
          ClaimStep{std::nullopt, minutes(30)}
      });
    });
    std::string line = session;
    if (done) {
      line += " won " + std::to_string(done->after.last_fence) + "\n";
    } else if (done.error().code == ErrorCode::kNotFound ||
               done.error().code == ErrorCode::kConflict) {
      line += " lost\n";
    } else {
      line += " failed " + done.error().message + "\n";
    }
    if (write(STDOUT_FILENO, line.data(), line.size()) < 0) return 3;
  }
  return 0;
}
