#pragma once
// `clew contract show|ack|verify|status`: the contract that agents acknowledge before they touch
// the files of the feature dialect. The contract is a document of the project; clew keeps each
// agent's acknowledgment beside those files and says when the document has changed since.

#include "command/verb.h"

namespace clew {

struct ContractRequest {
  std::string contract;
  std::string dir;
  static constexpr auto params() {
    using R = ContractRequest;
    return field_list(
        option("contract", &R::contract, "PATH",
               "the document; default: session-state-spec.md in that folder or the one above"),
        option("dir", &R::dir, "DIR",
               "the folder of the files; default: .ai-session in the project"));
  }
};

Result<Answer> show_contract(Workspace& workspace, const ContractRequest& request);
Result<Answer> acknowledge_contract(Workspace& workspace, const ContractRequest& request);
// Refused when the caller has not acknowledged the document as it is now.
Result<Answer> verify_contract(Workspace& workspace, const ContractRequest& request);
Result<Answer> list_acknowledgments(Workspace& workspace, const ContractRequest& request);

}  // namespace clew
