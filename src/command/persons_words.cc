#include "command/persons_words.h"

#include "dialect/transcript/person_text.h"

namespace clew {

std::string persons_words(std::string_view prompt) { return transcript::typed_by_person(prompt); }

}  // namespace clew
