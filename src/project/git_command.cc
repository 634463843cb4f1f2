#include "project/git_command.h"

#include "base/text.h"

namespace clew {
namespace {

constexpr Duration kTimeout = seconds(30);

// What `git rev-parse --local-env-vars` lists, except settings: a container may declare its folders
// safe in this way.
constexpr const char* kRemoved[] = {
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_OBJECT_DIRECTORY",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_GRAFT_FILE",
    "GIT_INDEX_FILE",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
};

std::vector<EnvironmentChange> environment() {
  std::vector<EnvironmentChange> changes = {
      {"LC_ALL",                 "C"},
      {"GIT_OPTIONAL_LOCKS",     "0"},
      {"GIT_TERMINAL_PROMPT",    "0"},
      {"GIT_NO_LAZY_FETCH",      "1"},
      {"GIT_NO_REPLACE_OBJECTS", "1"},
  };
  for (const char* name : kRemoved) changes.push_back({name, std::nullopt});
  return changes;
}

}  // namespace

Result<ProcessResult> run_git(const std::string& folder, const std::vector<std::string>& arguments,
                              TextBounds bounds) {
  ProcessRequest request;
  request.argv = {"git", "-c", "core.fsmonitor=false"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.folder = folder;
  request.environment = environment();
  request.timeout = kTimeout;
  request.output_bounds = bounds;
  return run_process(request);
}

Error git_refused(const ProcessResult& result, const std::string& folder) {
  if (result.end == ProcessEnd(TimedOut{})) {
    return make_error(ErrorCode::kFailed, "git did not answer within " + to_words(kTimeout),
                      folder);
  }
  const std::string said = one_line(visible(result.errors.text()));
  return make_error(ErrorCode::kFailed,
                    "git failed: " + (said.empty() ? "no reason given" : cut(said, 300)), folder,
                    "git status");
}

}  // namespace clew
