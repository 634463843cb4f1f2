#pragma once
// Limits on a foreign document: how large, how deep, how many values. They are checked while it is
// read, before a tree is built, so that no file can make clew run out of memory or stack; every
// refusal names the limit and is kInvalid.

#include <cstddef>

namespace clew {

struct Limits {
  size_t depth = 64;                        // lists and objects inside one another
  size_t document_bytes = 8 * 1024 * 1024;  // of one JSON or YAML text
  size_t nodes = 500'000;                   // values of every kind; keys do not count
  size_t line_bytes = 1024 * 1024;          // of one JSON line, without its line end
};

}  // namespace clew
