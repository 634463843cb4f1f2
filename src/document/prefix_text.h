#pragma once
// The readable beginning of a damaged text, as the readers of JSON and YAML give it; what it
// promises is in document/readable_prefix.h.

#include <string>

#include "document/edit.h"

namespace clew {

struct ReadablePrefix {
  std::string text;  // a whole document
  size_t bytes = 0;  // how many of the damaged text it has
  TreePath stopped;  // the value that reading stopped in, or the list or object, behind its items
};

}  // namespace clew
