#pragma once
// `clew init`: gives this project a store of its own, in .clew/, which git leaves alone.

#include "command/verb.h"

namespace clew {

Result<Answer> init_project(Workspace& workspace, const NoRequest& request);

}  // namespace clew
