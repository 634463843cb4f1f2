#pragma once
// What becomes known of hooks afterwards. A hook never says to its agent that something went wrong:
// each problem is one line of hook.log in the user's state folder, which `clew doctor` shows, and
// so is what was left out, which it does not count. Beside it stands when each agent's hooks last
// fired. Nothing here ever fails a hook: without a folder to write to, nothing is kept.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "files/file_system.h"

namespace clew {

inline constexpr uint64_t kMaxHookLog = uint64_t{1} << 20;  // then it becomes hook.log.1

class HookLog {
 public:
  // `folder` may be empty: nothing is kept.
  HookLog(FileSystem& files, std::string folder, std::function<Time()> clock);

  // TIME AGENT: WHAT, on one line of at most 500 characters.
  void problem(std::string_view agent, std::string_view what);
  // TIME AGENT left out: WHAT. Not recorded for a good reason: no problem, but no secret either.
  void left_out(std::string_view agent, std::string_view what);
  // Written at most every ten seconds: a hook fires on every tool call.
  void fired(std::string_view agent);

 private:
  void write(const std::string& line);
  FileSystem& files_;
  std::string folder_;
  std::function<Time()> clock_;
};

// Near enough: up to ten seconds later than this. Nothing when none ever fired here.
std::optional<Time> last_hook_fired(FileSystem& files, const std::string& folder,
                                    std::string_view agent);

struct HookProblems {
  size_t count = 0;  // since `since`
  std::string latest;
  std::optional<Time> latest_at;
};
// Of one agent's hooks, or of all.
HookProblems read_hook_problems(FileSystem& files, const std::string& folder, Time since,
                                std::string_view agent = {});

}  // namespace clew
