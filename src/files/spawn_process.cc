#include "files/spawn_process.h"

#include <fcntl.h>
#include <spawn.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "files/io_error.h"
#include "files/supervised_process.h"

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

// Where the program runs, and where its output and errors go.
struct ProgramEnds {
  UniqueFd folder;
  Pipe output;
  Pipe errors;
};

// Reading nothing, in a process group of its own.
int spawn_alone(const sigset_t& mask, const ProgramEnds& around, char* const* arguments,
                char* const* variables, SpawnedProcess& process) {
  SpawnPlan plan;
  if (around.folder.valid()) {
    ::posix_spawn_file_actions_addfchdir_np(&plan.actions, around.folder.get());
  }
  ::posix_spawn_file_actions_addopen(&plan.actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&plan.actions, around.output.write.get(), 1);
  ::posix_spawn_file_actions_adddup2(&plan.actions, around.errors.write.get(), 2);

  sigset_t reset;
  sigemptyset(&reset);
  sigaddset(&reset, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&plan.attributes, &reset);
  ::posix_spawnattr_setsigmask(&plan.attributes, &mask);
  ::posix_spawnattr_setpgroup(&plan.attributes, 0);
  ::posix_spawnattr_setflags(
      &plan.attributes,
      static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP));
  return ::posix_spawnp(&process.pid, arguments[0], &plan.actions, &plan.attributes, arguments,
                        variables);
}

int spawn_kept(const sigset_t& mask, const ProgramEnds& around, char* const* arguments,
               char* const* variables, SpawnedProcess& process) {
  KeptProgram kept;
  const ProgramStart start{arguments,
                           variables,
                           around.folder.get(),
                           around.output.write.get(),
                           around.errors.write.get(),
                           mask};
  const int failure = start_kept(start, kept);
  process.pid = kept.keeper;
  process.life = std::move(kept.life);
  return failure;
}

}  // namespace

uint64_t programs_started() { return started; }

Result<SpawnedProcess> spawn_process(const ProcessRequest& request, const sigset_t& mask) {
  ++started;
  ProgramEnds around;
  CLEW_ASSIGN(around.output, make_pipe());
  CLEW_ASSIGN(around.errors, make_pipe());
  // Opened here and not in the child, so that a missing folder is not taken for a missing program.
  if (!request.folder.empty()) {
    around.folder = UniqueFd(::open(request.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!around.folder.valid()) return io_error(errno, "open the folder", request.folder);
  }
  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> variables = changed_environment(request.environment);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> environment = pointers(variables);
  SpawnedProcess process;
  const int failure = request.input == Input::kInherit
                          ? spawn_kept(mask, around, argv.data(), environment.data(), process)
                          : spawn_alone(mask, around, argv.data(), environment.data(), process);
  if (failure != 0) return cannot_run(failure, request.argv.front());
  process.output = std::move(around.output.read);
  process.errors = std::move(around.errors.read);
  return process;
}

}  // namespace clew
