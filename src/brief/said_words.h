#pragma once
// The words by which a sentence of the person is told apart, for `said` alone: one row each, spelt
// as `phrases` reads them, and walked by a test.

#include <span>
#include <string_view>

namespace clew {

// How sure it is that a sentence limits the work: only a "not" somewhere in it, "leave …", or
// "never …", which goes before the others.
enum class Firmness { kNone, kLoose, kFirm, kStrict };

struct PhraseRow {
  std::string_view language;
  std::string_view phrase;
  Firmness firmness = Firmness::kFirm;
};

extern const std::span<const PhraseRow> kLimitRows;
extern const std::span<const PhraseRow> kChangeRows;
extern const std::span<const std::string_view> kTakeBackRows;
extern const std::span<const std::string_view> kConsent;
extern const std::span<const std::string_view>
    kRequests;  // a question with one of these asks for work
// What allows another number than was said before.
extern const std::span<const std::string_view> kPermissions;
// What tells of the work rather than limits it, with a "not" or a "no" in it.
extern const std::span<const std::string_view> kStatements;

}  // namespace clew
