#pragma once
// Opens the code index that fits: that of the current checkout, or of the one a session is about.

#include <memory>
#include <string>

#include "engine/workspace.h"
#include "index/code_index.h"

namespace clew {

// Of the checkout, or the folder, that the project stands in.
IndexLocation index_location(Context& context);
// The same for the root of a session's project, wherever that is.
IndexLocation index_location(Workspace& workspace, const std::string& root);
// Brought up to date first.
Result<std::unique_ptr<CodeIndex>> open_index(Context& context);
Result<std::unique_ptr<CodeIndex>> open_index(Workspace& workspace, const std::string& root);
// As it was left (code_index.h).
Result<std::unique_ptr<CodeIndex>> open_index_as_it_is(Workspace& workspace,
                                                       const std::string& root);

// What a person means by PATH:NAME in the current folder, as the index of the checkout at `root`
// has it; any other name, and a path from the root, as they are.
std::string name_in_index(Context& context, const std::string& root, const CodeIndex& index,
                          const std::string& name);

}  // namespace clew
