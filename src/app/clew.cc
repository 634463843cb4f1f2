// The program: reads the environment, builds the concrete parts and hands them to each other.

#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "files/posix_file_system.h"
#include "interface/cli/run_cli.h"
#include "store/open_store.h"

namespace clew {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

Time system_clock() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return Time{int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000};
}

void system_random(Bytes& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = getrandom(bytes.data() + done, bytes.size() - done, 0);
    if (got < 0 && errno != EINTR) std::abort();
    if (got > 0) done += static_cast<size_t>(got);
  }
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string("localhost");
}

std::string current_folder() {
  char path[4096];
  return getcwd(path, sizeof path) == nullptr ? std::string("/") : std::string(path);
}

std::string own_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length <= 0 ? std::string("clew") : std::string(path, static_cast<size_t>(length));
}

void write_to(int descriptor, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) std::_Exit(1);  // nobody reads any more
    done += static_cast<size_t>(wrote);
  }
}

Result<std::string> read_all_input() {
  constexpr size_t kMost = size_t{64} << 20;
  std::string text;
  char buffer[65536];
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return make_error(ErrorCode::kFailed, "standard input cannot be read", "-");
    if (got == 0) return text;
    text.append(buffer, static_cast<size_t>(got));
    if (text.size() > kMost) {
      return make_error(ErrorCode::kInvalid, "standard input is over the limit of 64 MiB", "-");
    }
  }
}

std::optional<bool> ask_person(const std::string& question) {
  write_to(STDERR_FILENO, question + " [y/N] ");
  char answer[64] = {};
  const ssize_t got = read(STDIN_FILENO, answer, sizeof answer - 1);
  return got > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

bool sleep_for(Duration duration) {
  timespec time{duration.ms / 1000, duration.ms % 1000 * 1'000'000};
  nanosleep(&time, nullptr);
  return true;
}

// --store, CLEW_STORE, the project's own .clew/, else one per user.
Result<std::string> store_url(const CommonOptions& common, const Surroundings& around) {
  if (!common.store.empty()) return common.store;
  const std::string given = environment("CLEW_STORE");
  if (!given.empty()) return given;
  for (std::string folder = around.cwd; folder.size() > 1;
       folder = folder.substr(0, folder.rfind('/'))) {
    if (access((folder + "/.clew/store.db").c_str(), F_OK) == 0) return folder + "/.clew/store.db";
  }
  const std::string data = environment("XDG_DATA_HOME");
  if (!data.empty() && data[0] == '/') return data + "/clew/store.db";
  if (!around.home.empty()) return around.home + "/.local/share/clew/store.db";
  return make_error(ErrorCode::kUsage, "there is no HOME, so clew does not know where its store is",
                    "HOME", "set CLEW_STORE to a path, as CLEW_STORE=/var/lib/clew/store.db");
}

std::string for_people(const std::string& path, const std::string& home) {
  const bool below = !home.empty() && path.compare(0, home.size() + 1, home + "/") == 0;
  return below ? "~" + path.substr(home.size()) : path;
}

// The store and files that a workspace works on, kept together for its lifetime.
struct Parts {
  PosixFileSystem files;
  std::unique_ptr<EventStore> store;
};

Terminal find_terminal() {
  Terminal terminal;
  terminal.output_is_terminal = isatty(STDOUT_FILENO) == 1;
  terminal.errors_are_terminal = isatty(STDERR_FILENO) == 1;
  terminal.input_is_terminal = isatty(STDIN_FILENO) == 1;
  const bool forced =
      !environment("CLICOLOR_FORCE").empty() && environment("CLICOLOR_FORCE") != "0";
  const bool off = !environment("NO_COLOR").empty() || environment("TERM") == "dumb";
  terminal.colour = forced || (terminal.output_is_terminal && !off) ? Colour::kOn : Colour::kOff;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    terminal.columns = size.ws_col;
  terminal.out = [](const std::string& text) { write_to(STDOUT_FILENO, text); };
  terminal.err = [](const std::string& text) { write_to(STDERR_FILENO, text); };
  return terminal;
}

Surroundings find_surroundings() {
  Surroundings around;
  around.cwd = current_folder();
  around.home = environment("HOME");
  around.device = host_name();
  around.session = environment("CLEW_SESSION");
  around.shared_folder = "/tmp";
  around.user = geteuid();
  around.program = own_path();
  around.off = !environment("CLEW_OFF").empty() && environment("CLEW_OFF") != "0";
  const std::string cache = environment("XDG_CACHE_HOME");
  if (!cache.empty() && cache[0] == '/') {
    around.cache_folder = cache + "/clew";
  } else if (!around.home.empty()) {
    around.cache_folder = around.home + "/.cache/clew";
  }
  const std::string state = environment("XDG_STATE_HOME");
  if (!state.empty() && state[0] == '/') {
    around.state_folder = state + "/clew";
  } else if (!around.home.empty()) {
    around.state_folder = around.home + "/.local/state/clew";
  }
  return around;
}

std::string default_actor(const Surroundings& around) {
  const std::string given = environment("CLEW_ACTOR");
  if (!given.empty()) return given;
  std::string user = environment("USER");
  if (user.empty()) user = environment("LOGNAME");
  if (user.empty()) user = "uid" + std::to_string(getuid());
  return user + "@" + around.device;
}

int run(const std::vector<std::string>& words) {
  signal(SIGPIPE, SIG_IGN);
  umask(077);
  Terminal terminal = find_terminal();
  Surroundings around = find_surroundings();
  Parts parts;
  Caller base;
  base.read_input = read_all_input;
  base.confirm = ask_person;
  base.wait = sleep_for;
  const OpenWorkspace open = [&](const CommonOptions& common,
                                 Caller caller) -> Result<std::unique_ptr<Workspace>> {
    CLEW_ASSIGN(const std::string url, store_url(common, around));
    CLEW_ASSIGN(const StoreLocation location, parse_location(url));
    StoreOptions options;
    options.writer = "clew " CLEW_VERSION;
    options.random = system_random;
    CLEW_ASSIGN(parts.store, open_store(location, options));
    around.store_path = for_people(location.address, around.home);
    around.store_url = url;
    caller.actor = ActorId(common.actor.empty() ? default_actor(around) : common.actor);
    return std::make_unique<Workspace>(*parts.store, parts.files, system_clock, system_random,
                                       std::move(caller), around);
  };
  return run_cli(words, terminal, base, open);
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) words.emplace_back(argv[i]);
  return clew::run(words);
}
