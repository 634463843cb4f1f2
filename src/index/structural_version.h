#pragma once
// One hash that says "the shape of this code is what it was": over the paths of source files and
// the rows of each. Layout, comments, bodies and default values are not part of it; a name, a
// parameter, and what is called, imported or included are.

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "index/file_outline.h"

namespace clew {

// Of a file's rows: one for each definition and one for its top level. A row is language, kind,
// qualified name, signature and the set of what is called, imported, included and reached through
// self; no lines, no order. Of definitions and mentions in the order that FileOutline promises.
Hash outline_shape(const FileOutline& outline);

// `path` is relative to the project's root, with slashes; `shape` is FileOutline::shape.
Hash file_digest(std::string_view path, const Hash& shape);

// "v1:" and 64 hex digits; in whatever order the files are given.
std::string structural_version(std::vector<Hash> file_digests);

}  // namespace clew
