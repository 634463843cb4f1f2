#include "session/intent.h"

namespace clew {

Wish::Wish(const Wish&) = default;
Wish::Wish(Wish&&) noexcept = default;
Wish& Wish::operator=(const Wish&) = default;
Wish& Wish::operator=(Wish&&) noexcept = default;
Wish::~Wish() = default;

}  // namespace clew
