// What git leaves out, told from .gitignore files.

#include "project/git_ignore.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

struct Row {
  const char* line;
  const char* path;
  PathKind kind;
  IgnoreVerdict verdict;
};

constexpr auto kFile = PathKind::kFile;
constexpr auto kFolder = PathKind::kFolder;
constexpr auto kNone = IgnoreVerdict::kNone;
constexpr auto kIgnored = IgnoreVerdict::kIgnored;

constexpr Row kRows[] = {
    {"state.json",     "state.json",     kFile,   kIgnored            },
    {"state.json",     "a/b/state.json", kFile,   kIgnored            },
    {"state.json",     "state.json.old", kFile,   kNone               },
    {"/state.json",    "state.json",     kFile,   kIgnored            },
    {"/state.json",    "a/state.json",   kFile,   kNone               },
    {"a/state.json",   "a/state.json",   kFile,   kIgnored            },
    {"a/state.json",   "b/a/state.json", kFile,   kNone               },
    {"state*.json",    "state_7.json",   kFile,   kIgnored            },
    {"*.json",         "a/x.json",       kFile,   kIgnored            },
    {"a/*.json",       "a/b/x.json",     kFile,   kNone               },
    {"a/**/x.json",    "a/b/c/x.json",   kFile,   kIgnored            },
    {"a/**/x.json",    "a/x.json",       kFile,   kIgnored            },
    {"state?.json",    "state1.json",    kFile,   kIgnored            },
    {"state?.json",    "state.json",     kFile,   kNone               },
    {"cache/",         "cache",          kFolder, kIgnored            },
    {"cache/",         "cache",          kFile,   kNone               },
    {"*",              ".clew",          kFolder, kIgnored            },
    {"!state.json",    "state.json",     kFile,   IgnoreVerdict::kKept},
    {"# state.json",   "# state.json",   kFile,   kNone               },
    {"\\#state",       "#state",         kFile,   kIgnored            },
    {"state.json  \r", "state.json",     kFile,   kIgnored            },
    {"",               "state.json",     kFile,   kNone               },
    {"/",              "state.json",     kFolder, kNone               },
};

TEST_CASE("a line of .gitignore means what git says it means") {
  for (const auto& row : kRows) {
    INFO("line: ", row.line, "  path: ", row.path);
    CHECK(judge_ignore_line(row.line, row.path, row.kind) == row.verdict);
  }
}

TEST_CASE(
    "the last line counts, a folder's own file more than one above, and an ignored folder "
    "hides all it holds") {
  TempFolder folder;
  std::filesystem::create_directories(folder / "checkpoints/old");
  std::filesystem::create_directories(folder / "cache/deep");
  const GitRepository repository{folder.path(), folder / ".git", folder / ".git"};
  PosixFileSystem files;
  const auto ignored = [&](const char* path) { return is_git_ignored(files, repository, path); };
  CHECK_FALSE(ignored("checkpoints/a.json"));
  write_text(folder / ".gitignore", "*.json\ncache/\n!keep.json\n");
  CHECK(ignored("a.json"));
  CHECK(ignored("checkpoints/old/a.json"));
  CHECK(ignored("cache/deep/readme"));
  CHECK_FALSE(ignored("keep.json"));
  CHECK(ignored("cache/keep.json"));
  write_text(folder / "checkpoints/.gitignore", "!*.json\n/old\n");
  CHECK_FALSE(ignored("checkpoints/a.json"));
  CHECK(ignored("checkpoints/old/a.json"));
  std::filesystem::create_directories(folder / ".git/info");
  write_text(folder / ".git/info/exclude", "notes.md\n");
  CHECK(ignored("checkpoints/notes.md"));
}

TEST_CASE("patterns made to take for ever are given up, one by one and then all together") {
  TempFolder folder;
  const GitRepository repository{folder.path(), folder / ".git", folder / ".git"};
  PosixFileSystem files;
  const std::string name(200, 'a');
  const std::string endless = "*a*a*a*a*a*a*a*a*b\n";
  std::string lines = endless;
  write_text(folder / ".gitignore", lines + name + "\n");
  CHECK(is_git_ignored(files, repository, name));
  while (lines.size() < size_t{500'000}) lines += endless;
  write_text(folder / ".gitignore", lines + name + "\n");
  CHECK_FALSE(is_git_ignored(files, repository, name));
}

}  // namespace
}  // namespace clew
