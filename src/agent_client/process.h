#pragma once
// The process of an agent, as seen from a hook that it started. A process is known by its number
// and the time it began, so that a number used again is another process. Read from /proc.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "files/file_system.h"

namespace clew {

struct ProcessMark {
  std::string device;  // host name: numbers mean nothing elsewhere
  int64_t pid = 0;     // 0: not known
  int64_t began = 0;   // in the kernel's ticks since the machine started
  bool operator==(const ProcessMark&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "device", &ProcessMark::device, "host name"),
                      field(2, "pid", &ProcessMark::pid, "its number"),
                      field(3, "began", &ProcessMark::began, "in ticks since the machine started"));
  }
};

// A terminal program talks with one person at a time; a desktop program may hold many threads.
enum class ProcessUse { kOneConversation, kMany };

// `told` is the number the agent gives its hooks; 0: none, then it is the nearest process above us
// that is no shell and no wrapper such as env or timeout.
ProcessMark find_agent_process(FileSystem& files, const std::string& device, int64_t reported);

struct ProcessAbove {
  ProcessMark mark;
  std::string program;  // its name; of an interpreter, that of the script it runs
};
// Every process above us that is no shell and no wrapper, the nearest first.
std::vector<ProcessAbove> processes_above(FileSystem& files, const std::string& device);
// The program by the arguments it was started with, as /proc tells them: each ends with a zero.
std::string program_in(std::string_view command_line);

// Appends `export CLEW_ACTOR=…` to the file from which the agent's client sets the environment of
// the commands it runs; `path` may be empty. Nothing comes of it when it cannot be written.
void hand_on_actor(FileSystem& files, const std::string& path, const std::string& actor);

// Nothing when it cannot be told: another machine, or no number.
std::optional<bool> is_running(FileSystem& files, const ProcessMark& process,
                               const std::string& device);

}  // namespace clew
