#pragma once
// The text of a file that repair makes of what can be read: the readable beginning of the damaged
// one with what is known besides it, or a fresh one where nothing of it is left. A time that nobody
// knows is left out. Pure.

#include <optional>

#include "dialect/dialect.h"

namespace clew {

struct SalvagedText {
  std::string text;
  std::vector<std::string> added;     // what the format requires and the damaged file lacks
  std::vector<std::string> left_out;  // records of which only a part was left
};

// Of the file at `path`. `base`: the session's files as far as they can be read. kInvalid: too
// little is known for a session of this dialect.
Result<SalvagedText> salvage_text(const Dialect& dialect, const std::string& path,
                                  const Session& session, const ReadableFiles& base);

// When it began and when it was last worked on, as far as what it has done tells.
void date_by_facts(Session& session);

}  // namespace clew
