#pragma once
// An agent's own words at the end of a turn, shortened to what a newcomer needs: what is open, what
// failed, what was decided and why, before what was merely done. Sentences are scored by a table of
// words; the best are kept, in their order. Deterministic.

#include <string>
#include <string_view>
#include <vector>

#include "brief/sentences.h"

namespace clew {

enum class WordsAbout { kOpen, kFailure, kDecision, kOffer };

struct CueRow {
  WordsAbout about = WordsAbout::kOpen;
  std::string_view phrase;  // like those of `said`
};
const std::vector<CueRow>& cue_rows();

struct Scored {
  Sentence sentence;
  int score = 0;
  bool open = false;
  bool failure = false;
  bool decision = false;
  bool offer = false;
};

// Every sentence of a message.
std::vector<Scored> score_words(std::string_view message);
// The best of them in their order within `most` characters, "…" where some were left out. Empty
// when nothing in it says anything, or all of it was `said` before.
std::string shorten_words(const std::vector<Scored>& sentences, size_t most,
                          const std::vector<std::string>& said = {});

}  // namespace clew
