// Writes commands of several events as fast as it can, and prints each one once it is acknowledged:
// "SESSION FIRST COUNT HASH". Runs until it is killed.
//   crash_writer_child STORE SESSION ACTOR SEED

#include <unistd.h>

#include <random>

#include "testing/direct_workspace.h"

int main(int argc, char** argv) {
  using namespace clew;
  if (argc != 5) return 2;
  DirectWorkspace workspace(argv[1], argv[3], argv[2]);
  std::mt19937 random(static_cast<unsigned>(std::stoul(argv[4])));
  for (;;) {
    const size_t count = 1 + random() % 3;
    std::vector<Intent> intents;
    for (size_t part = 0; part < count; ++part) {
      intents.push_back(RecordFact{
          NoteAdded{kRoot, std::string(1 + random() % 300, 'x'), ""},
          {}
      });
    }
    auto done = workspace->execute(
        SessionId(argv[2]), [&](const Session&) { return Result<std::vector<Intent>>(intents); });
    if (!done) {
      const std::string line = "failed " + done.error().message + "\n";
      return write(STDOUT_FILENO, line.data(), line.size()) < 0 ? 3 : 1;
    }
    const std::string line = std::string(argv[2]) + " " +
                             std::to_string(done->events.front().header.seq.number) + " " +
                             std::to_string(count) + " " + done->head.hash.hex() + "\n";
    if (write(STDOUT_FILENO, line.data(), line.size()) < 0) return 3;
  }
}
