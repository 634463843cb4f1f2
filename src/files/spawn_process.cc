#include "files/spawn_process.h"

#include <fcntl.h>
#include <spawn.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "files/io_error.h"

namespace clew {
namespace {

std::atomic<uint64_t> started{0};

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return io_error(errno, "make a pipe", "");
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<std::string> changed_environment(const std::vector<EnvironmentChange>& changes) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed = std::any_of(changes.begin(), changes.end(),
                                     [&](const EnvironmentChange& c) { return c.name == name; });
    if (!changed) variables.emplace_back(text);
  }
  for (const EnvironmentChange& change : changes) {
    if (change.value) variables.push_back(change.name + "=" + *change.value);
  }
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// The instructions for posix_spawn, freed together.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

Error cannot_run(int number, const std::string& program) {
  if (number == ENOENT) {
    return make_error(ErrorCode::kNotFound, "there is no program of this name", program);
  }
  return io_error(number, "run the program", program);
}

}  // namespace

uint64_t programs_started() { return started; }

Result<SpawnedProcess> spawn_process(const ProcessRequest& request, const sigset_t& mask) {
  ++started;
  CLEW_ASSIGN(Pipe output, make_pipe());
  CLEW_ASSIGN(Pipe errors, make_pipe());
  SpawnPlan plan;

  // Opened here and not in the child, so that a missing folder is not taken for a missing program.
  UniqueFd folder;
  if (!request.folder.empty()) {
    folder = UniqueFd(::open(request.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.valid()) return io_error(errno, "open the folder", request.folder);
    ::posix_spawn_file_actions_addfchdir_np(&plan.actions, folder.get());
  }
  if (request.input == Input::kNone) {
    ::posix_spawn_file_actions_addopen(&plan.actions, 0, "/dev/null", O_RDONLY, 0);
  }
  ::posix_spawn_file_actions_adddup2(&plan.actions, output.write.get(), 1);
  ::posix_spawn_file_actions_adddup2(&plan.actions, errors.write.get(), 2);

  sigset_t reset;
  sigemptyset(&reset);
  sigaddset(&reset, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&plan.attributes, &reset);
  ::posix_spawnattr_setsigmask(&plan.attributes, &mask);
  ::posix_spawnattr_setpgroup(&plan.attributes, 0);
  ::posix_spawnattr_setflags(
      &plan.attributes,
      static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                         (request.input == Input::kNone ? POSIX_SPAWN_SETPGROUP : 0)));

  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> variables = changed_environment(request.environment);
  SpawnedProcess process;
  const int failure =
      ::posix_spawnp(&process.pid, arguments.front().c_str(), &plan.actions, &plan.attributes,
                     pointers(arguments).data(), pointers(variables).data());
  if (failure != 0) return cannot_run(failure, request.argv.front());
  process.output = std::move(output.read);
  process.errors = std::move(errors.read);
  return process;
}

}  // namespace clew
