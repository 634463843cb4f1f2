#pragma once
// Value to YAML text: block style, two spaces a level, every string in double quotes, keys plain
// where that is safe, a line end last. parse_yaml(write_yaml(v)) == v for every finite v of valid
// UTF-8 within the limits.
//
//   tasks:
//     - id: "a"
//       needs: []

#include <string>

#include "base/value.h"

namespace clew {

std::string write_yaml(const Value& value);

}  // namespace clew
