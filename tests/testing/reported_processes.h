#pragma once
// The processes of agents, as a test tells them: /proc is a folder of the test's own as soon as one
// is told of. Until then, and for every other path, this is the real file system.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "files/posix_file_system.h"

namespace clew {

class ReportedProcesses final : public FileSystem {
 public:
  explicit ReportedProcesses(std::string folder) : folder_(std::move(folder)) {}

  // Whose hook runs now: we are a process below that of the conversation, which begins when it is
  // not there. Returns its number.
  int64_t enter(const std::string& client, const std::string& conversation);
  // We were started by the person: no agent is above us.
  void enter_shell();
  void end(const std::string& client, const std::string& conversation);
  // From now on one process serves all new conversations of that client.
  void share(const std::string& client) { shared_.insert(client); }

  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override;
  Result<std::unique_ptr<File>> open_file(const std::string& path) override;
  Result<FileInfo> info(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override;

 private:
  void write_row(const std::string& which, int64_t pid, const std::string& name, int64_t parent);
  std::string location(const std::string& path) const;

  PosixFileSystem real_;
  std::string folder_;
  bool is_reported_ = false;
  int64_t next_ = 1000;
  std::map<std::pair<std::string, std::string>, int64_t> running_;  // by client and conversation
  std::set<std::string> shared_;
};

}  // namespace clew
