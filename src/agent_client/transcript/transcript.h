#pragma once
// Transcripts that agent clients keep of their work: JSON lines or a JSON document, one session in
// a file of its own, often with files for its subagents. They are read and never written, so this
// is no dialect of the registry. Pure: bytes in, in pieces of any size, a session and findings out.
// Memory grows with what is kept of the lines, not with the lines. docs/dialects/transcripts.md has
// the rules.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "document/finding.h"
#include "session/session.h"

namespace clew {

struct TranscriptFormat;

// What the beginning of a file tells about it.
struct TranscriptHint {
  const TranscriptFormat* format = nullptr;
  std::string session = {};  // its id; may be empty
  Time first = {};           // on the first line that has a time
  std::string agent = {};    // set when the file tells only what a subagent did
  std::string parent = {};   // the session that the subagent works for
};

// One file of a session.
struct TranscriptFile {
  std::string name;   // for findings
  std::string id;     // the session's id, where the file's name tells it; may be empty
  std::string agent;  // the subagent it is about; empty: the session itself
  std::string about;  // text of the small JSON document that may stand beside it
};

// How much was read of how much there is.
struct TranscriptCounts {
  int64_t lines = 0;
  int64_t unreadable = 0;  // torn, damaged or over-long
  int64_t unknown = 0;     // of types that nobody here knows
  int64_t left_out = 0;    // on branches that do not lead to the last line
  int64_t repeated = 0;    // already told by the session this one continues, or twice
  bool operator==(const TranscriptCounts&) const = default;
  static constexpr auto fields() {
    using T = TranscriptCounts;
    return field_list(field(1, "lines", &T::lines), field(2, "unreadable", &T::unreadable),
                      field(3, "unknown", &T::unknown), field(4, "left_out", &T::left_out),
                      field(5, "repeated", &T::repeated));
  }
};

struct TranscriptReading {
  std::string entry;  // the session's id in its client; empty: nothing was told
  // As a dialect's reading: facts unbounded, `head` 0. Paths of files are as they were written,
  // mostly absolute (see location_in_project). Always active, unless somebody stopped it.
  Session session;
  std::string folder;  // where the client was started; may be empty
  Findings findings;
  TranscriptCounts counts;
  std::vector<std::string> lines;  // ids of the lines that count and are this session's own
  std::string repeats_to;          // id of the last line that repeats another session; may be empty
};

struct TranscriptOptions {
  // It goes on from where another session stood; asked before is_reported is asked of its lines.
  std::function<void(const std::string& session)> continues;
  // Whether another session has told the line already.
  std::function<bool(const std::string& line)> is_reported;
  // Up to this line everything repeats another session; may be empty.
  std::string repeats_to;
};

// begin, add… and end for each file, the session's own first; take once, at the end.
class TranscriptReader {
 public:
  virtual ~TranscriptReader() = default;
  virtual void begin(const TranscriptFile& file) = 0;
  virtual void add(BytesView piece) = 0;
  virtual void end() = 0;
  virtual TranscriptReading take() = 0;
};

// A subagent's file is a part of its session's, and lies near it; or it is one like any other, and
// a session of its own where the other is not there.
enum class SubagentFiles { kPartOfSession, kOnTheirOwn };

// How one client writes transcripts.
struct TranscriptFormat {
  const char* client;  // its name in the table of clients
  std::unique_ptr<TranscriptReader> (*make_reader)(TranscriptOptions options);
  // What a line says of its file; nothing when it does not tell.
  std::optional<TranscriptHint> (*read_hint)(const Value& line);
  // A line that only names a session, believed when no better one comes; may be unset.
  std::optional<TranscriptHint> (*guess_hint)(const Value& line);
  // The same of the start of a line that is longer than what was read.
  std::optional<TranscriptHint> (*read_cut_hint)(std::string_view start);
  SubagentFiles subagents;
  // Of a format that is one document and no lines: from its beginning; may be unset.
  std::optional<TranscriptHint> (*read_document_hint)(std::string_view beginning) = nullptr;
};

// Paths below `root` become relative to it.
void location_in_project(Session& session, const std::string& root);
// As of `now`: what was not edit for long is paused since then; `interrupted` when the last turn
// has no end, and then no agent is at work any more.
void pause_if_idle(Session& session, Time now);

}  // namespace clew
