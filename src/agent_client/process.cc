#include "agent_client/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr std::string_view kWrappers[] = {"sh",      "bash", "dash",    "zsh",  "fish", "ksh",
                                          "busybox", "env",  "timeout", "nice", "sudo"};
constexpr std::string_view kInterpreters[] = {"node", "bun", "deno"};
constexpr int kMaxParents = 16;

struct ProcessRow {
  std::string name;
  int64_t pid = 0;
  int64_t parent = 0;
  int64_t began = 0;
};

std::optional<int64_t> number_in(std::string_view text) {
  int64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// PID (NAME) STATE PARENT …, the time it began as the 22nd field. A name may hold blanks and
// parentheses: it ends with the last of them.
std::optional<ProcessRow> read_row(FileSystem& files, const std::string& which) {
  const auto text = read_whole_file(files, fmt::format("/proc/{}/stat", which), 4096);
  if (!text) return std::nullopt;
  const std::string_view all = *text;
  const size_t open = all.find('(');
  const size_t close = all.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || open < 2 ||
      close < open) {
    return std::nullopt;
  }
  std::vector<std::string_view> rest;
  for (size_t at = close + 1; at < all.size();) {
    const size_t from = all.find_first_not_of(" \n", at);
    if (from == std::string_view::npos) break;
    const size_t end = std::min(all.find_first_of(" \n", from), all.size());
    rest.push_back(all.substr(from, end - from));
    at = end;
  }
  constexpr size_t kParent = 1;
  constexpr size_t kBegan = 19;
  if (rest.size() <= kBegan) return std::nullopt;
  // A zombie is over, only nobody has asked how: in a container that can last.
  if (rest[0] == "Z" || rest[0] == "X") return std::nullopt;
  const auto pid = number_in(all.substr(0, open - 1));
  const auto parent = number_in(rest[kParent]);
  const auto began = number_in(rest[kBegan]);
  if (!pid || !parent || !began) return std::nullopt;
  return ProcessRow{std::string(all.substr(open + 1, close - open - 1)), *pid, *parent, *began};
}

bool is_wrapper(const std::string& name) {
  return std::find(std::begin(kWrappers), std::end(kWrappers), name) != std::end(kWrappers);
}

}  // namespace

ProcessMark find_agent_process(FileSystem& files, const std::string& device, int64_t reported) {
  auto row = read_row(files, reported > 0 ? std::to_string(reported) : "self");
  if (reported > 0)
    return row ? ProcessMark{device, row->pid, row->began} : ProcessMark{device, 0, 0};
  for (int step = 0; row && row->parent > 0 && step < kMaxParents; ++step) {
    row = read_row(files, std::to_string(row->parent));
    if (row && !is_wrapper(row->name)) return {device, row->pid, row->began};
  }
  return {device, 0, 0};
}

std::string program_in(std::string_view command_line) {
  const auto take = [&] {
    const size_t end = std::min(command_line.find('\0'), command_line.size());
    const std::string word(command_line.substr(0, end));
    command_line.remove_prefix(std::min(end + 1, command_line.size()));
    return word;
  };
  const std::string program = last_part_of(take());
  if (std::find(std::begin(kInterpreters), std::end(kInterpreters), program) ==
      std::end(kInterpreters)) {
    return program;
  }
  while (!command_line.empty()) {
    const std::string word = take();
    if (!word.starts_with('-')) return last_part_of(word);
  }
  return program;
}

std::vector<ProcessAbove> processes_above(FileSystem& files, const std::string& device) {
  std::vector<ProcessAbove> out;
  auto row = read_row(files, "self");
  for (int step = 0; row && row->parent > 0 && step < kMaxParents; ++step) {
    row = read_row(files, std::to_string(row->parent));
    if (!row || is_wrapper(row->name)) continue;
    const auto started = read_whole_file(files, fmt::format("/proc/{}/cmdline", row->pid), 65536);
    const ProcessMark mark{device, row->pid, row->began};
    out.push_back({mark, program_in(started ? *started : Bytes())});
  }
  return out;
}

void hand_on_actor(FileSystem& files, const std::string& path, const std::string& actor) {
  if (path.empty() || path[0] != '/' || actor.empty()) return;
  const auto folder = files.open_folder(parent_of(path));
  if (!folder) return;
  const auto file = (*folder)->open(last_part_of(path), OpenMode::kAppend);
  if (!file) return;
  static_cast<void>(write_all(**file, fmt::format("export CLEW_ACTOR={}\n", actor)));
}

std::optional<bool> is_running(FileSystem& files, const ProcessMark& process,
                               const std::string& device) {
  if (process.pid <= 0 || process.device != device) return std::nullopt;
  const auto row = read_row(files, std::to_string(process.pid));
  return row && row->began == process.began;
}

}  // namespace clew
