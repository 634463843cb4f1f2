#pragma once
// The text of a document of any kind (JSON, YAML, JSON lines), as a tree and back. A file of JSON
// lines may be cut off in its last line, because another program is writing it: such a line is
// "torn", and never an error.

#include <string>
#include <string_view>

#include "document/finding_sink.h"

namespace clew {

// Where the last line begins when it has no end and is no JSON: cut off, or still being written.
size_t torn_from(std::string_view text);
// JSON lines as a list. A torn last line is passed over.
Result<Value> parse_lines(std::string_view text);
// The text with an empty line in place of each that is no JSON object: the others keep their
// numbers. A torn last line stays.
std::string readable_lines(std::string_view text);
// The same, with an error for each line that is emptied.
std::string readable_lines(std::string_view text, const std::string& file, FindingSink& sink);
// Null for plain text.
Result<Value> parse_text(DocumentKind kind, std::string_view text);
// A text for a document that has none yet, in the layout of its kind.
std::string fresh_text(const Document& document);

}  // namespace clew
