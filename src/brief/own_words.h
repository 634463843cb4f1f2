#pragma once
// An agent's own words at the end of a turn, shortened to what a newcomer needs: what is open, what
// failed, what was decided and why, before what was merely done. Sentences are scored by a table of
// words; the best are kept, in their order. Deterministic.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "brief/phrases.h"
#include "brief/sentences.h"
#include "brief/words.h"

namespace clew {

// kAttempt: a failure that was an approach, "I tried"; kChoice: a decision that says so, "I chose".
// kOffer: offers, thanks and the like, which tell nothing.
enum class WordsAbout { kOpen, kFailure, kAttempt, kDecision, kChoice, kOffer };

struct CueRow {
  WordsAbout about = WordsAbout::kOpen;
  PhraseText phrase;
};
extern const std::span<const CueRow> kCueRows;

struct Scored {
  Sentence sentence;
  Wording wording = {};    // of it with its lead
  Subject subject = {};    // likewise
  std::string plain = {};  // plain_words of its text: what it is known by again
  int score = 0;
  bool open = false;
  bool failure = false;
  bool attempt = false;
  bool decision = false;
  bool choice = false;
  bool offer = false;
  bool names = false;  // a number, a path or an identifier
  bool stale = false;  // need not hold any more
};

// Every sentence of a message.
std::vector<Scored> score_words(std::string_view message);
// Which of them are told within `most` characters, in their order; without those `said` before, as
// plain words.
std::vector<size_t> choose_words(const std::vector<Scored>& sentences, size_t most,
                                 const std::vector<std::string>& said = {});
// The best of them in their order within `most` characters, "…" where some were left out. Empty
// when nothing in it says anything, or all of it was `said` before.
std::string shorten_words(const std::vector<Scored>& sentences, size_t most,
                          const std::vector<std::string>& said = {});

// Whether anything in it is told at all.
bool says_something(const std::vector<Scored>& sentences);

// Sentences as they stand, one after the other.
std::string joined_words(const std::vector<const Scored*>& sentences);

}  // namespace clew
