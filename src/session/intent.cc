#include "session/intent.h"

namespace clew {

RecordFact::Fact::Fact() = default;
RecordFact::Fact::Fact(const Fact&) = default;
RecordFact::Fact::Fact(Fact&&) noexcept = default;
RecordFact::Fact& RecordFact::Fact::operator=(const Fact&) = default;
RecordFact::Fact& RecordFact::Fact::operator=(Fact&&) noexcept = default;
RecordFact::Fact::~Fact() = default;

Intent::Intent(const Intent&) = default;
Intent::Intent(Intent&&) noexcept = default;
Intent& Intent::operator=(const Intent&) = default;
Intent& Intent::operator=(Intent&&) noexcept = default;
Intent::~Intent() = default;

}  // namespace clew
