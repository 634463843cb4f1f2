#pragma once
// The words by which a sentence of the person is told apart, for `said` alone: one row each, spelt
// as `phrases` reads them, and walked by a test.

#include <span>

#include "brief/phrases.h"

namespace clew {

// How sure it is that a sentence limits the work: only a "not" somewhere in it, "leave …", or
// "never …", which goes before the others.
enum class Firmness { kNone, kLoose, kFirm, kStrict };

struct PhraseRow {
  char language[3];
  PhraseText phrase;
  Firmness firmness = Firmness::kFirm;
};

extern const std::span<const PhraseRow> kLimitRows;
extern const std::span<const PhraseRow> kChangeRows;
extern const std::span<const PhraseText> kTakeBackRows;
extern const std::span<const PhraseText> kOnceRows;  // what holds for one time changes no rule
extern const std::span<const PhraseText> kConsent;
extern const std::span<const PhraseText> kRequests;  // a question with one of these asks for work
// What allows another number than was said before.
extern const std::span<const PhraseText> kPermissions;
// What tells of the work rather than limits it, with a "not" or a "no" in it.
extern const std::span<const PhraseText> kStatements;

}  // namespace clew
