// A silence is kept as an answer of git (project/git_answers.h), of one line:
//   UNTIL PATIENCE      both milliseconds: since 1970, and what one question could have taken at
//   most

#include "project/git_patience.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <map>
#include <mutex>

#include "files/posix_file_system.h"
#include "files/relative_path.h"
#include "project/git_answers.h"

namespace clew {
namespace {

constexpr Duration kSilence = minutes(5);
constexpr Duration kTooShort = {100};  // git would not even have started
constexpr int kMuchLonger = 2;

struct Silence {
  int64_t until = 0;
  int64_t patience = 0;
};

// Shared by all threads of the process: git's time is counted in all.
struct Patience {
  std::mutex mutex;
  std::string folder;
  Duration longest = kLongestGitTime;
  std::optional<Duration> left;
  std::map<std::string, Silence> silences;  // by the folder that the repository's checkouts share
};

Patience& patience() {
  static Patience one;
  return one;
}

int64_t now_ms() {
  using std::chrono::duration_cast;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return duration_cast<std::chrono::milliseconds>(now).count();
}

std::string silence_key(const GitRepository& repository) {
  return "silent " + repository.common_dir;
}

std::optional<Silence> parse_silence(std::string_view text) {
  Silence silence;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, silence.until);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, silence.patience);
  return second.ec == std::errc() ? std::optional(silence) : std::nullopt;
}

std::optional<Silence> find_silence(Patience& own, const GitRepository& repository) {
  const auto known = own.silences.find(repository.common_dir);
  if (known != own.silences.end()) return known->second;
  if (own.folder.empty()) return std::nullopt;
  PosixFileSystem files;
  const auto kept = GitAnswersInFolder(files, own.folder).get(silence_key(repository));
  return kept ? parse_silence(*kept) : std::nullopt;
}

void keep_silence(Patience& own, const GitRepository& repository, const Silence& silence) {
  own.silences[repository.common_dir] = silence;
  PosixFileSystem files;
  GitAnswersInFolder(files, own.folder)
      .put(silence_key(repository), fmt::format("{} {}\n", silence.until, silence.patience));
}

}  // namespace

void keep_git_silences_in(const std::string& folder) {
  Patience& own = patience();
  const std::lock_guard lock(own.mutex);
  own.folder = folder;
}

void limit_git_time(Duration in_all) {
  Patience& own = patience();
  const std::lock_guard lock(own.mutex);
  own.longest = std::min(in_all, kLongestGitTime);
  own.left = in_all;
}

// How long a question may take; nothing when it is not to be asked. A caller with much more
// patience than the one that gave up asks again in spite of the silence.
std::optional<Duration> time_for_git(const GitRepository& repository, Duration wanted) {
  Patience& own = patience();
  const std::lock_guard lock(own.mutex);
  const Duration time = own.left ? std::min(wanted, *own.left) : wanted;
  if (time < kTooShort) return std::nullopt;
  const auto silence = find_silence(own, repository);
  if (!silence) return time;
  const int64_t left = silence->until - now_ms();
  // One that seems to last longer than any was written before the clock was set back.
  const bool holds = left > 0 && left <= kSilence.ms;
  const bool is_much_longer = own.longest.ms > kMuchLonger * silence->patience;
  return holds && !is_much_longer ? std::nullopt : std::optional(time);
}

// Time is taken from the hook's whole; a question that took too long makes the repository silent
// for a while.
void note_git_time(const GitRepository& repository, Duration took, GitPromptness promptness) {
  Patience& own = patience();
  const std::lock_guard lock(own.mutex);
  if (own.left) own.left = std::max(Duration{0}, *own.left - took);
  if (promptness == GitPromptness::kTimedOut) {
    keep_silence(own, repository, {now_ms() + kSilence.ms, own.longest.ms});
  }
}

// A pipe or a device in the place of a file that git reads would keep it waiting.
std::string pipe_in_repository(FileSystem& files, const GitRepository& repository) {
  struct Place {
    std::string GitRepository::* folder;
    const char* name;
  };
  constexpr Place kRead[] = {
      {&GitRepository::git_dir,    "HEAD"                   },
      {&GitRepository::git_dir,    "index"                  },
      {&GitRepository::git_dir,    "config.worktree"        },
      {&GitRepository::common_dir, "config"                 },
      {&GitRepository::common_dir, "packed-refs"            },
      {&GitRepository::common_dir, "shallow"                },
      {&GitRepository::common_dir, "info/exclude"           },
      {&GitRepository::common_dir, "info/attributes"        },
      {&GitRepository::common_dir, "info/grafts"            },
      {&GitRepository::common_dir, "objects/info/alternates"},
      {&GitRepository::root,       ".gitignore"             },
      {&GitRepository::root,       ".gitattributes"         },
  };
  for (const auto& [folder, name] : kRead) {
    std::string path = join_path(repository.*folder, name);
    const auto info = files.info(path);
    if (info && info->kind == FileKind::kOther) return path;
  }
  return {};
}

}  // namespace clew
