#pragma once
// What a dialect asks about the disk, answered.

#include <memory>

#include "command/dialect_files.h"

namespace clew {

// Whether there is a file where a document says. An absolute path may be of a folder that moved:
// then its end is looked for in the folder where the document is now.
class DiskAnswers {
 public:
  DiskAnswers(FileSystem& files, const FoundSession& found);
  bool answer(std::string path);

 private:
  bool anywhere(const std::string& path);

  FileSystem& files_;
  std::vector<std::unique_ptr<Folder>> folders_;
};

// Adds the findings of questions whose files are not there.
void tell_disk(FileSystem& files, const FoundSession& found, Readings& readings);

}  // namespace clew
