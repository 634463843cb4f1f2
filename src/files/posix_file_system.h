#pragma once
// The real file system: file_system.h by system calls of Linux. What each operation promises is
// said there.

#include "files/file_system.h"

namespace clew {

class PosixFileSystem final : public FileSystem {
 public:
  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override;
  Result<std::unique_ptr<File>> open_file(const std::string& path) override;
  Result<FileInfo> info(const std::string& path) override;
  bool has_access_list(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override;
};

}  // namespace clew
