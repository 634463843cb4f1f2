#pragma once
// Whether an agent's client is new enough for what `clew setup` writes. No process is started: its
// version is read where its installer put it,
//
//   …/versions/2.1.325                              the program itself, or a folder of it
//   …/@anthropic-ai/claude-code/package.json        above the program

#include <string>

#include "agent_client/installed.h"

namespace clew {

// Of the program in PATH; empty where it cannot be told.
std::string client_version(FileSystem& files, const SetupWorld& world, const AgentClient& agent);

// "2.1.59 is too old, …"; empty when it is new enough, or nobody can tell.
std::string too_old_words(FileSystem& files, const SetupWorld& world, const AgentClient& agent);

}  // namespace clew
