#pragma once
// A log file taken apart and judged line by line, before anything of it reaches the store.

#include <string>
#include <vector>

#include "engine/log/log_lines.h"

namespace clew {

struct LogSection {
  LogOpening opening;
  std::vector<RawEvent> events;
  std::vector<Blob> contents;  // all of them named by the events, and what their hashes say
};

// The head of an event that the store already has; kNotFound when it has not.
using FindHead = std::function<Result<Head>(const SessionId& session, Seq seq)>;

// Errors name the file and the line. kInvalid: not such a log. kCorrupt: a line, or the end of a
// session, is not what was exported.
Result<std::vector<LogSection>> read_log(BytesView bytes, const std::string& file,
                                         const FindHead& find_head);

}  // namespace clew
