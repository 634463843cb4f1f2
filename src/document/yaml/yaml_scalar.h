#pragma once
// What a YAML scalar means by the core schema of YAML 1.2 (section 10.3 there), and which tags we
// follow. Refusals are kInvalid and carry no position: the parser knows it.

#include <string_view>

#include "base/result.h"
#include "base/value.h"

namespace clew {

enum class YamlTag { kNone, kNull, kBool, kInt, kFloat, kStr, kSeq, kMap };

// `tag` in full (tag:yaml.org,2002:int), or empty for none.
Result<YamlTag> read_yaml_tag(std::string_view tag);

enum class YamlStyle { kPlain, kQuoted };  // block scalars count as quoted

Result<Value> read_yaml_scalar(std::string_view text, YamlTag tag, YamlStyle style);

}  // namespace clew
