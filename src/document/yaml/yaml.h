#pragma once
// YAML text to Value, by the core schema of YAML 1.2: plain true, false, null, ~, integers and
// decimals are typed; yes, no, on, off and times are strings; what is quoted is a string. Keys are
// their text, whatever they look like. A text without a document is null.
//
// Refused, because they make small text large or mean different things to different readers:
// anchors and aliases, a key twice in one mapping, lists or mappings as keys, more than one
// document, tags other than the core ones, .inf and .nan, numbers that a Value cannot hold exactly
// (json/number.h), merge conflicts, and whatever exceeds the limits. Refusals are kInvalid and
// start with "line 3, column 14: " wherever there is a place to point at. No function throws.

#include <string_view>

#include "base/result.h"
#include "base/value.h"
#include "document/limits.h"

namespace clew {

struct YamlDocument {
  Value value;
};

Result<YamlDocument> parse_yaml(std::string_view text, const Limits& limits = {});

// What is refused before the parser sees anything: size, merge conflicts, and directives that keep
// it busy for hours. REQUIRES: no byte order mark
Status check_before_yaml(std::string_view text, const Limits& limits);

// JSON or YAML: by the ending of `name`, else by content. What starts like JSON and is not may
// still be YAML ({a: 1}); when it is neither, the refusal is JSON's. `name` is the refusal's
// subject.
Result<Value> parse_document(std::string_view text, std::string_view name);

}  // namespace clew
