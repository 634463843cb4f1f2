#pragma once
// Which part a symbol plays, by its tags, its name and the symbols around it: the first row of the
// table in docs/code-index.md that fits.

#include <set>
#include <string>
#include <utility>

#include "index/file_outline.h"

namespace clew {

// By path and qualified name; what counts for fans alone.
struct SymbolSurroundings {
  std::string folder;  // its own
  std::set<std::pair<std::string, std::string>> callers;
  std::set<std::pair<std::string, std::string>> callees;
};

std::string role_of(const Definition& definition, const std::string& path,
                    const SymbolSurroundings& around);

}  // namespace clew
