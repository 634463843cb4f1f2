#pragma once
// The values that a dialect's shapes declare as attributes, as a person names them: by the path in
// the document or any dotted tail of it ("voice_calibration.calibration_notes",
// "calibration_notes"). Pure.

#include <optional>
#include <string>
#include <vector>

#include "dialect/dialect.h"
#include "session/event.h"

namespace clew {

struct AttributeField {
  std::string path;  // in the document, list and map levels left out: "stages.stage_2.audience"
  std::string key;   // of the attribute: "essay.audience"
  AttributeOwner owner = AttributeOwner::kSession;
  const FieldShape* field = nullptr;
};

// Every one of them, in the order of the documents. A group that is itself an attribute is told by
// its members.
std::vector<AttributeField> attribute_fields(const Dialect& dialect);

// Fields that name an artifact. The attribute is there only when they name another file than usual,
// or none: then it is null.
std::vector<AttributeField> artifact_fields(const Dialect& dialect);

// The field of another owner that a person may mean by this name; unset: there is none.
std::optional<AttributeField> field_of_other(const Dialect& dialect, AttributeOwner owner,
                                             const std::string& name);

struct NamedValue {
  std::string key;
  Value value;
  bool keeps_null = false;  // the field may be null, and then says so; else null takes it away
};

// What NAME=TEXT means among the attributes that the dialect declares for this owner; nothing when
// it has none of that name. kInvalid when the field's shape refuses the value, kUsage when the name
// is the tail of several. null: a field that may be null is null from then on, one that the format
// can do without is taken away, any other refuses it.
Result<std::optional<NamedValue>> name_attribute(const Dialect& dialect, AttributeOwner owner,
                                                 const std::string& name, const std::string& text);
// The same for a value that is to go. kInvalid when the format demands it.
Result<std::optional<NamedValue>> drop_attribute(const Dialect& dialect, AttributeOwner owner,
                                                 const std::string& name);

}  // namespace clew
