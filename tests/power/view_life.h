#pragma once
// A short life of a session with a view: every command opens the store anew, as a program of its
// own does. The store stands behind a VFS, the view in a file system in memory; both can lose their
// power, and do so together.

#include <string>
#include <utility>
#include <vector>

#include "engine/workspace.h"
#include "testing/faulty_file_system.h"

namespace clew {

struct ViewCommand {
  std::string verb;
  Value::Object request;
};

// One command on the session `work`; the store is closed again.
Result<Answer> run_command(FileSystem& files, const std::string& store, const std::string& vfs,
                           const ViewCommand& command);

class ViewLife {
 public:
  ViewLife(FaultyFileSystem& files, std::string store, std::string vfs);

  // Until the first error.
  void run(const std::vector<ViewCommand>& commands);
  bool finished() const { return finished_; }
  // The heads that were answered, in order.
  const std::vector<std::pair<Seq, std::string>>& acknowledged() const { return acknowledged_; }

 private:
  FaultyFileSystem& files_;
  std::string store_;
  std::string vfs_;
  std::vector<std::pair<Seq, std::string>> acknowledged_;
  bool finished_ = false;
};

constexpr const char* kViewSession = "work";

}  // namespace clew
