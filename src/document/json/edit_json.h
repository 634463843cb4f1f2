#pragma once
// Edits a JSON text and leaves every byte alone that an edit does not need: indentation, order,
// escapes, spelling of numbers, line ends, byte order mark. What is inserted looks like its
// neighbours; containers that stand in one line stay in one line.
//
// kInvalid: the text is not accepted by parse_json, a path does not fit, or a value cannot be
// written. The answer always reads as apply_edits says; kFailed rather than anything else.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/edit.h"
#include "document/limits.h"

namespace clew {

Result<std::string> edit_json(std::string_view text, const std::vector<Edit>& edits);
// The same for a text of other limits.
Result<std::string> edit_json_within(std::string_view text, const std::vector<Edit>& edits,
                                     const Limits& limits);

}  // namespace clew
