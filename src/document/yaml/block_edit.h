#pragma once
// Changes to YAML's block style: entries that stand on lines of their own, comments around them,
// and scalars in all their forms below a name or a dash. Answers are exact for what people write;
// whoever calls reads the result again.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/value.h"
#include "document/spans.h"
#include "document/yaml/block_lines.h"
#include "document/yaml/yaml_block.h"

namespace clew {

// From the root to the node in question.
using NodeChain = std::vector<const SpanNode*>;

class BlockEditor {
 public:
  // REQUIRES: the text outlives the editor
  BlockEditor(std::string_view text, BlockLayout layout);

  // The value becomes `written`, which stands in one line. REQUIRES: not within brackets
  Result<Splice> set_inline(const NodeChain& nodes, const std::string& written) const;
  // The value becomes lines of their own. REQUIRES: is_block_value(value), not within brackets
  Result<Splice> set_block(const NodeChain& nodes, const Value& value) const;
  // A string in the place of a literal or folded one, in the same form; an error when it cannot be
  // written so.
  Result<Splice> set_lines(const NodeChain& nodes, const std::string& value) const;
  // REQUIRES of both: the last node is a block; to remove: of more than one entry
  Splice insert(const NodeChain& nodes, size_t index, const std::string* name,
                const Value& value) const;
  Splice remove(const NodeChain& nodes, size_t index) const;

 private:
  size_t block_column(const SpanNode& entry, const SpanNode* parent, const Value& value) const;
  std::string end_line(size_t at) const;

  Result<Splice> set_block_below(const SpanNode& node, const SpanNode* parent,
                                 const Value& value) const;

  std::string_view text_;
  BlockLines lines_;
  BlockLayout layout_;
};

}  // namespace clew
