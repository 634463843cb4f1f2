#pragma once
// A text of which something is missing, completed by what is known elsewhere: members that an
// object lacks, and elements that a keyed list lacks, are added; whatever the text says stays as it
// is.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/document.h"

namespace clew {

struct ExtendedText {
  std::string text;
  std::vector<TreePath> added;
};

// kInvalid: the text cannot be parsed.
Result<ExtendedText> add_missing(const DocumentShape& document, std::string_view text,
                                 const Value& known);

// The text with `wanted` in place of what it says; what is equal keeps its spelling.
Result<std::string> text_saying(const DocumentShape& document, std::string_view text,
                                const Value& wanted);

}  // namespace clew
