#pragma once
// What one tree has that another lacks or has otherwise, as a small tree of its own: kept beside
// the other, it brings the first one back. It follows the trees' own members, so that it reads as
// the fields that are missing:
//
//   "note": "x"                      the member is not there: a scalar or a list as it is
//   "stage": {"note": "x"}           an object is entered
//   "status": {"=": "open", "~": "pending"}   the other has "pending" instead
//   "at": {"^": "…10:00:00.120450"}  the other has the same time, spelled otherwise
//   "-": ["a", "b"]                  members that only the other has
//   "[": {"2": …}                    elements of a list, by index
//   "[": [0, [2, …], {"=": …}], "n": 3   a list of the other's elements, changed ones, new ones;
//                                    {"@": "/a/0", "+": …} is one that stands elsewhere, changed
//
// A change names what it replaces, and is not made where something else stands by then: who edited
// the other tree knows better. Null and an absent member are the same, unless the other has a
// value there: a null comes back as one, because a format may demand it. Two spellings of one time
// are the same to the millisecond: the patch keeps the spelling, but no value is missing.

#include <functional>

#include "base/value.h"
#include "document/edit.h"
#include "document/shape/shape.h"

namespace clew {

// A value of `wanted` that `shown` has not: where it is, what it is, and what is shown instead
// (null: nothing). Each scalar, empty list and empty object is one. Points into the two trees.
struct MissingValue {
  TreePath path;
  const Value* wanted = nullptr;
  const Value* shown = nullptr;
};

// Null when `shown` has all of `wanted`, and nothing else. The elements of lists are matched by the
// key that `shape` (may be null) gives, else by what they say and where they stand. `missing`, if
// given, hears of every value that is not shown.
Value patch_between(const Value& shown, const Value& wanted, const Shape* shape,
                    std::vector<MissingValue>* missing = nullptr);

// `tree` with the patch. A patch from elsewhere may claim anything: what does not fit is passed
// over.
Value with_patch(Value tree, const Value& patch);

// The shape of a member, null where `shape` knows of none; may be null itself.
const Shape* shape_of_member(const Shape* shape, const std::string& name);

// All values in a tree, as MissingValue counts them; nulls are none.
size_t count_values(const Value& tree);
// Are they the same, two spellings of one time included?
bool same_value(const Value& a, const Value& b);

}  // namespace clew
