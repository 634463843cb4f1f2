#pragma once
// What `clew import` answers, whatever the sessions came from.

#include "document/finding.h"
#include "engine/answer.h"
#include "store/event_store.h"

namespace clew {

struct ImportedSession {
  std::string source;  // the dialect, or the client whose transcript it was
  std::string entry;   // its id there
  SessionId id;
  Head head;
  enum class What { kNew, kChanged, kKnown } what = What::kNew;
  Findings findings;
  Value read = {};    // how much was read of how much, for programs; null: all
  std::string words;  // the same, for people
};

// `refused` are paths of what could not be read, `refusals` why.
Answer import_answer(const std::vector<ImportedSession>& sessions,
                     const std::vector<std::string>& refused, const Findings& refusals);

// The refusal of an unknown dialect, with the transcripts that can be imported besides.
Error with_transcripts(Error error);

}  // namespace clew
