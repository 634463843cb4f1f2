#pragma once
// The folder of a session's files: that of its view, else that of the files it was imported from.

#include <optional>

#include "discovery/found_session.h"
#include "engine/context.h"

namespace clew {

// Without their texts. Unset: it has none.
Result<std::optional<FoundSession>> home_of_files(Context& context, const Session& session);
// Whether the files that it was imported from are still as they were read.
Result<bool> is_as_imported(Context& context, const Session& session);
// The folder in which the first of them stands.
std::string own_folder_of(const FoundSession& found);

}  // namespace clew
