#pragma once
// Keeps files that several sessions share (an index, a list of checkpoints), and names that must
// differ, right while sessions are written to a folder one after the other.

#include <set>
#include <string>

#include "dialect/dialect.h"
#include "engine/context.h"

namespace clew {

class SharedFiles {
 public:
  // `out`: the folder as the person gave it; empty: nothing stands on the disk.
  SharedFiles(Context& context, std::string out) : context_(context), out_(std::move(out)) {}

  // Puts these files into the base of a session's text: as they stand on the disk, and after the
  // sessions that were told before.
  void put_into(FileSet& base, const Dialect& target, const Session& session);
  void keep(const Dialect& target, const FileSet& files);
  static bool is_shared(const Dialect& target, const std::string& path);

  // Whether files of that name would be another session's.
  bool is_taken(const Dialect& target, const Session& named);

 private:
  Result<std::string> on_disk(const std::string& path);

  Context& context_;
  const std::string out_;
  FileSet shared_;
  std::set<std::string> met_;
  std::set<std::string> written_;
};

}  // namespace clew
