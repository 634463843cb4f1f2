#pragma once
// The workflows that a person names for files of theirs: what such a file does not say of its plan
// is told by the workflow's metadata.json.

#include <map>
#include <memory>
#include <string>

#include "discovery/found_session.h"
#include "discovery/workflow_folder.h"

namespace clew {

class KnownWorkflows {
 public:
  // A workflow's folder, or one whose folders are workflows; an empty name adds none. kNotFound
  // when there is no metadata.json.
  Status add(Context& context, const std::string& folder, const OnRead& on_read);
  // The session is read with the plan of its workflow, where that is known. REQUIRES: this outlives
  // what is done with it.
  void tell(FoundSession& found) const;

 private:
  std::map<std::string, std::unique_ptr<Dialect>> dialects_;  // by workflow_type
};

}  // namespace clew
