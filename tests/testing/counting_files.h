#pragma once
// The real files, counting what is asked of them by path.

#include <map>
#include <string>

#include "files/posix_file_system.h"

namespace clew {

class CountingFiles final : public FileSystem {
 public:
  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override {
    return files_.open_folder(path);
  }
  Result<std::unique_ptr<File>> open_file(const std::string& path) override {
    ++opened[path];
    return files_.open_file(path);
  }
  Result<FileInfo> info(const std::string& path) override {
    ++looked_at[path];
    return files_.info(path);
  }
  Result<std::string> real_path(const std::string& path) override { return files_.real_path(path); }

  std::map<std::string, int> opened;
  std::map<std::string, int> looked_at;

 private:
  PosixFileSystem files_;
};

}  // namespace clew
