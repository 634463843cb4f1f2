#pragma once
// What attributes and settings of a repository make of its files on their way in and out, asked of
// git: two programs for any number of files, and none that the repository names.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "project/checked_out.h"
#include "project/git_repository.h"

namespace clew {

struct GitConversions {
  CheckoutSettings settings;
  std::map<std::string, CheckoutAttributes> attributes;  // by path
};

// `paths` are from the root. Nothing when git cannot tell.
std::optional<GitConversions> read_conversions(const GitRepository& repository,
                                               const std::vector<std::string>& paths);

}  // namespace clew
