#pragma once
// What reaches a person's terminal: made safe first (control, escape and bidi characters become
// visible), coloured last, by what a line begins with. Colour never carries a meaning of its own.

#include <string>

#include "base/error.h"

namespace clew {

enum class Colour { kOff, kOn };

std::string for_people(const std::string& text, Colour colour);
std::string error_text(const Error& error, Colour colour);

}  // namespace clew
