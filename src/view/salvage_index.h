#pragma once
// Reads what is left of a damaged file that lists several sessions: the entries before the damage,
// with their text. Pure.

#include <string>
#include <vector>

#include "dialect/dialect.h"

namespace clew {

struct SharedRemains {
  std::string text;                  // a whole list; empty: nothing can be kept
  std::vector<std::string> entries;  // whose entries it has
};

// Of YAML alone: the beginning of other texts is no document.
SharedRemains readable_entries(const Dialect& dialect, const NamedFile& file);

}  // namespace clew
