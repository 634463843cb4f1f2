#pragma once
// Whether a view's files can stand in a folder, given by its real path, before anything is begun
// there.

#include <string>

#include "engine/context.h"
#include "view/view_record.h"

namespace clew {

// kUsage: something else is in the way. kNotAllowed and others: no file can be made where the
// folder is, or would be.
Status check_view_folder(Context& context, const std::string& folder);

// The first of its files, or else the nearest folder, that other users can change; empty: none.
std::string view_open_to_others(Context& context, const ViewState& view);
// What that means, as a sentence.
std::string edits_of_others(const std::string& path);

}  // namespace clew
