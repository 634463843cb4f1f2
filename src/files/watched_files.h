#pragma once
// A file system that notes what is looked at through it, so that somebody can see later whether all
// of it still looks the same without reading it again.
//
// A file is taken for the same while its path leads to the same inode with the same size, time of
// change, owner and mode; what was absent must be absent still. A time of change that is younger
// than two seconds proves nothing: the next change may get the same one. Such a look, a change made
// through this file system, and a failure that looking again cannot repeat make the notes inexact.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "files/file_system.h"

namespace clew {

class SeenFiles {
 public:
  enum class Aspect {
    kAll,    // everything that is told of a file
    kPlace,  // which folder it is, whatever happens in it
  };
  void see(const std::string& path, Aspect aspect, const Result<FileInfo>& info);
  void see_real_path(const std::string& path, const Result<std::string>& real);
  void give_up() { exact_ = false; }

  // Whether looking again can tell if anything has changed. `looked` is when looking began.
  bool exact(Time looked) const;
  bool still_so(FileSystem& files) const;
  bool empty() const { return looks_.empty() && real_paths_.empty(); }
  // Where a change of any of it would happen: every folder on the way, of those that are there.
  std::vector<std::string> folders() const;
  size_t bytes() const;  // that the notes take

 private:
  struct Look {
    std::string path;
    Aspect aspect = Aspect::kAll;
    std::optional<FileInfo> info;  // nothing: it was not there
  };
  struct RealPath {
    std::string path;
    std::string real;
  };

  bool exact_ = true;
  std::vector<Look> looks_;
  std::vector<RealPath> real_paths_;
};

class WatchedFiles final : public FileSystem {
 public:
  explicit WatchedFiles(FileSystem& files) : files_(files) {}

  // From here on everything is noted, until the notes are taken.
  void watch();
  SeenFiles take();
  FileSystem& unwatched() { return files_; }

  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override;
  Result<std::unique_ptr<File>> open_file(const std::string& path) override;
  Result<FileInfo> info(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override;

 private:
  FileSystem& files_;
  // Shared with handles that are still open when the notes are taken.
  std::shared_ptr<SeenFiles> seen_;
};

}  // namespace clew
