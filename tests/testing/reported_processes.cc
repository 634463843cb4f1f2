#include "testing/reported_processes.h"

#include <filesystem>
#include <fstream>

namespace clew {
namespace {

constexpr int64_t kOwn = 7;
constexpr int64_t kShell = 6;

}  // namespace

int64_t ReportedProcesses::enter(const std::string& client, const std::string& conversation) {
  const auto key = std::pair(client, shared_.contains(client) ? std::string() : conversation);
  auto found = running_.find(key);
  if (found == running_.end()) {
    found = running_.emplace(key, ++next_).first;
    write_row(std::to_string(found->second), found->second, client, 1);
  }
  write_row("self", kOwn, "clew", found->second);
  return found->second;
}

void ReportedProcesses::enter_shell() {
  write_row(std::to_string(kShell), kShell, "bash", 1);
  write_row("self", kOwn, "clew", kShell);
}

void ReportedProcesses::end(const std::string& client, const std::string& conversation) {
  const auto found = running_.find({client, conversation});
  if (found == running_.end()) return;
  std::filesystem::remove_all(folder_ + "/proc/" + std::to_string(found->second));
  running_.erase(found);
}

// PID (NAME) STATE PARENT …, the time it began as the 22nd field.
void ReportedProcesses::write_row(const std::string& which, int64_t pid, const std::string& name,
                                  int64_t parent) {
  is_reported_ = true;
  const std::string folder = folder_ + "/proc/" + which;
  std::filesystem::create_directories(folder);
  std::ofstream row(folder + "/stat");
  row << pid << " (" << name << ") S " << parent;
  for (int field = 5; field < 22; ++field) row << " 0";
  row << " " << pid * 100 << " 0 0\n";
  std::ofstream(folder + "/cmdline") << name << '\0';
}

std::string ReportedProcesses::location(const std::string& path) const {
  return is_reported_ && path.starts_with("/proc/") ? folder_ + path : path;
}

Result<std::unique_ptr<Folder>> ReportedProcesses::open_folder(const std::string& path) {
  return real_.open_folder(location(path));
}

Result<std::unique_ptr<File>> ReportedProcesses::open_file(const std::string& path) {
  return real_.open_file(location(path));
}

Result<FileInfo> ReportedProcesses::info(const std::string& path) {
  return real_.info(location(path));
}

Result<std::string> ReportedProcesses::real_path(const std::string& path) {
  return real_.real_path(location(path));
}

}  // namespace clew
