// What `clew remote auto on` costs a command: nothing where nothing is sent, little where a process
// is started that sends. Two homes alike, of which one has it on, one command of each in turn.
//   sending_by_itself CLEW

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "bench_store.h"
#include "child.h"

namespace clew::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kQuietRounds = 300;
constexpr int kSendingRounds = 60;

class Home {
 public:
  Home(const std::string& clew, std::string folder) : clew_(clew), folder_(std::move(folder)) {
    fs::create_directories(folder_);
    run({"start", "measure", "--id", "work"});
    run({"remote", "add", "home", folder_ + "/place"});
    run({"sync", "--yes"});
  }
  void run(std::vector<std::string> words) const {
    setenv("HOME", folder_.c_str(), 1);
    words.insert(words.begin(), clew_);
    if (chdir(folder_.c_str()) != 0) std::abort();
    spawn(words);
  }
  // Until nothing is sent in the background any more.
  void wait() const {
    usleep(5000);
    const fs::path remotes = folder_ + "/.local/state/clew/remotes";
    for (const auto& remote : fs::directory_iterator(remotes)) {
      for (bool is_free = false; !is_free; usleep(1000)) {
        const int lock = open((remote.path() / ".background-lock").c_str(), O_RDWR);
        is_free = lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0;
        is_free = is_free && !fs::exists(remote.path() / "look-again");
        if (lock >= 0) close(lock);
      }
    }
  }

 private:
  std::string clew_;
  std::string folder_;
};

void measure(const std::string& clew, const std::string& root) {
  for (const char* name : {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CLEW_STORE"}) {
    unsetenv(name);
  }
  const Home off(clew, root + "/off");
  const Home on(clew, root + "/on");
  on.run({"remote", "auto", "on", "home", "--yes"});
  const auto note = [](const Home& home) {
    return [&home] { home.run({"note", "a durable note"}); };
  };
  for (int i = 0; i < 50; ++i) {
    note(off)();
    note(on)();
  }
  row_at_most("clew note, with remote auto on / without", 1.02,
              paired_ratio(kQuietRounds, note(on), note(off)), "x");
  std::vector<double> more;
  for (int i = 0; i < kSendingRounds; ++i) {
    double start = now_us();
    off.run({"checkpoint", "here"});
    const double without = now_us() - start;
    start = now_us();
    on.run({"checkpoint", "here"});
    more.push_back(now_us() - start - without);
    on.wait();
  }
  row_at_most("clew checkpoint, which starts sending: ms more", 0.5, median(more) / 1000, "ms");
}

}  // namespace
}  // namespace clew::bench

int main(int argc, char** argv) {
  using namespace clew::bench;
  if (argc != 2) return 2;
  const std::string root = folder_in_memory();
  measure(argv[1], root);
  if (chdir("/") != 0) return 1;
  std::filesystem::remove_all(root);
}
