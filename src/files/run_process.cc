#include "files/run_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/check.h"
#include "files/io_error.h"
#include "files/supervised_process.h"
#include "files/unique_fd.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Duration kGrace = seconds(2);  // between asking a program to end and ending it
// How long to wait at most before looking again, where the system cannot announce the end.
constexpr Duration kTick{20};
// What may still be in a pipe when its writer has ended; more comes from a program left behind.
constexpr int kReadsAfterEnd = 64;

// Collects the signals that would end us, from construction to destruction.
class SignalGate {
 public:
  SignalGate() {
    // Whoever started us may have had SIGCHLD ignored; then exit codes would be lost.
    struct sigaction ordinary{};
    ordinary.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &ordinary, &child_before_);
    sigemptyset(&caught_);
    for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) sigaddset(&caught_, signal);
    ::pthread_sigmask(SIG_BLOCK, &caught_, &before_);
    fd_ = UniqueFd(::signalfd(-1, &caught_, SFD_NONBLOCK | SFD_CLOEXEC));
  }
  SignalGate(const SignalGate&) = delete;
  ~SignalGate() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    ::sigaction(SIGCHLD, &child_before_, nullptr);
  }

  int fd() const { return fd_.get(); }
  const sigset_t& mask_before() const { return before_; }
  std::optional<int> next() {
    signalfd_siginfo info{};
    if (::read(fd_.get(), &info, sizeof info) != ssize_t{sizeof info}) return std::nullopt;
    return static_cast<int>(info.ssi_signo);
  }

 private:
  sigset_t caught_;
  sigset_t before_;
  struct sigaction child_before_{};
  UniqueFd fd_;
};

// For tests and figures: how many programs this process has started.
std::atomic<uint64_t> started{0};

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return io_error(errno, "create a pipe", "");
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// A file in memory to read from; none when there is nothing to read. A file and not a pipe: writing
// more than a pipe holds would wait for a program that may itself be waiting.
Result<UniqueFd> make_input(const std::string& text) {
  if (text.empty()) return UniqueFd();
  UniqueFd input(::memfd_create("input", MFD_CLOEXEC));
  if (!input.valid()) return io_error(errno, "create an input", "");
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t n =
        retry_interrupted([&] { return ::write(input.get(), rest.data(), rest.size()); });
    if (n <= 0) return io_error(errno, "write an input", "");
    rest.remove_prefix(static_cast<size_t>(n));
  }
  ::lseek(input.get(), 0, SEEK_SET);
  return input;
}

// The environment of this process with some names changed or left out; a change without a value
// removes the name.
std::vector<std::string> changed_environment(const ProcessRequest& request) {
  const std::vector<EnvironmentChange>& changes = request.environment;
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    const bool changed =
        std::any_of(changes.begin(), changes.end(),
                    [&](const EnvironmentChange& c) { return c.name == name; }) ||
        std::any_of(request.removed_prefixes.begin(), request.removed_prefixes.end(),
                    [&](const std::string& prefix) { return name.starts_with(prefix); });
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

// A program that runs, with its output on two pipes.
struct SpawnedProcess {
  pid_t pid = 0;
  UniqueFd output;  // reading ends, non-blocking
  UniqueFd errors;
  UniqueFd life;  // of a program that ends with us; supervised_process.h
};

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
    return make_error(ErrorCode::kNotFound, "program not found", program);
  }
  return io_error(number, "run the program", program);
}

// Where the program runs, what it reads, and where its output and errors go.
struct ProgramEnds {
  UniqueFd folder;
  UniqueFd input;
  Pipe output;
  Pipe errors;
};

// Nothing of clew runs between fork and exec, as posix_spawn does it all. The program gets the
// signal mask from before the gate was closed, and SIGPIPE as usual. In a process group of its own.
int spawn_alone(const sigset_t& mask, const ProgramEnds& around, char* const* arguments,
                char* const* variables, SpawnedProcess& process) {
  SpawnPlan plan;
  if (around.folder.valid()) {
    ::posix_spawn_file_actions_addfchdir_np(&plan.actions, around.folder.get());
  }
  if (around.input.valid()) {
    ::posix_spawn_file_actions_adddup2(&plan.actions, around.input.get(), 0);
  } else {
    ::posix_spawn_file_actions_addopen(&plan.actions, 0, "/dev/null", O_RDONLY, 0);
  }
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

// With the person's terminal: by way of a keeper that ends it when this process ends.
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

// Both ends of the pipes close on exec, so that no program started by another thread keeps them
// open.
Result<SpawnedProcess> spawn_process(const ProcessRequest& request, const sigset_t& mask) {
  ++started;
  ProgramEnds around;
  CLEW_ASSIGN(around.output, make_pipe());
  CLEW_ASSIGN(around.errors, make_pipe());
  CLEW_ASSIGN(around.input, make_input(request.input_text));
  // Opened here and not in the child, so that a missing folder is not taken for a missing program.
  if (!request.folder.empty()) {
    around.folder = UniqueFd(::open(request.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!around.folder.valid()) return io_error(errno, "open the folder", request.folder);
  }
  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> variables = changed_environment(request);
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

class RunningProcess {
 public:
  RunningProcess(const ProcessRequest& request, SpawnedProcess spawned)
      : request_(request),
        spawned_(std::move(spawned)),
        end_fd_(static_cast<int>(::syscall(SYS_pidfd_open, spawned_.pid, 0))),
        result_{
            Exited{}, {}, BoundedText(request.output_bounds), BoundedText(request.output_bounds)} {
    if (request.timeout) deadline_ = start_ + std::chrono::milliseconds(request.timeout->ms);
  }
  RunningProcess(const RunningProcess&) = delete;

  // Waits for whatever comes first: output, the program's end, a signal, the deadline. Output is
  // read on after the end, but not without bound: a process that it left behind may hold the pipe
  // and write forever.
  ProcessResult wait(SignalGate& gate) {
    while (!reap()) {
      wait_for_news(gate);
      while (const auto signal = gate.next()) pass_on(*signal);
      enforce_deadline();
    }
    read_some(spawned_.output, result_.output, kReadsAfterEnd);
    read_some(spawned_.errors, result_.errors, kReadsAfterEnd);
    return std::move(result_);
  }

 private:
  void wait_for_news(SignalGate& gate) {
    // A negative descriptor is skipped by poll: a closed pipe, or no announcement of the end.
    std::array<pollfd, 4> watched = {
        {{spawned_.output.get(), POLLIN, 0},
         {spawned_.errors.get(), POLLIN, 0},
         {end_fd_.get(), POLLIN, 0},
         {gate.fd(), POLLIN, 0}}
    };
    ::poll(watched.data(), watched.size(), pause());
    if (watched[0].revents != 0) read_some(spawned_.output, result_.output, 1);
    if (watched[1].revents != 0) read_some(spawned_.errors, result_.errors, 1);
  }

  // How long poll may wait, in milliseconds; -1 for as long as it takes.
  int pause() const {
    auto longest = std::chrono::milliseconds(end_fd_.valid() ? -1 : kTick.ms);
    if (deadline_) {
      const auto left =
          std::max(std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - Clock::now()),
                   std::chrono::milliseconds(0));
      longest = longest.count() < 0 ? left : std::min(longest, left);
    }
    return static_cast<int>(std::min<int64_t>(longest.count(), 1'000'000));
  }

  // End of file and errors close the pipe; "nothing yet" leaves it.
  void read_some(UniqueFd& pipe, BoundedText& text, int most_reads) {
    char buffer[16384];
    for (int i = 0; i < most_reads && pipe.valid(); ++i) {
      const ssize_t n =
          retry_interrupted([&] { return ::read(pipe.get(), buffer, sizeof buffer); });
      if (n < 0 && errno == EAGAIN) return;
      if (n <= 0) return pipe.reset();
      const std::string_view got(buffer, static_cast<size_t>(n));
      text.add(got);
      if (request_.echo == Echo::kToStderr) show(got);
    }
  }

  static void show(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = retry_interrupted([&] { return ::write(2, text.data(), text.size()); });
      if (n <= 0) return;  // nobody is looking; the capture is what counts
      text.remove_prefix(static_cast<size_t>(n));
    }
  }

  void pass_on(int signal) {
    const bool from_terminal = signal == SIGINT || signal == SIGQUIT;
    if (request_.input == Input::kInherit && from_terminal) return;  // it got its own
    send(signal);
  }

  // To the whole group of a program that has one of its own, so that what it started ends as well.
  void send(int signal) {
    ::kill(request_.input == Input::kNone ? -spawned_.pid : spawned_.pid, signal);
  }

  // First asked, then ended two seconds later.
  void enforce_deadline() {
    if (!deadline_ || Clock::now() < *deadline_) return;
    send(timed_out_ ? SIGKILL : SIGTERM);
    timed_out_ = true;
    deadline_ = Clock::now() + std::chrono::milliseconds(kGrace.ms);
  }

  // True when the program has ended; how it ended is noted once.
  bool reap() {
    int status = 0;
    const pid_t answer =
        retry_interrupted([&] { return ::waitpid(spawned_.pid, &status, WNOHANG); });
    if (answer == 0) return false;
    CLEW_CHECK(answer == spawned_.pid);
    result_.duration = {
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count()};
    if (timed_out_) {
      result_.end = TimedOut{};
    } else if (WIFSIGNALED(status)) {
      result_.end = Signalled{WTERMSIG(status)};
    } else {
      result_.end = Exited{WEXITSTATUS(status)};
    }
    return true;
  }

  const ProcessRequest& request_;
  SpawnedProcess spawned_;
  UniqueFd end_fd_;  // readable when the process ends; invalid on kernels that lack it
  ProcessResult result_;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> deadline_;
  bool timed_out_ = false;
};

}  // namespace

uint64_t programs_started() { return started; }

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? "signal " + std::to_string(signal) : std::string("SIG") + name;
}

Result<ProcessResult> run_process(const ProcessRequest& request) {
  if (request.argv.empty() || request.argv.front().empty()) {
    return make_error(ErrorCode::kUsage, "no program to run");
  }
  SignalGate gate;
  CLEW_ASSIGN(auto spawned, spawn_process(request, gate.mask_before()));
  return RunningProcess(request, std::move(spawned)).wait(gate);
}

}  // namespace clew
