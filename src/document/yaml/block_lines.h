#pragma once
// The lines that an entry of YAML's block style takes, and what stands around them.

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "document/spans.h"

namespace clew {

bool is_block_scalar(const SpanNode& node);  // literal or folded

class BlockLines {
 public:
  // REQUIRES: the text outlives this
  explicit BlockLines(std::string_view text) : text_(text) {}

  size_t column_of(size_t at) const { return at - line_start(text_, at); }
  bool starts_line(size_t at) const;  // with nothing but spaces before it
  bool ends_text(size_t at) const;    // and the last line has no end
  bool has_tag(const SpanNode& block) const;
  // Whether a blank line stands before every entry but the first.
  bool are_apart(const SpanNode& block) const;
  // Behind the colon or dash; an error when there is none, or a comment before it.
  Result<size_t> behind_sign(const SpanNode& entry) const;
  // Behind the sign that starts a block scalar: |, >-, |2+
  size_t header_sign_end(const SpanNode& scalar) const;
  // Behind the last line of a block scalar. Blank lines that follow are part of it for the parser,
  // but for nobody else, unless the sign says to keep them.
  size_t content_end(const SpanNode& scalar) const;
  // Behind the entry's last line, its comment included.
  size_t entry_end(const SpanNode& entry) const;
  // Behind the comment lines at `at` that are indented further than `column`: they belong to the
  // entry above.
  size_t behind_comments(size_t at, size_t column) const;

 private:
  std::string_view text_;
};

}  // namespace clew
