#pragma once
// Where the files of a session are. Paths in the state file are the writer's: absolute, and still
// so when the directory has moved. Here they are relative to the session directory.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::essay {

inline constexpr const char* kSessionDir = "essay.session_dir";

// The directory's name, empty when the session's folder is the view's own.
std::string entry_of(const Session& session);

class SessionFolder {
 public:
  // `session_dir` as the file says it, `entry` as the folder is called now; either may be empty.
  SessionFolder(std::string session_dir, std::string entry);
  // What a session says of itself.
  explicit SessionFolder(const Session& session);

  // Relative to the folder; empty when it lies elsewhere or would lead out of it.
  std::optional<std::string> inside(std::string_view path) const;
  // The same for a file that the format calls `usual`: wherever its path leads, the one of that
  // name in the folder is meant.
  std::optional<std::string> inside(std::string_view path, std::string_view usual) const;
  // The same for what the session keeps: a fork keeps what lies in its parent's directory, and has
  // its own copy in the same place.
  std::optional<std::string> held(std::string_view path) const;
  // As the state file says it.
  std::string reported(const std::string& relative) const { return session_dir_ + "/" + relative; }
  const std::string& session_dir() const { return session_dir_; }
  // The folder's name, as people know the session.
  std::string name() const;

 private:
  std::string session_dir_;
  std::string entry_;
};

// What comes after the last slash, slashes at the end left out.
std::string_view base_name(std::string_view path);
// Has a NUL or a ".." in it.
bool is_hostile(std::string_view path);

// Has the form of a session directory's name: essay-pipeline-20260214-143022.
bool is_directory_name(std::string_view name);

// stage-1-thesis.md and 1 give stage-1-thesis.v1.md
std::string archived_name(std::string_view name, uint32_t version);
// The first one above all that are there: numbers only grow.
std::string next_archived_name(std::string_view name, const std::vector<std::string>& names);
// stage-1-thesis.v3.md is version 3 of stage-1-thesis.md; empty: it is no archived name.
struct ArchivedName {
  std::string name;
  uint32_t version = 0;
};
std::optional<ArchivedName> archived_from(std::string_view name);

}  // namespace clew::essay
