#pragma once
// How the dialect takes part in conversions (dialect/translation.h).

#include "dialect/translation.h"

namespace clew::orchestration {

const Translation& translation();

}  // namespace clew::orchestration
