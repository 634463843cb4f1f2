#include "project/git_pointer.h"

#include <algorithm>

#include "base/text.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMaxWorktreePath = 8192;
constexpr uint64_t kMaxConfig = uint64_t{1} << 20;
constexpr std::string_view kBlanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const size_t start = text.find_first_not_of(kBlanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlanks) - start + 1);
}

// As git writes it: quotes where it needs them, a backslash before what they would end, and a
// comment behind it.
std::string config_value(std::string_view text) {
  std::string value;
  size_t kept = 0;  // without blanks at the end
  bool is_quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      is_quoted = !is_quoted;
      kept = value.size();
      continue;
    }
    if (!is_quoted && (c == '#' || c == ';')) break;
    const bool is_escaped = c == '\\' && i + 1 < text.size();
    if (is_escaped) c = text[++i];
    value += c;
    if (is_quoted || is_escaped || kBlanks.find(c) == std::string_view::npos) kept = value.size();
  }
  return value.substr(0, kept);
}

// Whether `named`, a path that may be relative to `from`, is the folder `root`.
bool names_folder(FileSystem& files, const std::string& named, const std::string& from,
                  const std::string& root) {
  if (named.empty()) return false;
  const auto real = files.real_path(named[0] == '/' ? named : join_path(from, named));
  return real && *real == root;
}

}  // namespace

// A worktree's git folder names its checkout in `gitdir`; a repository with core.worktree names it
// in its settings.
bool points_back(FileSystem& files, const std::string& git_dir, const std::string& root) {
  if (is_at_or_below(git_dir, root)) return true;
  const auto worktree = read_whole_file(files, join_path(git_dir, "gitdir"), kMaxWorktreePath);
  if (worktree) {
    const std::string pointer(without_blanks(*worktree));
    return last_part_of(pointer) == ".git" &&
           names_folder(files, parent_of(pointer), git_dir, root);
  }
  const auto config = read_whole_file(files, join_path(git_dir, "config"), kMaxConfig);
  return config && names_folder(files, core_worktree(*config), git_dir, root);
}

bool is_worktree_of(const std::string& git_dir, const std::string& common_dir) {
  return parent_of(git_dir) == join_path(common_dir, "worktrees");
}

// The last value in the [core] section counts, as for git.
std::string core_worktree(std::string_view config) {
  std::string found;
  bool is_core = false;
  while (!config.empty()) {
    const std::string_view whole = config.substr(0, config.find('\n'));
    config.remove_prefix(std::min(config.size(), whole.size() + 1));
    std::string_view line = without_blanks(whole);
    if (line.starts_with('[')) {
      const size_t end = line.find(']');
      if (end == std::string_view::npos) return {};
      is_core = lower_case(line.substr(1, end - 1)) == "core";
      line = without_blanks(line.substr(end + 1));
    }
    const size_t equals = line.find('=');
    if (!is_core || equals == std::string_view::npos) continue;
    if (lower_case(without_blanks(line.substr(0, equals))) != "worktree") continue;
    found = config_value(without_blanks(line.substr(equals + 1)));
  }
  return found;
}

}  // namespace clew
