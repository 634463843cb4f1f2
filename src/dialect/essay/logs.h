#pragma once
// What a session's notes and claims put into the logs, and what logs tell back.

#include "dialect/essay/log_text.h"
#include "dialect/essay/names.h"

namespace clew::essay {

// Entries of one log, in the order of time; claims stand in the fact-check log.
LogEntries log_entries(const Session& session, const Names& names, const LogWords& log);

// Where a claim belongs when the session has no such step.
inline constexpr const char* kClaimSection = "essay.section";
inline constexpr const char* kClaimParagraph = "essay.paragraph";

struct ClaimLocation {
  std::optional<int64_t> section;
  std::optional<int64_t> paragraph;
  bool operator==(const ClaimLocation&) const = default;
};
ClaimLocation location_of(const Claim& claim, const Names& names);

// How many claims of a section are verified, or resolved, and how many deferred.
struct ClaimCounts {
  int64_t verified = 0;
  int64_t deferred = 0;
};
std::map<int64_t, ClaimCounts> count_claims(const Session& session, const Names& names);

struct LogFacts {
  std::vector<Note> notes;
  std::vector<Claim> claims;
};
// Facts belong to the steps `names` knows, else to the session itself.
LogFacts facts_of(const LogEntries& entries, const LogWords& log, const Names& names);

}  // namespace clew::essay
