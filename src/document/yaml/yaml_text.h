#pragma once
// Scalars and names as YAML text, in the quotes that are asked for when the text can be written in
// them, else in double quotes. All of it stands in one line and reads back as the same value.
// REQUIRES: valid UTF-8, finite numbers

#include <string>
#include <string_view>

#include "base/value.h"

namespace clew {

enum class YamlQuotes {
  kPlain,  // unless an older reader would see no string in it
  kBare,   // plain even then
  kSingle,
  kDouble,
};
enum class YamlContext { kBlock, kFlow };  // within brackets less can be plain

// An empty list or object is a scalar here: [], {}.
std::string write_yaml_scalar(const Value& scalar, YamlQuotes quotes, YamlContext context);

// A name without quotes is made of letters, digits, _, - and . only, and is no word or number.
std::string write_yaml_name(std::string_view name, YamlQuotes quotes);
// Longer ones must be announced: "? name" on a line of its own, and ": value" on the next.
bool is_long_yaml_name(std::string_view written);

// The types that older readers (YAML 1.1) see in plain text which is a string to us. A string had
// better not be plain where that makes such a reader take it for something else.
enum class OldYamlType { kString, kBool, kOther };
OldYamlType old_yaml_type(std::string_view plain);

// Characters that stand for themselves in every kind of YAML text: no controls, no line breaks, no
// byte order mark.
bool is_yaml_printable(std::string_view text);

}  // namespace clew
