#pragma once
// What the person said and what of it still holds: every prompt in sentences, each with its class
// by tables of words (en de fr es pt it nl pl ru zh ja ko), limits before tasks, later words in
// place of earlier ones. Recall before precision: a sentence too many costs a line, one too few
// costs the work. Deterministic.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "brief/said_words.h"
#include "brief/sentences.h"
#include "session/session.h"

namespace clew {

enum class SaidKind { kAcknowledgement, kLimit, kQuestion, kTask, kOther };

SaidKind kind_of(const Sentence& sentence);
Firmness limit_in(std::string_view sentence);
// "ok, go on": at most five words, and nothing but consent in them.
bool is_acknowledgement(std::string_view text);
// Whether a sentence changes or takes back what was said before: "actually", "you may", "forget";
// `kLoose`: "now", "instead", which needs more in common.
Firmness change_in(std::string_view sentence);
// "never mind", "forget that": takes back the prompt before, when it names nothing else.
bool takes_back(std::string_view sentence);

struct SaidLine {
  std::string text;
  Time at;
  Seq id;                // of the instruction
  std::string replaces;  // what it stands in place of; empty: nothing, or its own words say it
  Firmness firmness = Firmness::kNone;
  bool changes = false;  // something that was said before
};

struct Said {
  std::vector<SaidLine> limits;  // those that still hold, firm ones first, newest first
  std::vector<SaidLine> tasks;   // the first sentence of every prompt, newest first
  std::vector<SaidLine> others;  // all else of prompts before the latest, questions left out
  std::vector<SaidLine> latest;  // of the latest prompt: all that is neither a limit nor consent
};

using WholeText = std::function<std::string(const Instruction&)>;

// Of people alone: what an agent recorded as an instruction did not come from them.
bool is_person(const ActorId& actor);
Said what_was_said(const std::vector<Instruction>& instructions, const WholeText& whole);

}  // namespace clew
