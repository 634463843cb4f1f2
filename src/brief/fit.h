#pragma once
// Fits the sections of a brief into a budget of characters. Everything, when there is room; else
// every section in the order of its rank gets its first item, then its share, round by round, and
// what was left out is announced.

#include <cstddef>
#include <string>
#include <vector>

#include "brief/sections.h"

namespace clew {

struct Ending {
  std::string more;   // the last line: where to read more, and the receipt
  std::string again;  // the command that shows what was cut
};

// All of it, without an ending.
std::string join_sections(const std::vector<Section>& sections);
// Never more than `budget` characters.
std::string fit_sections(const std::vector<Section>& sections, const Ending& ending, size_t budget);

}  // namespace clew
