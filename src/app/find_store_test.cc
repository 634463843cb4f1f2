// Which store is used: hostile folders, stores and variables included.

#include "app/find_store.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "agent_client/clients.h"
#include "files/posix_file_system.h"
#include "project/project_reach.h"
#include "project/trusted_stores.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

const std::string kAnId(32, 'a');

class StorePlace {
 public:
  StorePlace() {
    around.home = folder / "home";
    around.known_home = around.home;
    around.state_folder = around.home + "/.local/state/clew";
    around.user = geteuid();
    around.variable = [this](const std::string& name) { return variables[name]; };
    fs::create_directories(around.home);
    make(project());
    around.cwd = project();
  }

  std::string project() const { return folder / "project"; }
  std::string store() const { return project() + "/.clew/store.db"; }

  // A folder with a store, private.
  void make(const std::string& path) {
    fs::create_directories(path + "/.clew");
    fs::permissions(path + "/.clew", fs::perms::owner_all);
    write_text(path + "/.clew/store.db", "");
    fs::permissions(path + "/.clew/store.db", fs::perms::owner_read | fs::perms::owner_write);
  }
  void trust(const std::string& path) {
    const Status added = TrustedStores(files, around.state_folder, around.user).add(path, kAnId);
    REQUIRE_MESSAGE(added.ok(), added.error().message);
  }
  FoundStore find(const std::string& given = {}) {
    const auto found = find_store(given, around, files);
    REQUIRE(found.ok());
    return *found;
  }
  bool is_passed_over(const std::string& because) {
    const FoundStore found = find();
    CAPTURE(found.passed_over);
    return found.url == own() && found.passed_over.find(because) != std::string::npos;
  }
  std::string own() const { return data_folder_of_test() + "/store.db"; }

  TempFolder folder;
  PosixFileSystem files;
  Surroundings around;
  std::map<std::string, std::string> variables;

 private:
  std::string data_folder_of_test() const { return around.home + "/.local/share/clew"; }
};

TEST_CASE("a store is believed in its folder and below it once it was trusted") {
  StorePlace place;
  CHECK(place.is_passed_over("you have not trusted it"));
  place.trust(place.project());
  CHECK(place.find().url == place.store());
  CHECK(place.find().passed_over.empty());
  CHECK(place.find().inode.has_value());
  fs::create_directories(place.project() + "/a/b");
  place.around.cwd = place.project() + "/a/b";
  CHECK(place.find().url == place.store());
}

TEST_CASE("a store that is no longer what was trusted is passed over") {
  StorePlace place;
  place.trust(place.project());
  const std::string clew = place.project() + "/.clew";
  SUBCASE("it was copied elsewhere, as a clone ships it") {
    fs::copy(place.project(), place.folder / "clone", fs::copy_options::recursive);
    place.around.cwd = place.folder / "clone";
    fs::permissions(place.around.cwd + "/.clew", fs::perms::owner_all);
    for (const char* name : {"store.db", "id"}) {
      fs::permissions(place.around.cwd + "/.clew/" + name, fs::perms::owner_read);
    }
    CHECK(place.is_passed_over("you have not trusted it"));
  }
  SUBCASE("another store has its name") {
    fs::rename(place.store(), place.folder / "old");
    place.make(place.project());
    CHECK(place.is_passed_over("it was replaced"));
  }
  SUBCASE("another id stands beside it") {
    write_text(clew + "/id", std::string(32, 'b') + "\n");
    CHECK(place.is_passed_over("it was replaced"));
  }
  SUBCASE("its folder can be read by others") {
    fs::permissions(clew, fs::perms::group_read | fs::perms::owner_all);
    CHECK(place.is_passed_over("others can access it"));
  }
  SUBCASE("its log can be written by others") {
    write_text(clew + "/store.db-wal", "");
    fs::permissions(clew + "/store.db-wal", fs::perms::all);
    CHECK(place.is_passed_over("others can access it"));
  }
  SUBCASE("the folder is a symbolic link") {
    fs::rename(clew, place.folder / "elsewhere");
    fs::create_directory_symlink(place.folder / "elsewhere", clew);
    CHECK(place.is_passed_over(".clew is a symbolic link"));
  }
  SUBCASE("the store is a symbolic link") {
    fs::rename(place.store(), place.folder / "elsewhere");
    fs::create_symlink(place.folder / "elsewhere", place.store());
    CHECK(place.is_passed_over("store.db is a symbolic link"));
  }
  SUBCASE("the store has another name elsewhere") {
    fs::create_hard_link(place.store(), place.folder / "elsewhere");
    CHECK(place.is_passed_over("store.db has 2 hard links"));
  }
  SUBCASE("others can put another project in its place") {
    fs::permissions(place.folder.path(), fs::perms::all);
    CHECK(place.is_passed_over("others can replace what is in " + place.folder.path()));
  }
  SUBCASE("others can put files into a sticky folder above, and nothing in its place") {
    fs::permissions(place.folder.path(), fs::perms::all | fs::perms::sticky_bit);
    CHECK(place.find().url == place.store());
  }
  SUBCASE("a group that others are in can put another project in its place") {
    fs::permissions(place.folder.path(), fs::perms::owner_all | fs::perms::group_all);
    CHECK(place.find().url == place.store());  // one's own group
    if (::chown(place.folder.path().c_str(), place.around.user, 54321) == 0) {
      CHECK(place.is_passed_over("others can replace what is in " + place.folder.path()));
    }
  }
  SUBCASE("the list can be written by others") {
    fs::permissions(place.around.state_folder + "/trusted", fs::perms::all);
    CHECK(place.is_passed_over("you have not trusted it"));
  }
  SUBCASE("there is no state folder") {
    place.around.state_folder.clear();
    CHECK(place.is_passed_over("you have not trusted it"));
  }
  SUBCASE("it belongs to somebody else") {
    place.around.user += 1;
    CHECK(place.is_passed_over("you have not trusted it"));
  }
  SUBCASE("it is not trusted any more") {
    REQUIRE(TrustedStores(place.files, place.around.state_folder, place.around.user)
                .remove(place.store())
                .ok());
    CHECK(place.is_passed_over("you have not trusted it"));
  }
}

TEST_CASE("a store further up is used where the nearer one is not believed") {
  StorePlace place;
  place.trust(place.project());
  place.make(place.project() + "/vendor");
  place.around.cwd = place.project() + "/vendor";
  const FoundStore found = place.find();
  CHECK(found.url == place.store());
  CHECK(found.passed_over.find("vendor/.clew/store.db is not used") != std::string::npos);
}

TEST_CASE("XDG_DATA_HOME inside the project is passed over") {
  StorePlace place;
  fs::create_directories(place.project() + "/.codex");
  place.variables["XDG_DATA_HOME"] = place.project() + "/data";
  CHECK(place.is_passed_over("XDG_DATA_HOME"));
  place.variables["XDG_DATA_HOME"] = place.folder / "data";
  CHECK(place.find().url == place.folder / "data/clew/store.db");
}

TEST_CASE("every agent's project settings mark a project") {
  for (const AgentClient& client : agent_clients()) {
    for (const SettingsPlace& settings : client.places) {
      const std::string path = settings.project;
      const std::string first = path.substr(0, path.find('/'));
      CAPTURE(path);
      CHECK((path.empty() ||
             std::count(project_markers().begin(), project_markers().end(), first) == 1));
    }
  }
}

TEST_CASE("CLEW_STORE is taken at its word unless the project could have set it") {
  StorePlace place;
  const std::string elsewhere = place.folder / "elsewhere.db";
  place.variables["CLEW_STORE"] = elsewhere;
  CHECK(place.find().url == elsewhere);
  // A folder that is neither a repository nor has settings of an agent was not shipped.
  place.variables["CLEW_STORE"] = place.project() + "/x.db";
  CHECK(place.find().url == place.project() + "/x.db");
  place.variables["CLEW_STORE"] = place.store();
  CHECK(place.is_passed_over("CLEW_STORE"));
  place.trust(place.project());
  CHECK(place.find().url == place.store());
  CHECK(place.find().passed_over.empty());
  REQUIRE(TrustedStores(place.files, place.around.state_folder, place.around.user)
              .remove(place.store())
              .ok());
  fs::create_directories(place.project() + "/.git");
  CHECK(place.find("sqlite:given.db").url == "sqlite:given.db");
  for (const std::string& path :
       {std::string("x.db"), std::string("sqlite:x.db"), std::string("/proc/self/cwd/x.db"),
        std::string("//dev/fd/3/x.db"), place.project() + "/x.db",
        "sqlite:" + place.project() + "/a/../x.db"}) {
    CAPTURE(path);
    place.variables["CLEW_STORE"] = path;
    CHECK(place.is_passed_over("CLEW_STORE"));
  }
  // From a folder of the repository, its root counts.
  fs::create_directories(place.project() + "/sub");
  place.around.cwd = place.project() + "/sub";
  place.variables["CLEW_STORE"] = place.project() + "/x.db";
  CHECK(place.is_passed_over("it lies inside this project"));
  fs::create_directory_symlink(place.project(), place.folder / "link");
  place.variables["CLEW_STORE"] = place.folder / "link/x.db";
  CHECK(place.is_passed_over("it lies inside this project"));
  // The repository around a submodule, and another worktree, are of the same hand.
  write_text(place.project() + "/.git/HEAD", "ref: refs/heads/main\n");
  for (const std::string& part :
       {place.project() + "/.git/modules/lib", place.project() + "/.git/worktrees/wt"}) {
    fs::create_directories(part);
    write_text(part + "/HEAD", "ref: refs/heads/main\n");
  }
  write_text(place.project() + "/.git/worktrees/wt/commondir", "../..\n");
  fs::create_directories(place.project() + "/lib");
  write_text(place.project() + "/lib/.git", "gitdir: ../.git/modules/lib\n");
  fs::create_directories(place.folder / "wt");
  write_text(place.folder / "wt/.git", "gitdir: " + place.project() + "/.git/worktrees/wt\n");
  place.variables["CLEW_STORE"] = place.project() + "/x.db";
  place.around.cwd = place.project() + "/lib";
  CHECK(place.is_passed_over("it lies inside this project"));
  place.around.cwd = place.folder / "wt";
  CHECK(place.is_passed_over("it lies inside this project"));
  place.around.cwd = place.project();
  place.variables["CLEW_STORE"] = place.folder / "wt/sub/x.db";
  CHECK(place.is_passed_over("it lies inside this project"));
  // An archive has no .git; what sets the variable is there.
  fs::create_directories(place.folder / "archive/src");
  place.around.cwd = place.folder / "archive/src";
  place.variables["CLEW_STORE"] = place.folder / "archive/x.db";
  CHECK(place.find().url == place.folder / "archive/x.db");
  fs::create_directories(place.folder / "archive/.claude");
  CHECK(place.is_passed_over("it lies inside this project"));
  // A home folder under version control is nobody else's.
  place.around.cwd = place.around.home;
  fs::create_directories(place.around.home + "/.git");
  place.variables["CLEW_STORE"] = place.around.home + "/x.db";
  CHECK(place.find().url == place.around.home + "/x.db");
}

// The store that is used without a word about it.
class DefaultStore : public StorePlace {
 public:
  DefaultStore() {
    fs::remove_all(store());
    make_private(data);
    for (const char* name : {"store.db", "store.db-wal"}) make_file(name, "");
    make_file("store.db.lock", "");
    const auto lock = files.info(data + "/store.db.lock");
    REQUIRE(lock.ok());
    write_text(data + "/store.db.lock", std::to_string(lock->id.inode) + "\n");
  }
  void make_private(const std::string& path) {
    fs::create_directories(path);
    fs::permissions(path, fs::perms::owner_all);
  }
  void make_file(const std::string& name, const std::string& text) {
    write_text(data + "/" + name, text);
    fs::permissions(data + "/" + name, fs::perms::owner_read | fs::perms::owner_write);
  }
  // What is said against it; empty when it is used.
  std::string said() {
    const auto found = find_store({}, around, files);
    if (found.ok()) return found->url == own() ? "" : "another: " + found->url;
    CHECK(found.error().code == ErrorCode::kNotAllowed);
    CHECK_FALSE(found.error().next.empty());
    return found.error().message;
  }
  bool says(const std::string& because) { return said().find(because) != std::string::npos; }

  std::string data = around.home + "/.local/share/clew";
};

TEST_CASE("the user's store is used while it is the user's, and nobody else can write it") {
  DefaultStore place;
  CHECK(place.said().empty());
  SUBCASE("others can read it: the user has chosen so") {
    fs::permissions(place.data, fs::perms(0755));
    CHECK(place.said().empty());
  }
  SUBCASE("a group can write its folder") {
    fs::permissions(place.data, fs::perms(0770));
    CHECK(place.says("others can write " + place.data + " (0770): chmod -R go= "));
  }
  SUBCASE("everybody can write its log") {
    fs::permissions(place.data + "/store.db-wal", fs::perms(0666));
    CHECK(place.says("others can write " + place.data + "/store.db-wal (0666)"));
  }
  SUBCASE("it is another user's") {
    place.around.user += 1;
    CHECK(place.says(place.data + " belongs to user "));
  }
  SUBCASE("where it was made is of no matter in a home of the user's") {
    write_text(place.data + "/store.db.lock", "");
    CHECK(place.said().empty());
  }
}

TEST_CASE("in a home that a project may have named, only a store that was made there is used") {
  DefaultStore place;
  place.around.known_home.clear();
  CHECK(place.said().empty());
  SUBCASE("there is none yet") {
    fs::remove_all(place.data);
    CHECK(place.said().empty());
    place.make_private(place.data);
    CHECK(place.said().empty());
  }
  SUBCASE("it was cloned by somebody who keeps nothing private") {
    fs::permissions(place.data, fs::perms(0755));
    CHECK(place.says("others can access " + place.data + " (0755)"));
  }
  SUBCASE("it was cloned by somebody whose files are all private") {
    fs::rename(place.data, place.data + "-shipped");
    place.make_private(place.data);
    for (const char* name : {"store.db", "store.db-wal", "store.db.lock"}) {
      fs::copy(place.data + "-shipped/" + name, place.data);
    }
    CHECK(place.says("it lies inside this project, and " + place.data +
                     "/store.db was not made here"));
  }
  SUBCASE("it came without its lock, or with an empty one") {
    write_text(place.data + "/store.db.lock", "");
    CHECK(place.says("was not made here"));
    fs::remove(place.data + "/store.db.lock");
    CHECK(place.says("was not made here"));
  }
}

}  // namespace
}  // namespace clew
