#include "app/find_store.h"

#include <fmt/format.h>

#include "app/environment.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "project/project_reach.h"
#include "project/trusted_stores.h"

namespace clew {
namespace {

// Where a file is or would be, without symbolic links on the way to it.
std::string real_location(const std::string& path, FileSystem& files) {
  const auto folder = files.real_path(parent_of(path));
  return folder ? join_path(*folder, last_part_of(path)) : path;
}

// Why CLEW_STORE is not taken at its word: a repository can set it, through an agent's settings.
std::string reason_against_variable(const std::string& named, const Surroundings& around,
                                    FileSystem& files) {
  const std::string path = named.starts_with("sqlite:") ? named.substr(7) : named;
  if (path.find("://") != std::string::npos) {
    const bool is_in_project = !outermost_project(files, around.cwd, around.known_home).empty();
    return is_in_project ? "it is a network address, which this project can have set" : "";
  }
  if (!path.starts_with('/')) return "it is relative";
  if (is_process_path(path)) return "it leads through /proc or /dev";
  const std::string location = real_location(path, files);
  if (is_in_reach(files, location, around.cwd, around.known_home))
    return "it lies inside this project";
  const std::string folder = parent_of(location);
  const bool is_projects =
      last_part_of(folder) == kProjectFolder && is_at_or_below(around.cwd, parent_of(folder));
  return is_projects ? "it is a project's store that you have not trusted" : "";
}

// The nearest store in a .clew/ from the current folder up that is believed.
std::optional<FoundStore> find_project_store(const Surroundings& around, FileSystem& files,
                                             std::string& passed_over) {
  TrustedStores trusted(files, around.state_folder, around.user);
  for (std::string folder = around.cwd; folder.size() > 1; folder = parent_of(folder)) {
    const std::string store = join_path(join_path(folder, kProjectFolder), kProjectStore);
    if (!files.info(store)) continue;
    const auto facts = trusted.look_at(folder);
    const auto against = facts ? trusted.reason_against(*facts)
                               : std::optional(std::string("it cannot be accessed"));
    if (!against) return FoundStore{store, {}, facts->inode};
    if (passed_over.empty()) {
      passed_over = fmt::format("{} is not used: {}; see  clew trust {}",
                                visible(one_line(for_people(store, around.home))), *against,
                                shell_word(folder));
    }
  }
  return std::nullopt;
}

}  // namespace

Result<FoundStore> find_store(const std::string& given, const Surroundings& around,
                              FileSystem& files) {
  if (!given.empty()) return FoundStore{given, {}, {}};
  std::string passed_over;
  const std::string named = around.variable("CLEW_STORE");
  if (!named.empty()) {
    const std::string against = reason_against_variable(named, around, files);
    if (against.empty()) return FoundStore{named, {}, {}};
    passed_over =
        fmt::format("CLEW_STORE={} is not used: {}; set an absolute path elsewhere, or use --store",
                    visible(one_line(cut(named, 200))), against);
  }
  if (auto found = find_project_store(around, files, passed_over)) {
    // The one that CLEW_STORE names is trusted: nothing was passed over.
    const bool is_named =
        !named.empty() && real_location(named, files) == real_location(found->url, files);
    if (!is_named) found->passed_over = std::move(passed_over);
    return std::move(*found);
  }
  CLEW_ASSIGN(OwnFolder data, data_folder(around, files));
  if (!data.passed_over.empty()) passed_over = std::move(data.passed_over);
  if (!data.path.empty()) return FoundStore{data.path + "/store.db", std::move(passed_over), {}};
  const std::string against = reason_against_home();
  return make_error(ErrorCode::kUsage,
                    against.empty() ? "HOME is not set, so clew does not know where its store is"
                                    : "HOME is not used: " + against,
                    "HOME",
                    "set CLEW_STORE to a path, for example CLEW_STORE=/var/lib/clew/store.db");
}

}  // namespace clew
