#include "project/git_ignore.h"

#include <algorithm>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kIgnoreLimit = uint64_t{1} << 20;

// `*` and `?` stay within one part of the path, `**` does not. Patterns made of many stars would
// take for ever: they are given up and match nothing, and so do all that come after too many steps.
class Glob {
 public:
  bool matches(std::string_view pattern, std::string_view text) {
    before_ = steps_;
    return goes_on(pattern, text);
  }

 private:
  static constexpr size_t kMaxSteps = 100'000;    // for one pattern
  static constexpr size_t kMaxInAll = 2'000'000;  // for all patterns of a file's folders

  bool goes_on(std::string_view pattern, std::string_view text) {
    while (!pattern.empty()) {
      if (++steps_ - before_ > kMaxSteps || steps_ > kMaxInAll) return false;
      if (pattern[0] == '*') return star(pattern, text);
      if (text.empty()) return false;
      const bool any = pattern[0] == '?' && text[0] != '/';
      if (pattern[0] == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
      if (!any && pattern[0] != text[0]) return false;
      pattern.remove_prefix(1);
      text.remove_prefix(1);
    }
    return text.empty();
  }

  bool star(std::string_view pattern, std::string_view text) {
    const bool deep = pattern.starts_with("**");
    const std::string_view rest = pattern.substr(deep ? 2 : 1);
    if (deep && rest.starts_with('/') && goes_on(rest.substr(1), text)) return true;
    for (size_t at = 0; at <= text.size(); ++at) {
      if (goes_on(rest, text.substr(at))) return true;
      if (!deep && at < text.size() && text[at] == '/') break;
    }
    return false;
  }

  size_t steps_ = 0;
  size_t before_ = 0;  // when the present pattern began
};

std::string_view line_at(std::string_view text, size_t& at) {
  const size_t end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, end - at);
  at = end + 1;
  return line;
}

IgnoreVerdict judge_line(Glob& glob, std::string_view line, std::string_view path, PathKind kind) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  if (line.empty() || line[0] == '#') return IgnoreVerdict::kNone;
  const bool keeps = line[0] == '!';
  if (keeps) line.remove_prefix(1);
  if (line.ends_with('/')) {
    if (kind != PathKind::kFolder) return IgnoreVerdict::kNone;
    line.remove_suffix(1);
  }
  const bool anchored = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  const std::string name = last_part_of(path);
  if (line.empty() || !glob.matches(line, anchored ? path : std::string_view(name))) {
    return IgnoreVerdict::kNone;
  }
  return keeps ? IgnoreVerdict::kKept : IgnoreVerdict::kIgnored;
}

// The last line of a file that has something to say about a path.
IgnoreVerdict judge_text(Glob& glob, std::string_view text, std::string_view path, PathKind kind) {
  IgnoreVerdict verdict = IgnoreVerdict::kNone;
  for (size_t at = 0; at < text.size();) {
    const IgnoreVerdict said = judge_line(glob, line_at(text, at), path, kind);
    if (said != IgnoreVerdict::kNone) verdict = said;
  }
  return verdict;
}

}  // namespace

IgnoreVerdict judge_ignore_line(std::string_view line, std::string_view path, PathKind kind) {
  Glob glob;
  return judge_line(glob, line, path, kind);
}

bool is_git_ignored(FileSystem& files, const GitRepository& repository, const std::string& path) {
  const auto text_of = [&](const std::string& file) {
    return read_whole_file(files, file, kIgnoreLimit).value_or("");
  };
  Glob glob;
  const std::string exclude = text_of(join_path(repository.common_dir, "info/exclude"));
  // Every folder on the way down, then the file: what an ignored folder holds is ignored.
  for (size_t end = path.find('/'); true; end = path.find('/', end + 1)) {
    const bool is_file = end == std::string::npos;
    const std::string part = path.substr(0, end);
    const PathKind kind = is_file ? PathKind::kFile : PathKind::kFolder;
    IgnoreVerdict verdict = judge_text(glob, exclude, part, kind);
    for (size_t below = 0; true;) {
      const std::string folder = join_path(repository.root, part.substr(0, below));
      const std::string_view rest = std::string_view(part).substr(below == 0 ? 0 : below + 1);
      const IgnoreVerdict said =
          judge_text(glob, text_of(join_path(folder, ".gitignore")), rest, kind);
      if (said != IgnoreVerdict::kNone) verdict = said;
      below = part.find('/', below == 0 ? 0 : below + 1);
      if (below == std::string::npos) break;
    }
    if (verdict == IgnoreVerdict::kIgnored) return true;
    if (is_file) return false;
  }
}

}  // namespace clew
