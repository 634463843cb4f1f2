#pragma once
// Workflows that a person named for files (--workflow): what such a file does not say of its plan
// is taken from the workflow's plan file.

#include <map>
#include <memory>
#include <string>

#include "discovery/found_session.h"
#include "discovery/workflow_folder.h"

namespace clew {

class KnownWorkflows {
 public:
  // A workflow's folder, or one whose folders are workflows; an empty name adds none. kNotFound
  // when there is no plan file.
  Status add(Context& context, const std::string& folder, const OnRead& on_read);
  // The session is read with the plan of its workflow, where that is known. REQUIRES: this outlives
  // what is done with it.
  void tell(FoundSession& found) const;

 private:
  // By the name of the dialect and of the workflow.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Dialect>> dialects_;
};

}  // namespace clew
