#pragma once
// What `clew contract` works with: the folder of the acknowledgments, and the document they are
// about.

#include <optional>
#include <string>
#include <vector>

#include "command/convert/acknowledge_contract.h"
#include "dialect/feature/contract.h"
#include "engine/workspace.h"

namespace clew {

struct Contract {
  std::string path;   // absolute
  std::string shown;  // as a person here would name it
  std::string text;
};

class ContractDesk {
 public:
  static Result<ContractDesk> open(Workspace& workspace, const ContractRequest& request);

  const Contract& contract() const { return contract_; }
  const std::string& folder() const { return folder_; }

  // What one agent said last. A file in the place of a record, but none, is kInvalid.
  Result<std::optional<Acknowledgment>> acknowledgment_of(const std::string& agent) const;
  Result<std::optional<Acknowledgment>> read(const std::string& path) const;
  // The names in the folder of all agents' own.
  std::vector<std::string> own_paths() const;
  Status write(const std::string& path, const std::string& text) const;
  std::string shown(const std::string& path) const;
  Value fields() const;

 private:
  ContractDesk(Workspace& workspace, std::string folder)
      : workspace_(&workspace), folder_(std::move(folder)) {}

  FileSystem& files() const { return workspace_->files(); }
  Status find_contract(const std::string& given);

  Workspace* workspace_;
  std::string folder_;
  Contract contract_;
};

}  // namespace clew
