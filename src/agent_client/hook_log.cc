#include "agent_client/hook_log.h"

#include <fmt/format.h>

#include "base/text.h"
#include "files/make_folders.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kLog = "hook.log";
constexpr const char* kOlderLog = "hook.log.1";
constexpr const char* kLeftOut = " left out: ";
constexpr size_t kMaxLine = 500;
constexpr Duration kFiredEvery = seconds(10);

// The agent's name comes from a command line: only what can be part of a file name is taken.
std::string stamp_name(std::string_view agent) {
  std::string name = "hook-fired-";
  for (const char c : agent.substr(0, 40)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    name += plain ? c : '_';
  }
  return name;
}

// Folders are made only when one is missing: making them durable costs a sync each.
Result<std::unique_ptr<Folder>> state_folder(FileSystem& files, const std::string& path) {
  if (auto folder = files.open_folder(path)) return folder;
  return make_folders(files, path);
}

Status append_line(Folder& folder, const std::string& line) {
  const auto there = folder.info(kLog);
  if (there && there->size + line.size() > kMaxHookLog) CLEW_TRY(folder.rename(kLog, kOlderLog));
  CLEW_ASSIGN(const auto file, folder.open(kLog, OpenMode::kAppend));
  return write_all(*file, line);
}

Status stamp(Folder& folder, const std::string& name, Time now) {
  if (const auto there = folder.info(name)) {
    const Duration age = now - Time{there->modified_ns / 1'000'000};
    if (age >= Duration{0} && age < kFiredEvery) return success();
  }
  CLEW_ASSIGN(const auto file, folder.open(name, OpenMode::kAppend));
  CLEW_TRY(file->truncate(0));
  return write_all(*file, to_iso(now) + "\n");
}

std::optional<Time> time_at(std::string_view line) {
  const auto parsed = parse_time(line.substr(0, line.find_first_of(" \n")));
  return parsed ? std::optional(parsed->time) : std::nullopt;
}

}  // namespace

HookLog::HookLog(FileSystem& files, std::string folder, std::function<Time()> clock)
    : files_(files), folder_(std::move(folder)), clock_(std::move(clock)) {}

void HookLog::write(const std::string& line) {
  if (folder_.empty()) return;
  const std::string said = cut(visible(one_line(to_utf8(line))), kMaxLine);
  const auto folder = state_folder(files_, folder_);
  if (!folder) return;
  static_cast<void>(append_line(**folder, fmt::format("{} {}\n", to_iso(clock_()), said)));
}

void HookLog::problem(std::string_view agent, std::string_view what) {
  write(fmt::format("{}: {}", agent, what));
}

void HookLog::left_out(std::string_view agent, std::string_view what) {
  write(fmt::format("{}{}{}", agent, kLeftOut, what));
}

void HookLog::fired(std::string_view agent) {
  if (folder_.empty()) return;
  const auto folder = state_folder(files_, folder_);
  if (folder) static_cast<void>(stamp(**folder, stamp_name(agent), clock_()));
}

std::optional<Time> last_hook_fired(FileSystem& files, const std::string& folder,
                                    std::string_view agent) {
  if (folder.empty()) return std::nullopt;
  const auto text = read_whole_file(files, folder + "/" + stamp_name(agent), 4096);
  return text ? time_at(*text) : std::nullopt;
}

HookProblems read_hook_problems(FileSystem& files, const std::string& folder, Time since,
                                std::string_view agent) {
  HookProblems out;
  if (folder.empty()) return out;
  const auto text = read_whole_file(files, folder + "/" + kLog, 2 * kMaxHookLog);
  if (!text) return out;
  const std::string_view all = *text;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find('\n', at), all.size());
    const std::string_view line = all.substr(at, end - at);
    at = end + 1;
    const auto when = time_at(line);
    const size_t said = std::min(line.find(' '), line.size());
    // An agent's name has no blank: only its own lines have it there.
    const bool is_note =
        line.substr(std::min(line.find(' ', said + 1), line.size())).starts_with(kLeftOut);
    const std::string_view words = line.substr(std::min(said + 1, line.size()));
    const bool is_asked = agent.empty() || words.starts_with(fmt::format("{}: ", agent));
    if (!when || *when < since || is_note || !is_asked) continue;
    ++out.count;
    out.latest_at = when;
    out.latest = std::string(line.substr(std::min(line.find(' '), line.size() - 1) + 1));
  }
  return out;
}

}  // namespace clew
