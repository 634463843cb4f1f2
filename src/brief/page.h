#pragma once
// Lays the sections of a brief out in a budget of characters, by one table of their room: which cap
// each has, who gets what is to spare, and who gives way first. What was left out is announced.

#include <cstddef>
#include <string>

#include "brief/sections.h"

namespace clew {

// Clients show a model the beginning of a long text: all that must be in it ends here.
inline constexpr size_t kFirstLook = 1900;

struct Ending {
  std::string more;   // the last line: where to read more, and the receipt
  std::string again;  // the command that shows what was cut
};

struct Page {
  std::string text;       // never more than the budget
  size_t first_look = 0;  // characters up to the end of what must be seen first
};
Page lay_out(const Scene& scene, const Ending& ending, size_t budget);

}  // namespace clew
