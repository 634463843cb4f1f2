// The program: reads the environment, builds the concrete parts and hands them to each other.

#include <malloc.h>
#include <sys/stat.h>

#include <csignal>

#include "app/environment.h"
#include "app/reach_by_clew_net.h"
#include "app/run_command.h"
#include "app/serve_agents.h"

namespace clew {
namespace {

// Memory is asked for in few large pieces and kept: most of a short life would be spent asking, and
// a server would give back after every call what the next one needs.
void set_up_memory() {
  mallopt(M_TOP_PAD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

int run(const std::vector<std::string>& words) {
  signal(SIGPIPE, SIG_IGN);
  umask(077);
  if (const auto served = serve_agents(words)) return *served;
  const ReachByClewNet remotes(words);
  Surroundings around = find_surroundings();
  around.remotes = &remotes;
  leave(run_command(words, std::move(around)));
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  clew::set_up_memory();
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);
  return clew::run(words);
}
