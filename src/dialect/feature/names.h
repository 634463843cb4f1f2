#pragma once
// What sessions and steps are called in `.ai-session/`.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::feature {

inline constexpr const char* kName = "feature";
// {slug}-{YYYY-MM-DD}; the slug lowercase, with hyphens between its parts
extern const char* const kIdPattern;
bool is_feature_id(const std::string& text);
// The day at its end, when that is none of the calendar (2026-02-30); else empty.
std::string impossible_day(const std::string& id);
std::string make_feature_id(std::string_view goal, Time day, uint32_t attempt);
// The session's id in this dialect; one made from goal and day while nobody has given it one.
std::string id_of(const Session& session);

// A name for every step, removed ones too: its id in this dialect, else its key, else step-N. Names
// stay as they are when steps are added, so that lines already in the history keep their meaning.
class StepNames {
 public:
  explicit StepNames(const Session& session);
  const std::string& of(StepId step) const;
  bool has(const std::string& name) const { return taken_.contains(name); }

 private:
  std::vector<std::string> names_;
  std::set<std::string> taken_;
};

// "a/b/state.yaml" is in "a/b" and called state.yaml
std::string folder_of(const std::string& path);
std::string last_part(const std::string& path);
std::string join_path(const std::string& folder, const std::string& name);

}  // namespace clew::feature
