#pragma once
// The code index of the checkout that a command is about.

#include <memory>

#include "engine/context.h"
#include "index/code_index.h"

namespace clew {

// Of the checkout, or the folder, that the project stands in.
IndexPlace index_place(Context& context);
// Brought up to date first.
Result<std::unique_ptr<CodeIndex>> open_index(Context& context);

}  // namespace clew
