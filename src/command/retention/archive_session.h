#pragma once
// `clew archive` and `clew unarchive`: out of the list, and back. Nothing is ever deleted by it;
// the files of a view stay where they are and say so.

#include "command/verb.h"

namespace clew {

struct ArchiveRequest {
  std::string before;
  static constexpr auto params() {
    using R = ArchiveRequest;
    return field_list(option("before", &R::before, "DATE",
                             "all closed sessions of this project not changed since this date"));
  }
};

Result<Answer> archive_session(Workspace& workspace, const ArchiveRequest& request);
Result<Answer> unarchive_session(Workspace& workspace, const NoRequest& request);

}  // namespace clew
