#pragma once
// Edits a YAML text and leaves every byte alone that an edit does not need: comments, blank lines,
// indentation, order, quoting, line ends, byte order mark. A string keeps the quotes of the one it
// replaces when it can; what is inserted looks like its neighbours. An entry that is removed takes
// its lines and the comment behind it along; comment lines stay.
//
// kInvalid: the text is not accepted by parse_yaml (so no anchors, no duplicate keys), a path does
// not fit, or a value cannot be written. The answer always reads as apply_edits says: where that
// is not to be had by a small edit, the nearest enclosing value is written anew between brackets;
// kFailed when not even that is possible.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/edit.h"

namespace clew {

Result<std::string> edit_yaml(std::string_view text, const std::vector<Edit>& edits);

}  // namespace clew
