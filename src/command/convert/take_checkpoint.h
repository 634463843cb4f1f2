#pragma once
// What a structural checkpoint brings into a session: its decisions, open questions and scope. What
// the session has already is not added again.

#include <optional>

#include "discovery/found_session.h"
#include "engine/workspace.h"

namespace clew {

// As long as the format lets them be, in characters.
inline constexpr size_t kLongestDecision = 240;
inline constexpr size_t kLongestQuestion = 200;

struct CheckpointFacts {
  struct Choice {
    std::string decision;
    std::string reason;
  };
  std::vector<Choice> decisions;
  std::vector<std::string> questions;
  std::vector<std::string> subsystems;
  std::vector<std::string> files;
};

CheckpointFacts facts_of(const Session& reported);

// Adds to a session that is only told of, in a file, what it lacks.
void add_facts(const CheckpointFacts& facts, Time now, Session& session);

// Records in a session of the store what it lacks. Nothing when it has everything.
Result<std::optional<Done>> record_facts(Workspace& workspace, const SessionRef& ref,
                                         const CheckpointFacts& facts);
// The same as the file's words, not the caller's: whoever wrote it need not be who takes it in.
Result<std::optional<Done>> record_facts_of_file(Workspace& workspace, const SessionRef& ref,
                                                 const CheckpointFacts& facts,
                                                 const std::string& file);

}  // namespace clew
