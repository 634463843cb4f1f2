#include "app/find_store.h"

#include <fmt/format.h>

#include "app/environment.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "files/canonical_path.h"
#include "files/relative_path.h"
#include "project/trusted_stores.h"

namespace clew {
namespace {

bool is_at_or_below(const std::string& path, const std::string& folder) {
  return folder == "/" || path == folder || path.starts_with(folder + "/");
}

// Where a file is or would be, without symbolic links on the way to it.
std::string real_place(const std::string& path, FileSystem& files) {
  const auto folder = files.real_path(parent_of(path));
  return folder ? join_path(*folder, last_part_of(path)) : path;
}

// Whether a repository, which somebody else may have made, holds both the current folder and the
// store. One that holds the home folder too is the person's own.
bool shares_checkout(const std::string& store, const Surroundings& around, FileSystem& files) {
  std::string shared = around.cwd;
  while (!is_at_or_below(store, shared)) shared = parent_of(shared);
  const auto home = files.real_path(around.home);
  for (; shared.size() > 1; shared = parent_of(shared)) {
    if (home && is_at_or_below(*home, shared)) return false;
    if (files.info(join_path(shared, ".git"))) return true;
  }
  return false;
}

// Why CLEW_STORE is not taken at its word: a repository can set it, through an agent's settings.
std::string reason_against_variable(const std::string& named, const Surroundings& around,
                                    FileSystem& files) {
  const std::string path = named.starts_with("sqlite:") ? named.substr(7) : named;
  if (path.find("://") != std::string::npos) return {};
  if (!path.starts_with('/')) return "it is relative";
  if (is_process_path(path)) return "it leads through /proc or /dev";
  const std::string place = real_place(path, files);
  if (shares_checkout(place, around, files)) return "it lies inside this repository";
  const std::string folder = parent_of(place);
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
        !named.empty() && real_place(named, files) == real_place(found->url, files);
    if (!is_named) found->passed_over = std::move(passed_over);
    return std::move(*found);
  }
  std::string data = data_folder(around);
  const std::string usual = around.home.empty() ? data : around.home + "/.local/share/clew";
  if (data != usual && shares_checkout(real_place(data, files), around, files)) {
    passed_over = fmt::format("{}/store.db is not used: XDG_DATA_HOME lies inside this repository",
                              visible(one_line(cut(data, 200))));
    data = usual;
  }
  if (!data.empty()) return FoundStore{data + "/store.db", std::move(passed_over), {}};
  return make_error(ErrorCode::kUsage, "HOME is not set, so clew does not know where its store is",
                    "HOME",
                    "set CLEW_STORE to a path, for example CLEW_STORE=/var/lib/clew/store.db");
}

}  // namespace clew
