#pragma once
// Texts that the format's own programs write wrong, made readable by the smallest change; and both
// sides of a merge conflict, for whoever has to choose.

#include <optional>
#include <string>
#include <string_view>

namespace clew::feature {

struct Mended {
  std::string text;
  size_t line = 0;  // the first that was changed, from 1
};

// Lines of an entry whose own `- feature_id:` line was taken away: they become comments. Only for a
// text that is not YAML as it is.
std::optional<Mended> mend_orphans(std::string_view text);
// `active_features: []` with entries below it: the brackets go.
std::optional<Mended> mend_index(std::string_view text);
// `  status: "…"` indented below `feature_id: "…"`: the indentation goes.
std::optional<Mended> mend_state(std::string_view text);

struct Conflict {
  size_t line = 0;
  std::string ours;  // what git calls its side
  std::string our_text;
  std::string theirs;
  std::string their_text;
};
// The first one, if there is any.
std::optional<Conflict> read_conflict(std::string_view text);
// "line 3: HEAD says … and feature/x says …", cut to what a reader can take in
std::string to_text(const Conflict& conflict);

}  // namespace clew::feature
