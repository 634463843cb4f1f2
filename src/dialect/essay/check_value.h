#pragma once
// What may be set on which step: the parts of an essay have different fields, and totals do not
// fall below the parts there are.

#include <string>

#include "base/result.h"
#include "session/session.h"

namespace clew::essay {

// `key` is that of an attribute: "essay.total_sections".
Status check_value(const Session& session, const Step& step, const std::string& key,
                   const Value& value);

}  // namespace clew::essay
