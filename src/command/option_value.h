#pragma once
// The word or number given to an option, as the type it stands for.

#include <string>

#include "base/fields.h"

namespace clew {

// kUsage, naming the option and what it takes.
template <class T>
Status read_option(const char* option, const Value& given, T& out) {
  auto read = from_value(given, out, option);
  if (read) return success();
  Error error = read.error();
  error.code = ErrorCode::kUsage;
  return error;
}

}  // namespace clew
