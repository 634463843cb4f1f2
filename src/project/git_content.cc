#include "project/git_content.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "project/git_command.h"
#include "project/git_state.h"

namespace clew {
namespace {

constexpr size_t kMostAtOnce = 128;                       // paths a program is asked for
constexpr uint64_t kMostReadAtOnce = uint64_t{16} << 20;  // bytes of content, all files together
constexpr size_t kMostListed = size_t{1} << 20;

struct TreeEntry {
  std::string mode;  // "100644", "120000" for a link, "160000" for a submodule
  std::string type;  // "blob", "tree", "commit"
  std::string object;
  std::optional<uint64_t> size;
};

// What git printed, whole; nothing when it refused or said more than the bound.
std::optional<std::string> git_output(const GitRepository& repository,
                                      const std::vector<std::string>& arguments, size_t bound) {
  const auto result = run_git(repository.root, arguments, {.head = bound, .tail = 0});
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
class HeadPortion {
 public:
  HeadPortion(const GitRepository& repository, std::span<const std::string> paths, size_t first,
              const TakeHeadFile& take)
      : repository_(repository), paths_(paths), first_(first), take_(take) {}

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
           *entry.size <= kMostHeadContent;
  }
  const TreeEntry& entry(size_t i) const { return entries_.at(paths_[i]); }

  bool list(const std::string& commit) {
    std::vector<std::string> arguments{"--literal-pathspecs", "ls-tree", "-z", "--long",
                                       "--full-tree",         commit,    "--"};
    arguments.insert(arguments.end(), paths_.begin(), paths_.end());
    const auto answer = git_output(repository_, arguments, kMostListed);
    if (answer) entries_ = parse_tree(*answer);
    return answer.has_value();
  }

  void ask_for_conversions(const std::vector<size_t>& wanted) {
    const auto config =
        run_git(repository_.root, {"config", "--null", "--get-regexp", "^core\\.(autocrlf|eol)$"});
    if (!config) return;
    // 1 is how git says that neither is set.
    if (!config->succeeded() && config->end != ProcessEnd(Exited{1})) return;
    settings_ = read_checkout_settings(config->output.head());

    std::vector<std::string> arguments{"check-attr", "-z"};
    for (const auto& [name, member] : kAttributes) arguments.push_back(name);
    arguments.push_back("--");
    for (const size_t i : wanted) arguments.push_back(paths_[i]);
    const auto answer = git_output(repository_, arguments, kMostListed);
    if (!answer) return;
    // Path, attribute and value, each with a NUL.
    for (std::string_view text = *answer; !text.empty();) {
      CheckoutAttributes& attributes = attributes_[std::string(next_part(text, '\0'))];
      const std::string_view name = next_part(text, '\0');
      const std::string_view value = next_part(text, '\0');
      for (const auto& [known, member] : kAttributes) {
        if (name == known) attributes.*member = value;
      }
    }
  }

  // As many contents at once as the bound allows.
  void read_contents(const std::vector<size_t>& wanted) {
    for (size_t from = 0; from < wanted.size();) {
      uint64_t total = 0;
      size_t to = from;
      while (to < wanted.size() && total + *entry(wanted[to]).size <= kMostReadAtOnce) {
        total += *entry(wanted[to++]).size;
      }
      read_some(std::span(wanted).subspan(from, to - from), total);
      from = to;
    }
  }

  // Without a path there is nothing that a textconv could be configured for; contents follow each
  // other without anything in between.
  void read_some(std::span<const size_t> wanted, uint64_t total) {
    std::vector<std::string> arguments{"show", "--no-textconv"};
    for (const size_t i : wanted) arguments.push_back(entry(i).object);
    arguments.push_back("--");
    const auto answer = git_output(repository_, arguments, total);
    const bool is_whole = answer && answer->size() == total;
    size_t at = 0;
    for (const size_t i : wanted) {
      HeadFile file{HeadHas::kFile, std::nullopt};
      const size_t size = *entry(i).size;
      const auto attributes = attributes_.find(paths_[i]);
      if (is_whole && settings_ && attributes != attributes_.end()) {
        file.content = check_out(answer->substr(at, size), attributes->second, *settings_);
      }
      at += size;
      take_(first_ + i, std::move(file));
    }
  }

  struct Attribute {
    const char* name;
    std::string CheckoutAttributes::* member;
  };
  static constexpr Attribute kAttributes[] = {
      {"text",                  &CheckoutAttributes::text    },
      {"crlf",                  &CheckoutAttributes::crlf    },
      {"eol",                   &CheckoutAttributes::eol     },
      {"ident",                 &CheckoutAttributes::ident   },
      {"filter",                &CheckoutAttributes::filter  },
      {"working-tree-encoding", &CheckoutAttributes::encoding},
  };

  const GitRepository& repository_;
  std::span<const std::string> paths_;
  size_t first_;
  const TakeHeadFile& take_;
  std::map<std::string, TreeEntry> entries_;
  std::map<std::string, CheckoutAttributes> attributes_;
  std::optional<CheckoutSettings> settings_;
};

}  // namespace

void read_head_files(FileSystem& files, const GitRepository& repository,
                     const std::vector<std::string>& paths, const TakeHeadFile& take) {
  const auto state = read_git_state(files, repository);
  if (!state) return;
  const std::span<const std::string> all(paths);
  for (size_t from = 0; from < all.size(); from += kMostAtOnce) {
    const auto portion = all.subspan(from, std::min(kMostAtOnce, all.size() - from));
    if (!state->commit.empty()) {
      HeadPortion(repository, portion, from, take).read(state->commit);
      continue;
    }
    for (size_t i = 0; i < portion.size(); ++i) take(from + i, {HeadHas::kNothing, std::nullopt});
  }
}

}  // namespace clew
