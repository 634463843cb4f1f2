#pragma once
// Commands that clew tells somebody to type. As given, they must act on the session they are told
// of: where `@` would stand for another one, they name it.

#include <string>
#include <string_view>

#include "engine/workspace.h"

namespace clew {

// `next` with -s ID in each of its commands that takes a session and names none.
std::string with_session(std::string_view next, const std::string& id, VerbLookup verbs);
// How commands about this session are said to the caller: with -s where it is needed, and in the
// caller's own words.
CommandWording wording_for(Workspace& workspace, const SessionId& session);
// The same for what a verb answered: its lines that begin with "next  ", the command of data.next,
// its refusal, or the error.
void name_session(Workspace& workspace, Result<Answer>& answer);

}  // namespace clew
