#pragma once
// Where an export comes from: a session of the store, with the text it was read from or shows
// itself in, or another dialect's files.

#include "dialect/carry.h"
#include "engine/workspace.h"

namespace clew {

enum class ExportFrom { kStore, kFiles };

struct ExportSource {
  ExportFrom from = ExportFrom::kStore;
  std::string name;      // a session id, or what the files call it
  std::string given;     // a session id or a path
  std::string location;  // the same, or which file it is of those in a folder
  std::string folder;    // of its files; empty: there are none
  Session session;
  Carried carried;           // the text: the target's own, where there is one
  std::string plan_dialect;  // whose plan the session has; empty: it was born here
  bool unchanged = false;    // it is just what the text says: nothing came after it was read
  Findings findings = {};
};

// Every fact of the log, not only the latest of each kind.
Result<Session> whole_session(Workspace& workspace, const SessionRef& ref);

Result<ExportSource> source_from_store(Workspace& workspace, const SessionRef& ref,
                                       const Dialect& target);
Result<std::vector<ExportSource>> sources_from_path(Workspace& workspace, const std::string& path,
                                                    const Dialect& target);

}  // namespace clew
