#pragma once
// Paths of a session that ran on Windows, which writes C:\shop\a.ts and C:/shop/a.ts for one file.
// Private to agent_client.

#include <algorithm>
#include <string>
#include <string_view>

namespace clew::transcript {

// C:\… or \\server\…
inline bool is_of_windows(std::string_view path) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_slash = [](char c) { return c == '\\' || c == '/'; };
  const bool has_drive =
      path.size() > 2 && is_letter(path[0]) && path[1] == ':' && is_slash(path[2]);
  return has_drive || path.starts_with("\\\\");
}

// With slashes where it is a path of Windows; as it is otherwise.
inline std::string with_slashes(std::string path) {
  if (is_of_windows(path)) std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

}  // namespace clew::transcript
