#include "project/git_content.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "project/git_attributes.h"
#include "project/git_command.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr size_t kMaxAtOnce = 128;                       // paths a program is asked for
constexpr uint64_t kMaxReadAtOnce = uint64_t{16} << 20;  // bytes of content, all files together
constexpr size_t kMaxListed = size_t{1} << 20;
constexpr size_t kMaxAboutContent = 128;  // bytes around each content

// One line of `git ls-tree --long`.
struct TreeEntry {
  std::string mode;  // "100644", "120000" for a link, "160000" for a submodule
  std::string type;  // "blob", "tree", "commit"
  std::string object;
  std::optional<uint64_t> size;
};

// What git printed, whole; nothing when it refused or said more than the bound.
std::optional<std::string> git_output(const GitRepository& repository, const GitCall& call) {
  const auto result = run_git(repository, call);
  if (!result || !result->succeeded() || result->output.left_out() > 0) return std::nullopt;
  return result->output.head();
}

std::string_view next_part(std::string_view& text, char end) {
  const size_t at = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return part;
}

// "100644 blob HASH     12\tPATH", then NUL.
std::map<std::string, TreeEntry> parse_tree(std::string_view text) {
  std::map<std::string, TreeEntry> entries;
  while (!text.empty()) {
    std::string_view path = next_part(text, '\0');
    std::string_view about = next_part(path, '\t');
    TreeEntry entry;
    entry.mode = next_part(about, ' ');
    entry.type = next_part(about, ' ');
    entry.object = next_part(about, ' ');
    about.remove_prefix(std::min(about.find_first_not_of(' '), about.size()));
    uint64_t size = 0;
    const auto [end, problem] = std::from_chars(about.data(), about.data() + about.size(), size);
    if (problem == std::errc() && end == about.data() + about.size()) entry.size = size;
    entries.emplace(path, std::move(entry));
  }
  return entries;
}

// Some of the files, asked for together.
// One list, one question about attributes and as many contents as fit, for up to 128 files. Every
// file is told once, with content where it could be read.
class HeadPortion {
 public:
  HeadPortion(const GitRepository& repository, std::span<const std::string> paths, size_t first,
              const TakeHeadFile& take)
      : repository_(repository), paths_(paths), first_(first), take_(take) {}

  // What is no plain file, or too large, is only told to be there.
  void read(const std::string& commit) {
    if (!list(commit)) return;
    std::vector<size_t> wanted;
    for (size_t i = 0; i < paths_.size(); ++i) {
      const auto found = entries_.find(paths_[i]);
      const bool is_there = found != entries_.end() && found->second.type != "tree";
      if (is_there && is_readable(found->second)) {
        wanted.push_back(i);
      } else {
        take_(first_ + i, {is_there ? HeadHas::kFile : HeadHas::kNothing, std::nullopt});
      }
    }
    if (wanted.empty()) return;
    ask_for_conversions(wanted);
    read_contents(wanted);
  }

 private:
  static bool is_readable(const TreeEntry& entry) {
    return entry.type == "blob" && entry.mode.starts_with("100") && entry.size &&
           *entry.size <= kMaxHeadContent;
  }
  const TreeEntry& entry(size_t i) const { return entries_.at(paths_[i]); }

  bool list(const std::string& commit) {
    GitCall call{
        .question = GitQuestion::kTree,
        .arguments = {commit,             "--"     },
        .bounds = {.head = kMaxListed, .tail = 0}
    };
    call.arguments.insert(call.arguments.end(), paths_.begin(), paths_.end());
    const auto answer = git_output(repository_, call);
    if (answer) entries_ = parse_tree(*answer);
    return answer.has_value();
  }

  void ask_for_conversions(const std::vector<size_t>& wanted) {
    std::vector<std::string> paths;
    for (const size_t i : wanted) paths.push_back(paths_[i]);
    conversions_ = read_conversions(repository_, paths);
  }

  // As many contents at once as the bound allows.
  void read_contents(const std::vector<size_t>& wanted) {
    for (size_t from = 0; from < wanted.size();) {
      uint64_t total = 0;
      size_t to = from;
      while (to < wanted.size() && total + *entry(wanted[to]).size <= kMaxReadAtOnce) {
        total += *entry(wanted[to++]).size;
      }
      read_some(std::span(wanted).subspan(from, to - from), total);
      from = to;
    }
  }

  // "OBJECT blob SIZE", a line end, the content and another line end, for each.
  // The answer is checked line by line: when git says anything else than was asked, the rest is not
  // used.
  void read_some(std::span<const size_t> wanted, uint64_t total) {
    GitCall call{.question = GitQuestion::kContents};
    for (const size_t i : wanted) call.input += entry(i).object + "\n";
    call.bounds = {.head = total + wanted.size() * kMaxAboutContent, .tail = 0};
    const auto answer = git_output(repository_, call);
    std::string_view rest = answer ? std::string_view(*answer) : std::string_view();
    for (const size_t i : wanted) {
      HeadFile file{HeadHas::kFile, std::nullopt};
      const size_t size = *entry(i).size;
      const std::string about = entry(i).object + " blob " + std::to_string(size);
      if (next_part(rest, '\n') != about || rest.size() <= size) rest = {};
      if (!rest.empty() && conversions_) {
        const auto attributes = conversions_->attributes.find(paths_[i]);
        if (attributes != conversions_->attributes.end()) {
          file.content =
              check_out(Bytes(rest.substr(0, size)), attributes->second, conversions_->settings);
        }
      }
      rest.remove_prefix(std::min(rest.size(), size + 1));
      take_(first_ + i, std::move(file));
    }
  }

  const GitRepository& repository_;
  std::span<const std::string> paths_;
  size_t first_;
  const TakeHeadFile& take_;
  std::map<std::string, TreeEntry> entries_;
  std::optional<GitConversions> conversions_;
};

}  // namespace

// Without a commit there is nothing, and every file is told so.
void read_head_files(FileSystem& files, const GitRepository& repository,
                     const std::vector<std::string>& paths, const TakeHeadFile& take) {
  const auto state = read_git_state(files, repository);
  if (!state) return;
  const std::span<const std::string> all(paths);
  for (size_t from = 0; from < all.size(); from += kMaxAtOnce) {
    const auto portion = all.subspan(from, std::min(kMaxAtOnce, all.size() - from));
    if (!state->commit.empty()) {
      HeadPortion(repository, portion, from, take).read(state->commit);
      continue;
    }
    for (size_t i = 0; i < portion.size(); ++i) take(from + i, {HeadHas::kNothing, std::nullopt});
  }
}

}  // namespace clew
