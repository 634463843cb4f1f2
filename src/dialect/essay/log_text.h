#pragma once
// The logs of a session directory as text, and back. An entry:
//
//   ## 2026-11-16T09:30:00.000Z · note · stage_1 · ana@laptop
//
//   What was noted, in any number of lines.
//
// Lines of the text that begin like a heading of the second level get a backslash, which Markdown
// shows as nothing. Whatever else stands in the file is somebody's own and left alone.

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::essay {

inline constexpr const char* kNoteEntry = "note";
inline constexpr const char* kClaimEntry = "claim";
inline constexpr const char* kChangeEntry = "claim changed";

struct LogEntry {
  Time at;
  std::string kind;   // note, claim, claim changed
  std::string step;   // stage_3/section-2; session: none of the stages
  std::string actor;  // may be empty
  std::string body;
  auto operator<=>(const LogEntry&) const = default;
};
using LogEntries = std::vector<LogEntry>;

std::string to_text(const LogEntry& entry);
// With its title and the entries in order.
std::string log_text(const std::string& title, const LogEntries& entries);
LogEntries parse_log(std::string_view text);

// What `now` has beyond `before`: by time, kind and actor; of several with the same, those whose
// body is new.
LogEntries new_entries(const LogEntries& now, const LogEntries& before);

// "- status: verified" lines in front of a claim's text.
struct ClaimBody {
  std::vector<std::pair<std::string, std::string>> fields;
  std::string text;
  std::string field(std::string_view name) const;
};
std::string to_text(const ClaimBody& body);
ClaimBody parse_claim_body(std::string_view text);

}  // namespace clew::essay
