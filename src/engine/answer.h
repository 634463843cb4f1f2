#pragma once
// What a verb answers: fields for programs, words for people. The interfaces choose which to show;
// both are complete alone.

#include <optional>
#include <string>

#include "base/result.h"
#include "base/value.h"

namespace clew {

struct Answer {
  Value data = Value::object();
  std::string text;  // plain lines; whoever prints it makes it safe and may colour it
  int exit = 0;      // 0, or kExitDrift: a result that is not an error
  // Something was recorded, and yet what was asked for did not happen: a gate that stayed shut.
  std::optional<Error> refusal = {};
  // Lines about the text rather than of it: for standard error, where there is one.
  std::string warnings = {};
};

// {"schema_version":1,"data":…} and {"schema_version":1,"error":{code,message,subject,next}}. An
// error may say more of itself in `error_context` (error_context.h); null: it does not.
std::string json_document(const Answer& answer, const Value& error_context = {});  // refusal: both
std::string json_document(const Error& error, const Value& error_context = {});

}  // namespace clew
