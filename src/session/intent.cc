#include "session/intent.h"

namespace clew {

RecordFact::Fact::Fact() = default;
RecordFact::Fact::Fact(const Fact&) = default;
RecordFact::Fact::Fact(Fact&&) noexcept = default;
RecordFact::Fact& RecordFact::Fact::operator=(const Fact&) = default;
RecordFact::Fact& RecordFact::Fact::operator=(Fact&&) noexcept = default;
RecordFact::Fact::~Fact() = default;

Wish::Wish(const Wish&) = default;
Wish::Wish(Wish&&) noexcept = default;
Wish& Wish::operator=(const Wish&) = default;
Wish& Wish::operator=(Wish&&) noexcept = default;
Wish::~Wish() = default;

}  // namespace clew
