#pragma once
// Runs a program by its argument list, never through a shell, and waits for it. What it prints is
// captured in bounded memory. While it runs, SIGINT, SIGQUIT, SIGTERM and SIGHUP do not end us but
// reach the program, so that there is an outcome to record.
//
// With Input::kInherit the program shares our terminal and process group, so ^C reaches it
// directly, and it ends with us, whatever ends us (supervised_process.h). With Input::kNone it
// reads `input_text` or nothing, and leads a process group of its own, all of which is ended when
// the time is up.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "files/bounded_text.h"

namespace clew {

enum class Input { kNone, kInherit };
enum class Echo { kNone, kToStderr };  // whether what it prints is also shown as it comes

struct EnvironmentChange {
  std::string name;
  std::optional<std::string> value;  // without one the variable is removed
};

struct ProcessRequest {
  std::vector<std::string> argv;  // the program first; looked up in PATH unless it has a slash
  std::string folder;             // where it runs; empty: where we are
  std::vector<EnvironmentChange> environment = {};
  Input input = Input::kNone;
  Echo echo = Echo::kNone;
  std::optional<Duration> timeout = {};
  TextBounds output_bounds = {};
  // Variables whose names begin so are not passed on; `environment` may set them anew.
  std::vector<std::string> removed_prefixes = {};
  std::string input_text = {};  // what it reads, with Input::kNone
};

struct Exited {
  int code = 0;
  bool operator==(const Exited&) const = default;
};
struct Signalled {
  int signal = 0;
  bool operator==(const Signalled&) const = default;
};
struct TimedOut {
  bool operator==(const TimedOut&) const = default;
};
// "SIGKILL"
std::string signal_name(int signal);
using ProcessEnd = std::variant<Exited, Signalled, TimedOut>;

struct ProcessResult {
  ProcessEnd end;
  Duration duration;
  BoundedText output;  // standard output
  BoundedText errors;  // standard error

  bool succeeded() const { return end == ProcessEnd(Exited{0}); }
};

// kNotFound when there is no such program or folder, kNotAllowed when it may not be run. A program
// that ran and failed is not an error.
Result<ProcessResult> run_process(const ProcessRequest& request);

// How many programs this process has started.
uint64_t programs_started();

}  // namespace clew
