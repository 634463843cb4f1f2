#pragma once
// What the editors of JSON and YAML text have in common: edits are made one at a time, each in the
// text that the one before has left, and what comes out is read again and compared with what
// apply_edits says.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/edit.h"
#include "document/spans.h"

namespace clew {

// What JSON and YAML do each in their own way.
class TextFormat {
 public:
  virtual ~TextFormat() = default;
  virtual Result<Value> read(std::string_view text) const = 0;
  virtual Result<SpanNode> find_spans(std::string_view text) const = 0;
  // The edit as a change of the text, which says `tree`. The answer may be wrong, but not outside
  // the text; an error means that there is none.
  virtual Result<Splice> make_edit(std::string_view text, const SpanNode& root, const Value& tree,
                                   const Edit& edit) const = 0;
  // Writes the value at `path` anew, in the style that depends least on what is around it.
  virtual Result<Splice> rewrite(std::string_view text, const SpanNode& root, const Value& tree,
                                 const TreePath& path, const Value& value) const = 0;
};

// kInvalid when an edit does not fit. kFailed rather than a text that says something else.
Result<std::string> edit_spans(std::string_view text, const std::vector<Edit>& edits,
                               const TextFormat& format);

}  // namespace clew
