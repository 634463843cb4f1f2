#pragma once
// `clew init`: gives this project a store of its own, in .clew/, which git leaves alone.

#include "command/verb.h"

namespace clew {

inline constexpr const char* kProjectFolder = ".clew";
inline constexpr const char* kProjectStore = "store.db";  // app looks for it from here up

Result<Answer> init_project(Workspace& workspace, const NoRequest& request);

}  // namespace clew
