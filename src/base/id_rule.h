#pragma once
// What a session's id may be, wherever it comes from: people type it, agents paste it into a shell,
// and it stands in file names and in the brief.

#include <string>
#include <string_view>

#include "base/error.h"

namespace clew {

// Up to 64 letters, digits, '-', '_' and '.', not beginning with '-' or '.'.
bool is_session_id(std::string_view id);
// Why `id`, which is none, is refused; what of it is shown is short and visible.
Error bad_session_id(ErrorCode code, std::string_view id, std::string next);

}  // namespace clew
