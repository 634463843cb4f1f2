#include "app/environment.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>

#include "app/own_store.h"
#include "app/start_in_background.h"
#include "base/text.h"
#include "command/verb.h"
#include "files/canonical_path.h"
#include "files/posix_file_system.h"
#include "files/relative_path.h"
#include "project/project_reach.h"
#include "remote/open_object_store.h"
#include "store/sqlite/sqlite_factory.h"

namespace clew {
namespace {

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string("localhost");
}

// Empty when it was deleted under us: no other folder may be taken for it.
std::string current_folder() {
  char path[4096];
  return getcwd(path, sizeof path) == nullptr ? std::string() : std::string(path);
}

std::string own_path() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length <= 0 ? std::string("clew") : std::string(path, static_cast<size_t>(length));
}

std::string& input_so_far() {
  static std::string text;
  return text;
}

std::string reason_against_path(const std::string& path) {
  if (!path.starts_with('/')) return "it is relative";
  return is_process_path(path) ? "it leads through /proc or /dev" : "";
}

// $NAME/clew when that is the person's word, else the place below the home folder.
OwnFolder own_folder(const char* name, const char* below_home, const Surroundings& around,
                     FileSystem& files) {
  const std::string given = around.variable(name);
  const std::string usual = around.home.empty() ? std::string() : around.home + below_home;
  if (given.empty() || given + "/clew" == usual) return {usual, {}};
  std::string against = reason_against_path(given);
  if (against.empty() && is_in_reach(files, given, around.cwd, around.known_home)) {
    against = "it lies inside this project";
  }
  if (against.empty()) return {given + "/clew", {}};
  return {usual,
          fmt::format("{}={} is not used: {}", name, visible(one_line(cut(given, 200))), against)};
}

}  // namespace

std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
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

Result<std::string> read_input_up_to(size_t most) {
  std::string text;
  char buffer[65536];
  while (text.size() <= most) {
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return make_error(ErrorCode::kFailed, "cannot read standard input", "-");
    if (got == 0) break;
    text.append(buffer, static_cast<size_t>(got));
  }
  // A line for a verb on a remote is short; no other verb is given its input again.
  constexpr size_t kMaxKept = size_t{1} << 20;
  if (text.size() <= kMaxKept) input_so_far() = text;
  return text;
}

void give_input_again() {
  if (input_so_far().empty()) return;
  const int file = memfd_create("clew-input", MFD_CLOEXEC);
  if (file < 0) return;
  const bool is_ready = write_all(file, input_so_far()) && lseek(file, 0, SEEK_SET) == 0;
  if (is_ready) dup2(file, STDIN_FILENO);
  close(file);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(descriptor, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(wrote));
  }
  return true;
}

void leave(int exit) { std::_Exit(exit); }

Surroundings find_surroundings() {
  Surroundings around;
  around.cwd = current_folder();
  around.device = host_name();
  around.session = variable("CLEW_SESSION");
  around.shared_folder = "/tmp";
  around.user = geteuid();
  around.program = own_path();
  around.off = !variable("CLEW_OFF").empty() && variable("CLEW_OFF") != "0";
  around.variable = variable;
  around.stores = &sqlite_factory();
  around.verbs = find_verb_kind;
  static const FolderStoreFactory kFolders;
  around.remotes = &kFolders;
  static StartInBackground background;
  around.background = &background;
  PosixFileSystem files;
  find_own_folders(around, files);
  return around;
}

void find_own_folders(Surroundings& around, FileSystem& files) {
  around.home = variable("HOME");
  if (!reason_against_path(around.home).empty()) around.home.clear();
  const bool is_known =
      !around.home.empty() && is_home_of_person(files, around.home, around.cwd, around.user);
  around.known_home = is_known ? around.home : std::string();
  around.cache_folder = own_folder("XDG_CACHE_HOME", "/.cache/clew", around, files).path;
  around.state_folder = own_folder("XDG_STATE_HOME", "/.local/state/clew", around, files).path;
  for (std::string* folder : {&around.cache_folder, &around.state_folder}) {
    // Others may have made the folder that a variable names.
    const bool is_usual = is_known && is_at_or_below(*folder, around.home);
    const bool is_believed = is_usual || is_absent_or_private(files, *folder, around.user);
    if (!is_believed) folder->clear();
  }
}

std::string reason_against_home() {
  const std::string home = variable("HOME");
  return home.empty() ? std::string() : reason_against_path(home);
}

std::string default_actor(const Surroundings& around) {
  const std::string given = variable("CLEW_ACTOR");
  return given.empty() ? user_here(around) : given;
}

std::string user_here(const Surroundings& around) {
  std::string user = variable("USER");
  if (user.empty()) user = variable("LOGNAME");
  if (user.empty()) user = "uid" + std::to_string(getuid());
  return user + "@" + around.device;
}

Result<OwnFolder> data_folder(const Surroundings& around, FileSystem& files) {
  OwnFolder found = own_folder("XDG_DATA_HOME", "/.local/share/clew", around, files);
  if (found.path.empty()) return found;
  if (!is_at_or_below(found.path, around.home)) {
    // Who owns the folder that the variable names can swap what is in it.
    const auto named = files.info(parent_of(found.path));
    if (named && named->owner != around.user && named->owner != 0) {
      return make_error(ErrorCode::kNotAllowed,
                        fmt::format("XDG_DATA_HOME is not used: {} belongs to user {}",
                                    visible(one_line(parent_of(found.path))), named->owner),
                        "XDG_DATA_HOME", "set it to a folder of your own, or set CLEW_STORE");
    }
  }
  const bool is_in_doubt = around.known_home.empty() && is_at_or_below(found.path, around.home);
  const std::string against =
      reason_against_store_in(files, found.path, around.user,
                              is_in_doubt ? HomeOwnership::kInProject : HomeOwnership::kOfPerson);
  if (against.empty()) return found;
  return make_error(ErrorCode::kNotAllowed, "your store is not used: " + visible(one_line(against)),
                    found.path,
                    "set CLEW_STORE to a path, for example CLEW_STORE=/var/lib/clew/store.db");
}

std::string for_people(const std::string& path, const std::string& home) {
  const bool below = !home.empty() && path.compare(0, home.size() + 1, home + "/") == 0;
  return below ? "~" + path.substr(home.size()) : path;
}

}  // namespace clew
