#pragma once
// What a document says of a changed file and the core has no word for: a digest that is no SHA-256,
// and lines that nobody counted. Both are attributes of the change. Such a digest is no valid value
// of its field: a fresh text has it in metadata.clew.files.

#include <map>

#include "dialect/tree_dialect.h"
#include "session/session.h"

namespace clew::orchestration {

enum class LineCount { kAdded, kRemoved };

// By the place of a record in files_modified: the digests that its shape refuses, by name.
using RefusedDigests = std::map<size_t, Value>;
RefusedDigests refused_digests(const Document& document);

// `element` tells of the change; `more` has digests that stand elsewhere: refused in the element,
// or under its path in metadata.clew.
void keep_as_reported(const Value& element, const Value& more, FileChange& change);
// Nobody has counted its lines.
void leave_lines_unknown(FileChange& change);
// Of two records of one path, as the core joins them.
void join_as_reported(const FileChange& first, FileChange& later);

// The number; null when nobody counted.
Value lines_reported(const FileChange& change, LineCount which);
// By path: the digests that are none; null when there are none such.
Value digests_as_reported(const Session& session);

}  // namespace clew::orchestration
