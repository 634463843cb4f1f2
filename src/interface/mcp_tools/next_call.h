#pragma once
// What the command line says, in terms of the tools: a model that is told "clew step retry 2"
// cannot type it, but can call session_update {"action":"retry","step":"2"}. What no tool does is
// for a person to run, and says so.

#include <string>
#include <string_view>

#include "base/error.h"

namespace clew {

// The way on of an error, or of a "next" line.
std::string next_call(std::string_view next);
// An answer's words: its lines that begin with "next" are translated, control characters shown.
std::string in_tool_words(std::string_view text);
// Code, message, subject and the way on. `tool` is the one that was called.
std::string error_words(const Error& error, std::string_view tool);

}  // namespace clew
