#pragma once
// Where the values of a document stand in its text, for whoever edits that text or points at a
// place in it. Spans are in bytes and hold exactly what spells the value: no blanks, no comments.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "document/edit.h"
#include "document/line_index.h"
#include "document/text_position.h"

namespace clew {

// Bytes from `begin` up to, not including, `end`.
struct Span {
  size_t begin = 0;
  size_t end = 0;

  bool empty() const { return begin == end; }
  bool operator==(const Span&) const = default;
};

// All of JSON is plain, double or flow; the others are YAML's.
enum class SpanForm {
  kPlain,    // a scalar without quotes
  kSingle,   // 'a string'
  kDouble,   // "a string"
  kLiteral,  // | and the lines below, up to the line that is none of them
  kFolded,   // >
  kEmpty,    // null, because nothing is written; the span is the place for it
  kFlow,     // a list or object between brackets
  kBlock,    // a list or object by indentation; the span ends with its last value
};

// The place of one value, and of all that is in it: a tree of the same form as the value.
struct SpanNode {
  SpanForm form = SpanForm::kEmpty;
  Span span;
  Span key;          // a member's name with its quotes; an element has none
  size_t entry = 0;  // where the member or element starts: the name, the value, or YAML's - or ?
  std::vector<SpanNode> items;  // as many and in the same order as the value's
};

// A value, its text, and where each part of the one stands in the other.
struct LocatedTree {
  Value value;
  std::string text;
  SpanNode root;
  mutable LineIndex lines = {};

  // Where the value starts. Ask the parent about a missing member.
  std::optional<TextPosition> position(const TreePath& path) const;
};

// The nodes from the root to the one at `path`, both included; empty when the path does not lead
// anywhere or `root` is not of the shape of `tree`.
std::vector<const SpanNode*> find_nodes(const SpanNode& root, const Value& tree,
                                        const TreePath& path);

// One change to a text.
struct Splice {
  Span span;
  std::string text;
};

Splice replace(size_t begin, size_t end, std::string text);
std::string apply_splice(std::string_view text, const Splice& splice);

// Lines end with \n, and so does \r\n. Offsets past the end are the end.
size_t line_start(std::string_view text, size_t at);
size_t line_end(std::string_view text, size_t at);             // before \n or \r\n
size_t next_line(std::string_view text, size_t at);            // behind it
std::string_view indent_of(std::string_view text, size_t at);  // of the line
bool has_line_break(std::string_view text, Span span);
std::string newline_of(std::string_view text);     // as its first line ends
std::string_view trim_end(std::string_view text);  // without blanks and line ends behind it
std::string_view slice(std::string_view text, size_t begin, size_t end);

}  // namespace clew
