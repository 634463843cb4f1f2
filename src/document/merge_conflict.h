#pragma once
// A merge conflict that git left in a text (<<<<<<<, =======, >>>>>>>), read so that both sides can
// be shown to whoever has to choose. Files with one in it are never written over.

#include <optional>
#include <string>
#include <string_view>

namespace clew {

struct MarkedConflict {
  size_t line = 0;
  std::string ours;  // what git calls its side
  std::string our_text;
  std::string theirs;
  std::string their_text;
};
// The first one, if there is any.
std::optional<MarkedConflict> read_conflict(std::string_view text);
// "a merge conflict; HEAD says … and feature/x says …", cut to what a reader can take in
std::string to_text(const MarkedConflict& conflict);

}  // namespace clew
