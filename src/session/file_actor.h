#pragma once
// Who recorded what stands in the files of a view. Whoever can write a file, by hand or by a commit
// that git merges, also chooses the author that it names: what a file says is the file's, and the
// author is kept only to be written back.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/id.h"

namespace clew {

inline constexpr std::string_view kFileActor = "file:";

// Of a file: "file:oauth", or "file:oauth ana@laptop" when it names somebody.
inline bool is_file(const ActorId& actor) { return actor.text.starts_with(kFileActor); }

// `file` says that `named` did it; nobody when that is empty.
inline ActorId by_file(const ActorId& file, const ActorId& named) {
  std::string text = is_file(file) ? file.text : std::string(kFileActor) + file.text;
  std::replace(text.begin(), text.end(), ' ', '_');
  return ActorId(named.empty() ? text : text + " " + named.text);
}

// Whom the file names, empty for nobody; of everybody else the actor itself.
inline ActorId named_by_file(const ActorId& actor) {
  if (!is_file(actor)) return actor;
  const size_t end = actor.text.find(' ');
  return end == std::string::npos ? ActorId() : ActorId(actor.text.substr(end + 1));
}

}  // namespace clew
