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

}  // namespace clew
