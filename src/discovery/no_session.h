#pragma once
// Makes the error for a path at which no session was found: why, what is nearest to one, and what
// to try next.

#include "discovery/found_session.h"

namespace clew {

// A file that nobody would take for a session.
Error no_session_in(const Lookup& lookup, const std::string& path, const std::string& text);
// A folder without any. `near` is the file in it that is most like one; empty: none is.
Error no_session_below(const Lookup& lookup, const std::string& path, const std::string& near,
                       const Dialect* nearest);
// By its name it may be a session of several dialects, of all that write such files when nobody
// claims it; its text cannot be read, and does not tell.
Error unreadable_session(const Lookup& lookup, const std::vector<LocationClaim>& claims,
                         const std::string& path, const std::string& why);

}  // namespace clew
