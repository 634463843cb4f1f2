#pragma once
// What a session says besides its plan and its facts, worked out once for a brief: what the person
// said, which commands fail, and what agents said at the end of their turns.

#include <string>
#include <vector>

#include "brief/failures.h"
#include "brief/own_words.h"
#include "brief/said.h"
#include "brief/world.h"
#include "session/session.h"

namespace clew {

// The last words of an agent in a turn.
struct OwnMessage {
  std::string name;  // of the agent
  Time at;
  Seq id;
  std::vector<Scored> sentences;
};

struct Digest {
  Said said;
  RunsNow runs;
  std::vector<OwnMessage> messages;   // at the end of turns, newest first
  std::vector<OwnMessage> summaries;  // at compactions, and of subagents; newest first
};

Digest digest_of(const Session& session, const World& world);

// The sentence of the newest message that says what is next, or else what is open; null: none does.
const Scored* next_sentence(const Digest& digest);

}  // namespace clew
