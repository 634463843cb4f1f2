// What git leaves out, told from .gitignore files.

#include "project/git_ignore.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "files/posix_file_system.h"
#include "testing/counting_files.h"
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
    IgnoreRules rules;
    rules.push("", row.line);
    CHECK(rules.judge(row.path, row.kind) == row.verdict);
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

TEST_CASE("many paths against many patterns cost a bounded number of steps for each") {
  const std::string name(40, 'a');
  std::string lines;
  while (lines.size() < size_t{1} << 20) lines += "*a*a*a*a*a*a*a*a*a*a*a*a*b\n";
  IgnoreRules rules;
  rules.push("", lines + "*.log\n");
  // When the steps are used up, what is left for a path does not reach the last line.
  for (int i = 0; i < 1000; ++i) rules.judge(name, PathKind::kFile);
  CHECK(rules.judge("a.log", PathKind::kFile) == IgnoreVerdict::kNone);
  // Plain lists do not use them up.
  IgnoreRules plain;
  lines.clear();
  for (int i = 0; i < 500; ++i) lines += "name" + std::to_string(i) + "*.o\n";
  plain.push("", lines + "*.log\n");
  for (int i = 0; i < 5000; ++i) plain.judge("main" + std::to_string(i), PathKind::kFile);
  CHECK(plain.judge("a.log", PathKind::kFile) == IgnoreVerdict::kIgnored);
}

TEST_CASE("each file of ignored names is read once, and large ones not for ever") {
  TempFolder folder;
  const GitRepository repository{folder.path(), folder / ".git", folder / ".git"};
  CountingFiles files;
  std::string path;
  for (int depth = 0; depth < 60; ++depth) {
    std::filesystem::create_directories(folder / path);
    write_text((path.empty() ? folder.path() : folder / path) + "/.gitignore", "# nothing\n");
    path = path.empty() ? "d" : path + "/d";
  }
  CHECK_FALSE(is_git_ignored(files, repository, path));
  CHECK(files.opened.size() == 61);
  for (const auto& [file, times] : files.opened) CHECK(times == 1);
  IgnoreRules rules;
  const std::string large(size_t{1} << 20, '#');
  CHECK(rules.room() == large.size());
  for (int i = 0; i < 32; ++i) rules.push("", large);
  CHECK(rules.room() == 0);
}

}  // namespace
}  // namespace clew
