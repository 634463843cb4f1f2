#pragma once
// DiskAnswers: answers what a dialect, which never opens a file, asks about the disk, such as
// whether a file that its text names exists.

#include <memory>

#include "discovery/found_session.h"

namespace clew {

// Whether there is a file where a document says. An absolute path may be of a folder that moved:
// then its end is looked for in the folder where the document is now.
class DiskAnswers {
 public:
  // `primary`: the session's first file, relative to the folder.
  DiskAnswers(Context& context, const std::string& folder, const std::string& primary);
  DiskAnswers(Context& context, const FoundSession& found)
      : DiskAnswers(context, found.folder, found.location.files.front()) {}
  bool answer(const DiskQuestion& question);

 private:
  using Folders = std::vector<std::unique_ptr<Folder>>;

  void open_workspace();

  Context& context_;
  std::string folder_;
  Folders own_;
  std::optional<Folders> workspaces_;  // the repository that the folder is in, and the project here
};

// Adds the findings of questions whose files are not there.
void tell_disk(Context& context, const FoundSession& found, Readings& readings);

}  // namespace clew
