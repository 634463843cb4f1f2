#pragma once
// The fields of a dialect that are no attributes: what the session itself knows, or clew works out.
// Another verb than `set` tells of them. Pure.

#include <optional>
#include <string>

#include "dialect/dialect.h"
#include "session/event.h"

namespace clew {

struct CoreField {
  std::string path;  // in the document, list and map levels left out
  const FieldShape* field = nullptr;
};

// The field that a person means by its path or any dotted tail of it, among those of such an owner.
std::optional<CoreField> find_core_field(const Dialect& dialect, AttributeOwner owner,
                                         const std::string& name);
// "goal" for a field that is the session's goal: `set` has a word for it. Empty: it has none.
std::string identity_word(const CoreField& found);
// Whether the dialect has a word for what the session is to say of itself, such as its mode;
// kInvalid lists those it has.
Status check_identity(const Dialect& dialect, const std::string& word, const std::string& value);
// Why it cannot be set, and the verb that tells of it.
Error not_settable(const Dialect& dialect, const CoreField& found);

}  // namespace clew
