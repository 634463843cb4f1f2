#include "testing/kept_text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace clew {

std::string source_folder() {
  const char* folder = std::getenv("CLEW_SOURCE_DIR");
  return folder == nullptr ? "." : folder;
}

std::string read_all(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> transcript_paths() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(source_folder() + "/tests/transcript")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void settle(const std::filesystem::path& path, const std::string& before,
            const std::string& after) {
  if (before == after) return;
  if (std::getenv("CLEW_UPDATE") != nullptr) {
    std::ofstream(path) << after;
    return;
  }
  std::istringstream was(before);
  std::istringstream is(after);
  std::string old_line;
  std::string new_line;
  for (int number = 1;; ++number) {
    const bool more_old = static_cast<bool>(std::getline(was, old_line));
    const bool more_new = static_cast<bool>(std::getline(is, new_line));
    if (more_old && more_new && old_line == new_line) continue;
    FAIL_CHECK(path.filename().string(), ":", number, "\n  written  ",
               more_old ? old_line : "(end)", "\n  printed  ", more_new ? new_line : "(end)");
    return;
  }
}

}  // namespace clew
