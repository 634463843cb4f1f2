#pragma once
// JSON as the interfaces receive it: within the limits of every other document, and as strict but
// for texts that were cut in the middle of a character (cut_json.h). What they send is written by
// json_line (answer.h).

#include <string_view>

#include "base/result.h"
#include "base/value.h"

namespace clew {

Result<Value> read_json_text(std::string_view text);

}  // namespace clew
