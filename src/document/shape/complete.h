#pragma once
// A tree of which only the beginning could be read, made whole as far as its shape demands it:
// what is required and missing is taken from what is known elsewhere, and what nobody knows stays
// missing. An element that reading stopped in is kept when it can be named (a keyed list, a map)
// and completed, and else left out: half of a record would say something that nobody said.

#include <vector>

#include "document/edit.h"
#include "document/shape/shape.h"

namespace clew {

struct Completion {
  Value tree;
  std::vector<TreePath> added;     // required, and taken from `known`, or empty
  std::vector<TreePath> left_out;  // begun, and of no use
};

// `known`: the document as it is told without the damaged text; null: nothing is known. A time in
// it at the epoch is one that nobody knows. `stopped`: where reading stopped, readable_prefix.h.
Completion complete(const Shape& shape, Value tree, const Value& known, const TreePath& stopped);

// The tree without times at the epoch, which stand for times that nobody knows.
Value without_unknown_times(const Shape& shape, Value tree);

}  // namespace clew
