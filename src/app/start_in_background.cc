#include "app/start_in_background.h"

#include <algorithm>

#include "engine/context.h"
#include "files/canonical_path.h"
#include "files/detached_process.h"
#include "files/posix_file_system.h"
#include "files/relative_path.h"
#include "project/project_reach.h"

namespace clew {
namespace {

// What remote/s3 asks for, beside the keys: where to find them, and the way there.
constexpr const char* kValues[] = {
    "AWS_PROFILE",       "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN", "AWS_REGION",        "AWS_DEFAULT_REGION",
    "https_proxy",       "HTTPS_PROXY",       "no_proxy",
    "NO_PROXY"};
constexpr const char* kPaths[] = {"AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE",
                                  "AWS_CA_BUNDLE"};

class Variables {
 public:
  void add(const std::string& name, const std::string& value) {
    if (!value.empty()) all.push_back(name + "=" + value);
  }
  std::vector<std::string> all;
};

std::vector<std::string> environment_for(const Surroundings& around) {
  PosixFileSystem files;
  Variables variables;
  variables.add("HOME", around.known_home);
  variables.add("XDG_STATE_HOME", parent_of(around.state_folder));
  if (!around.cache_folder.empty()) {
    variables.add("XDG_CACHE_HOME", parent_of(around.cache_folder));
  }
  if (!around.variable) return std::move(variables.all);
  for (const char* name : kValues) variables.add(name, around.variable(name));
  for (const char* name : kPaths) {
    const std::string path = around.variable(name);
    if (!path.starts_with('/') || is_process_path(path)) continue;
    const auto real = files.real_path(path);
    if (is_in_reach(files, real ? *real : path, around.cwd, around.known_home)) continue;
    variables.add(name, path);
  }
  return std::move(variables.all);
}

}  // namespace

Status StartInBackground::start(const Surroundings& around, const std::vector<std::string>& words,
                                Duration wait) {
  if (around.state_folder.empty()) {
    return make_error(ErrorCode::kUsage, "there is no folder to keep the key of this device in",
                      "HOME");
  }
  DetachedProgram program;
  program.argv = {around.program};
  program.argv.insert(program.argv.end(), words.begin(), words.end());
  program.argv.insert(program.argv.end(), {"--store", around.store_url});
  program.environment = environment_for(around);
  CLEW_ASSIGN(const int pid, start_detached(program));
  const std::lock_guard lock(mutex_);
  std::erase_if(started_, [](int each) { return has_ended(each, Duration{0}); });
  if (!has_ended(pid, wait)) started_.push_back(pid);
  return success();
}

}  // namespace clew
