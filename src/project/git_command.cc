#include "project/git_command.h"

#include <stdlib.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "base/text.h"
#include "files/accounts.h"
#include "files/canonical_path.h"
#include "files/find_program.h"
#include "files/posix_file_system.h"
#include "files/relative_path.h"
#include "project/git_index.h"
#include "project/git_patience.h"
#include "project/project_reach.h"

namespace clew {
namespace {

// Only the way to the first commit and the list of all files may be long; never in a hook
// (project/git_patience.h).
constexpr Duration kTimeout = seconds(3);
constexpr int kMaxSafeFolders = 256;

struct QuestionRow {
  GitQuestion question;
  std::vector<const char*> words;
};

// A row must not read content of the work tree, nor write anything.
const QuestionRow kQuestions[] = {
    {GitQuestion::kVersion,        {"version"}                                                    },
    {GitQuestion::kGitDir,         {"rev-parse", "--git-dir"}                                     },
    {GitQuestion::kResolve,        {"rev-parse", "--quiet", "--verify"}                           },
    {GitQuestion::kBranch,         {"symbolic-ref", "--quiet", "--short"}                         },
    {GitQuestion::kIsAncestor,     {"merge-base", "--is-ancestor"}                                },
    {GitQuestion::kRootCommits,    {"rev-list", "--max-parents=0"}                                },
    {GitQuestion::kFileCommits,    {"rev-list", "--max-count=32"}                                 },
    {GitQuestion::kAddedFiles,
     {"diff-tree", "-r", "-z", "--name-only", "--diff-filter=A", "--no-renames", "--no-ext-diff",
      "--no-textconv"}                                                                            },
    // Only equal contents are renames: others would have to be read, and maybe fetched.
    {GitQuestion::kStagedFiles,
     {"diff-index", "--cached", "-z", "--name-status", "-M100%", "--no-ext-diff", "--no-textconv"}},
    {GitQuestion::kUntrackedFiles, {"ls-files", "-o", "-z", "--exclude-standard"}                 },
    {GitQuestion::kListedFiles,    {"ls-files", "-c", "-o", "-z", "--exclude-standard"}           },
    {GitQuestion::kTree,           {"ls-tree", "-z", "--long", "--full-tree"}                     },
    {GitQuestion::kContents,       {"cat-file", "--batch"}                                        },
    {GitQuestion::kAttributes,     {"check-attr", "-z", "--stdin"}                                },
    {GitQuestion::kSettings,       {"config", "--null", "--get-regexp"}                           },
};

// Each would otherwise be the repository's to say.
constexpr const char* kSettings[] = {
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.editor=false",
    "core.askPass=false",
    "core.sshCommand=false",
    "core.gitProxy=none",
    "core.alternateRefsCommand=true",
    "credential.helper=",
    "gpg.program=false",
    "log.showSignature=false",
    "submodule.recurse=false",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
    "maintenance.auto=false",
    "gc.auto=0",
};

// git reads the environment of this process, so what would reach it is read and judged here.
std::string value_of(const std::string& name) {
  const char* value = ::getenv(name.c_str());
  return value == nullptr ? "" : value;
}

// A container may declare its folders safe in this way.
void keep_safe_folders(std::vector<EnvironmentChange>& changes) {
  const std::string text = value_of("GIT_CONFIG_COUNT");
  int count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  int kept = 0;
  for (int i = 0; i < std::min(count, kMaxSafeFolders); ++i) {
    const std::string number = std::to_string(i);
    if (lower_case(value_of("GIT_CONFIG_KEY_" + number)) != "safe.directory") continue;
    const std::string next = std::to_string(kept++);
    changes.push_back({"GIT_CONFIG_KEY_" + next, "safe.directory"});
    changes.push_back({"GIT_CONFIG_VALUE_" + next, value_of("GIT_CONFIG_VALUE_" + number)});
  }
  if (kept > 0) changes.push_back({"GIT_CONFIG_COUNT", std::to_string(kept)});
}

// What the project can have filled, and what it cannot.
struct Reach {
  PosixFileSystem files;
  std::string root;  // of the repository
  std::string home;  // the person's, a real path; may be empty

  explicit Reach(const std::string& folder) : root(folder) {
    const std::string said = value_of("HOME");
    const bool is_own = said.starts_with('/') && !is_process_path(said) &&
                        is_home_of_person(files, said, root, own_user());
    if (is_own) home = canonical_path(files, said);
  }
  // Whether a variable that names a file or folder is the person's word.
  bool leaves_alone(const std::string& path) {
    return path.empty() || (path.starts_with('/') && !is_process_path(path) &&
                            !is_in_reach(files, path, root, home));
  }
};

// Everything that begins with GIT_ is taken out of the environment first; these are put in. A
// person's own settings are kept when their files lie where the project cannot have put them.
std::vector<EnvironmentChange> environment(const GitRepository& repository, Reach& reach,
                                           const std::string& search_path) {
  std::vector<EnvironmentChange> changes = {
      {"PATH",                    search_path               },
      {"LC_ALL",                  "C"                       },
      {"GIT_OPTIONAL_LOCKS",      "0"                       },
      {"GIT_TERMINAL_PROMPT",     "0"                       },
      {"GIT_ASKPASS",             "false"                   },
      {"GIT_NO_LAZY_FETCH",       "1"                       },
      {"GIT_ALLOW_PROTOCOL",      ""                        }, // stronger than protocol.NAME.allow
      {"GIT_NO_REPLACE_OBJECTS",  "1"                       },
      {"GIT_LITERAL_PATHSPECS",   "1"                       },
      {"GIT_TRACE2",              "0"                       }, // stronger than trace2.normalTarget
      {"GIT_TRACE2_EVENT",        "0"                       },
      {"GIT_TRACE2_PERF",         "0"                       },
      {"GIT_WORK_TREE",           repository.root           },
      {"GIT_CEILING_DIRECTORIES", parent_of(repository.root)},
  };
  for (const char* name : {"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"}) {
    const bool is_file = name != std::string_view("GIT_CONFIG_NOSYSTEM");
    const bool is_kept =
        ::getenv(name) != nullptr && (!is_file || reach.leaves_alone(value_of(name)));
    if (is_kept) changes.push_back({name, value_of(name)});
  }
  // Where a person's settings are must not be the repository's to say.
  if (reach.home.empty()) changes.push_back({"HOME", "/nonexistent"});
  if (!reach.leaves_alone(value_of("XDG_CONFIG_HOME"))) {
    changes.push_back({"XDG_CONFIG_HOME", "/nonexistent"});
  }
  keep_safe_folders(changes);
  return changes;
}

// Where files of the repository and of those around it are: a git that lies there is not the
// person's.
std::vector<std::string> own_folders(const GitRepository& repository, Reach& reach) {
  const std::string& common = repository.common_dir;
  std::vector<std::string> folders = {repository.root, repository.git_dir,
                                      last_part_of(common) == ".git" ? parent_of(common) : common};
  std::string around = outermost_project(reach.files, repository.root, reach.home);
  if (!around.empty()) folders.push_back(std::move(around));
  return folders;
}

// Arguments that come from data may not look like options; those behind "--" are paths and may.
std::vector<std::string> words_of(const std::string& program, const GitCall& call) {
  std::vector<std::string> words = {program, "--no-pager"};
  for (const char* setting : kSettings) {
    words.push_back("-c");
    words.push_back(setting);
  }
  const auto* row = std::find_if(std::begin(kQuestions), std::end(kQuestions),
                                 [&](const QuestionRow& r) { return r.question == call.question; });
  CLEW_CHECK(row != std::end(kQuestions));
  words.insert(words.end(), row->words.begin(), row->words.end());
  const auto paths = std::find(call.arguments.begin(), call.arguments.end(), "--");
  CLEW_CHECK(std::none_of(call.arguments.begin(), paths,
                          [](const std::string& word) { return word.starts_with('-'); }));
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  return words;
}

bool reads_index(GitQuestion question) {
  return question == GitQuestion::kStagedFiles || question == GitQuestion::kUntrackedFiles ||
         question == GitQuestion::kListedFiles || question == GitQuestion::kAttributes;
}

}  // namespace

// Before git is started: is there time left for it, would it wait for a pipe, is the index too
// large for it, and where is the program. A program that lies in the repository is not used. How
// long it took is noted, so that a silent git is not asked again at once.
Result<ProcessResult> run_git(const GitRepository& repository, const GitCall& call) {
  const bool is_long =
      call.question == GitQuestion::kRootCommits || call.question == GitQuestion::kListedFiles;
  const auto time = time_for_git(repository, is_long ? kLongestGitTime : kTimeout);
  if (!time) return make_error(ErrorCode::kFailed, "git did not answer in time", repository.root);
  Reach reach(repository.root);
  if (const std::string pipe = pipe_in_repository(reach.files, repository); !pipe.empty()) {
    return make_error(ErrorCode::kFailed, "git would wait for it: it is not a regular file", pipe);
  }
  const std::string index =
      reads_index(call.question) ? overlarge_index(reach.files, repository) : "";
  if (!index.empty()) return make_error(ErrorCode::kFailed, "this index is too large", index);
  const auto git = find_program("git", own_folders(repository, reach));
  if (!git) return make_error(ErrorCode::kNotFound, "program not found", "git");
  ProcessRequest request;
  request.argv = words_of(git->path, call);
  request.folder = repository.root;
  request.environment = environment(repository, reach, git->search_path);
  request.removed_prefixes = {"GIT_"};
  request.input_text = call.input;
  request.timeout = time;
  request.output_bounds = call.bounds;
  auto result = run_process(request);
  if (result) {
    const bool is_late = result->end == ProcessEnd(TimedOut{});
    note_git_time(repository, result->duration,
                  is_late ? GitPromptness::kTimedOut : GitPromptness::kAnswered);
  }
  return result;
}

// The first 300 characters of what git said, made visible.
Error git_refused(const ProcessResult& result, const std::string& folder) {
  if (result.end == ProcessEnd(TimedOut{})) {
    return make_error(ErrorCode::kFailed, "git did not answer in time", folder);
  }
  const std::string said = one_line(visible(result.errors.text()));
  return make_error(ErrorCode::kFailed,
                    "git failed: " + (said.empty() ? "no reason given" : cut(said, 300)), folder,
                    "git status");
}

}  // namespace clew
