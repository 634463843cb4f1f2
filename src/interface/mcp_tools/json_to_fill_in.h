#pragma once
// What a call is to be given, where only its names are known.

#include <string>

#include "base/value.h"

namespace clew {

// {"coverage":…,"approved":true}: what is still to be filled in has no type yet. As the text "…" it
// would be sent so, where a number is asked for.
std::string json_to_fill_in(const Value& object);

}  // namespace clew
