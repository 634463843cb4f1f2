#pragma once
// The rows of a file from which its structural version is made (structural_version.h): one for each
// definition and one for the file's top level. A row is language, kind, qualified name, signature
// and the set of what is called, imported, included and reached through self; no lines, no order.

#include "index/file_outline.h"

namespace clew {

// Of definitions and mentions in the order that FileOutline promises.
Hash outline_shape(const FileOutline& outline);

}  // namespace clew
