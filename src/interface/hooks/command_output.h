#pragma once
// Which of a command's output is kept: the last lines, when it failed or measured something, and
// never of programs that print what is nobody's business.

#include <string>

#include "agent_client/tool_use.h"

namespace clew {

inline constexpr size_t kMaxOutputLines = 12;
inline constexpr size_t kMaxOutputLine = 200;  // characters

std::string output_to_keep(const ShellCommand& command);

}  // namespace clew
