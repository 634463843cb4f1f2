#include "project/git_ignore.h"

#include <algorithm>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kIgnoreLimit = uint64_t{1} << 20;
constexpr uint64_t kMaxIgnoreBytes = uint64_t{32} << 20;  // of all files there have been
constexpr size_t kMaxStepsOfPattern = 100'000;
constexpr size_t kMaxStepsInAll = 2'000'000;
constexpr size_t kMoreStepsPerPath = 4'000;

// `*` and `?` stay within one part of the path, `**` does not.
// Steps are counted over all patterns, because patterns of a hostile repository could take
// exponential time.
class Glob {
 public:
  // Counts on in `steps`, up to `last`.
  Glob(size_t& steps, size_t last) : steps_(steps), last_(last) {}

  bool goes_on(std::string_view pattern, std::string_view text) {
    while (!pattern.empty()) {
      if (++steps_ > last_) return false;
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

 private:
  // Every place is tried where the rest could go on.
  bool star(std::string_view pattern, std::string_view text) {
    const bool deep = pattern.starts_with("**");
    const std::string_view rest = pattern.substr(deep ? 2 : 1);
    if (deep && rest.starts_with('/') && goes_on(rest.substr(1), text)) return true;
    for (size_t at = 0; at <= text.size() && steps_ <= last_; ++at) {
      if (goes_on(rest, text.substr(at))) return true;
      if (!deep && at < text.size() && text[at] == '/') break;
    }
    return false;
  }

  size_t& steps_;
  size_t last_;
};

}  // namespace

// How much more may be read of the files that list what is ignored.
uint64_t IgnoreRules::room() const {
  return std::min(kIgnoreLimit, kMaxIgnoreBytes - std::min(bytes_, kMaxIgnoreBytes));
}

// Rules point into the text, which the entry keeps.
void IgnoreRules::push(const std::string& folder, const std::string& text) {
  bytes_ += text.size();
  IgnoreFile& file = files_.emplace_back(IgnoreFile{folder.size(), text, {}});
  for (size_t at = 0, next; at < text.size(); at = next) {
    const size_t end = std::min(text.find('\n', at), text.size());
    next = end + 1;
    std::string_view line = std::string_view(text).substr(at, end - at);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    if (line.empty() || line[0] == '#') continue;
    Rule rule;
    rule.keeps = line[0] == '!';
    if (rule.keeps) line.remove_prefix(1);
    rule.only_folders = line.ends_with('/');
    if (rule.only_folders) line.remove_suffix(1);
    rule.is_anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    rule.start = static_cast<size_t>(line.data() - text.data());
    rule.size = line.size();
    file.rules.push_back(rule);
  }
}

void IgnoreRules::pop() { files_.pop_back(); }

// The last rule that fits decides, and files further down come later. When the steps run out, what
// was found so far is the answer.
IgnoreVerdict IgnoreRules::judge(std::string_view path, PathKind kind) {
  const size_t last = kMaxStepsInAll + ++paths_ * kMoreStepsPerPath;
  const std::string name = last_part_of(path);
  IgnoreVerdict verdict = IgnoreVerdict::kNone;
  for (const IgnoreFile& file : files_) {
    const std::string_view below = path.substr(file.folder == 0 ? 0 : file.folder + 1);
    for (const Rule& rule : file.rules) {
      if (++steps_ > last) return verdict;
      if (rule.only_folders && kind != PathKind::kFolder) continue;
      const auto pattern = std::string_view(file.text).substr(rule.start, rule.size);
      Glob glob(steps_, std::min(last, steps_ + kMaxStepsOfPattern));
      if (!glob.goes_on(pattern, rule.is_anchored ? below : std::string_view(name))) continue;
      verdict = rule.keeps ? IgnoreVerdict::kKept : IgnoreVerdict::kIgnored;
    }
  }
  return verdict;
}

bool is_git_ignored(FileSystem& files, const GitRepository& repository, const std::string& path) {
  IgnoreRules rules;
  const auto read = [&](const std::string& folder, const std::string& file) {
    const auto text = read_whole_file(files, file, rules.room());
    if (text) rules.push(folder, *text);
  };
  read("", join_path(repository.common_dir, "info/exclude"));
  read("", join_path(repository.root, ".gitignore"));
  // Every folder on the way down, then the file: what an ignored folder holds is ignored.
  for (size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string folder = path.substr(0, end);
    if (rules.judge(folder, PathKind::kFolder) == IgnoreVerdict::kIgnored) return true;
    read(folder, join_path(join_path(repository.root, folder), ".gitignore"));
  }
  return rules.judge(path, PathKind::kFile) == IgnoreVerdict::kIgnored;
}

}  // namespace clew
