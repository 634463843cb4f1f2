#include "testing/git_sandbox.h"

#include <cstdio>
#include <filesystem>

#include "base/check.h"
#include "files/run_process.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

std::vector<EnvironmentChange> environment() {
  return {
      {"GIT_AUTHOR_NAME",     "Ana"                 },
      {"GIT_AUTHOR_EMAIL",    "ana@example.org"     },
      {"GIT_AUTHOR_DATE",     "2026-11-15T12:00:00Z"},
      {"GIT_COMMITTER_NAME",  "Ana"                 },
      {"GIT_COMMITTER_EMAIL", "ana@example.org"     },
      {"GIT_COMMITTER_DATE",  "2026-11-15T12:00:00Z"},
      {"GIT_CONFIG_GLOBAL",   "/dev/null"           },
      {"GIT_CONFIG_NOSYSTEM", "1"                   },
      {"GIT_DIR",             std::nullopt          },
      {"GIT_INDEX_FILE",      std::nullopt          },
      {"GIT_WORK_TREE",       std::nullopt          }
  };
}

}  // namespace

bool GitSandbox::available() {
  static const bool found = run_process({
                                            {"git", "--version"},
                                            ""
  })
                                .ok();
  return found;
}

std::string GitSandbox::git(const std::vector<std::string>& arguments) const {
  ProcessRequest request;
  request.argv = {"git", "-c", "protocol.file.allow=always"};
  request.argv.insert(request.argv.end(), arguments.begin(), arguments.end());
  request.folder = root_;
  request.environment = environment();
  const auto result = run_process(request);
  CLEW_CHECK(result.ok());
  if (!result->succeeded()) std::fprintf(stderr, "%s", result->errors.text().c_str());
  CLEW_CHECK(result->succeeded());
  std::string text = result->output.text();
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void GitSandbox::init() const {
  std::filesystem::create_directories(root_);
  git({"init", "--quiet", "--initial-branch=main"});
}

std::string GitSandbox::commit(const std::string& path, const std::string& content) const {
  write_text(root_ + "/" + path, content);
  git({"add", "--", path});
  git({"commit", "--quiet", "-m", "change " + path});
  return git({"rev-parse", "HEAD"});
}

}  // namespace clew
