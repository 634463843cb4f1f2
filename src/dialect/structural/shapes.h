#pragma once
// A structural checkpoint, described once. docs/dialects/structural.md.
//
//   quedonde_session_state.json                the default
//   quedonde_session_state_<session_id>.json   or one for each session
//
// Either holds one session as an object, or several as a list of them. Closed: a member that the
// shape does not know is an error.

#include "dialect/dialect.h"

namespace clew::structural {

inline constexpr const char* kName = "structural";
inline constexpr const char* kVersion = "1.0";

const DocumentShape& state_document();

}  // namespace clew::structural
