#pragma once
// How the dialect takes part in conversions (dialect/translation.h).

#include "dialect/translation.h"

namespace clew::structural {

const Translation& translation();

}  // namespace clew::structural
