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
#include "store/sqlite/write_lock.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

const std::string kAnId(32, 'a');

class StoreSandbox {
 public:
  StoreSandbox() {
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
  StoreSandbox location;
  CHECK(location.is_passed_over("you have not trusted it"));
  location.trust(location.project());
  CHECK(location.find().url == location.store());
  CHECK(location.find().passed_over.empty());
  CHECK(location.find().inode.has_value());
  fs::create_directories(location.project() + "/a/b");
  location.around.cwd = location.project() + "/a/b";
  CHECK(location.find().url == location.store());
}

TEST_CASE("a network address in CLEW_STORE is not taken in a project, which can have set it") {
  StoreSandbox location;
  fs::remove_all(location.project() + "/.clew");
  location.variables["CLEW_STORE"] = "postgres://attacker.example/x";
  CHECK(location.find().url == "postgres://attacker.example/x");
  fs::create_directories(location.project() + "/.claude");
  CHECK(location.is_passed_over("a network address, which this project can have set"));
  CHECK(location.find("postgres://own.example/x").url == "postgres://own.example/x");
}

TEST_CASE("a store that is no longer what was trusted is passed over") {
  StoreSandbox location;
  location.trust(location.project());
  const std::string clew = location.project() + "/.clew";
  SUBCASE("it was copied elsewhere, as a clone ships it") {
    fs::copy(location.project(), location.folder / "clone", fs::copy_options::recursive);
    location.around.cwd = location.folder / "clone";
    fs::permissions(location.around.cwd + "/.clew", fs::perms::owner_all);
    for (const char* name : {"store.db", "id"}) {
      fs::permissions(location.around.cwd + "/.clew/" + name, fs::perms::owner_read);
    }
    CHECK(location.is_passed_over("you have not trusted it"));
  }
  SUBCASE("another store has its name") {
    fs::rename(location.store(), location.folder / "old");
    location.make(location.project());
    CHECK(location.is_passed_over("it was replaced"));
  }
  SUBCASE("another id stands beside it") {
    write_text(clew + "/id", std::string(32, 'b') + "\n");
    CHECK(location.is_passed_over("it was replaced"));
  }
  SUBCASE("its folder can be read by others") {
    fs::permissions(clew, fs::perms::group_read | fs::perms::owner_all);
    CHECK(location.is_passed_over("others can access it"));
  }
  SUBCASE("its log can be written by others") {
    write_text(clew + "/store.db-wal", "");
    fs::permissions(clew + "/store.db-wal", fs::perms::all);
    CHECK(location.is_passed_over("others can access it"));
  }
  SUBCASE("the folder is a symbolic link") {
    fs::rename(clew, location.folder / "elsewhere");
    fs::create_directory_symlink(location.folder / "elsewhere", clew);
    CHECK(location.is_passed_over(".clew is a symbolic link"));
  }
  SUBCASE("the store is a symbolic link") {
    fs::rename(location.store(), location.folder / "elsewhere");
    fs::create_symlink(location.folder / "elsewhere", location.store());
    CHECK(location.is_passed_over("store.db is a symbolic link"));
  }
  SUBCASE("the store has another name elsewhere") {
    fs::create_hard_link(location.store(), location.folder / "elsewhere");
    CHECK(location.is_passed_over("store.db has 2 hard links"));
  }
  SUBCASE("others can put another project in its place") {
    fs::permissions(location.folder.path(), fs::perms::all);
    CHECK(location.is_passed_over("others can replace what is in " + location.folder.path()));
  }
  SUBCASE("others can put files into a sticky folder above, and nothing in its place") {
    fs::permissions(location.folder.path(), fs::perms::all | fs::perms::sticky_bit);
    CHECK(location.find().url == location.store());
  }
  SUBCASE("a group that others are in can put another project in its place") {
    fs::permissions(location.folder.path(), fs::perms::owner_all | fs::perms::group_all);
    CHECK(location.find().url == location.store());  // one's own group
    if (::chown(location.folder.path().c_str(), location.around.user, 54321) == 0) {
      CHECK(location.is_passed_over("others can replace what is in " + location.folder.path()));
    }
  }
  SUBCASE("the list can be written by others") {
    fs::permissions(location.around.state_folder + "/trusted", fs::perms::all);
    CHECK(location.is_passed_over("you have not trusted it"));
  }
  SUBCASE("there is no state folder") {
    location.around.state_folder.clear();
    CHECK(location.is_passed_over("you have not trusted it"));
  }
  SUBCASE("it belongs to somebody else") {
    location.around.user += 1;
    CHECK(location.is_passed_over("you have not trusted it"));
  }
  SUBCASE("it is not trusted any more") {
    REQUIRE(TrustedStores(location.files, location.around.state_folder, location.around.user)
                .remove(location.store())
                .ok());
    CHECK(location.is_passed_over("you have not trusted it"));
  }
}

TEST_CASE("a store further up is used where the nearer one is not believed") {
  StoreSandbox location;
  location.trust(location.project());
  location.make(location.project() + "/vendor");
  location.around.cwd = location.project() + "/vendor";
  const FoundStore found = location.find();
  CHECK(found.url == location.store());
  CHECK(found.passed_over.find("vendor/.clew/store.db is not used") != std::string::npos);
}

TEST_CASE("XDG_DATA_HOME inside the project is passed over") {
  StoreSandbox location;
  fs::create_directories(location.project() + "/.codex");
  location.variables["XDG_DATA_HOME"] = location.project() + "/data";
  CHECK(location.is_passed_over("XDG_DATA_HOME"));
  location.variables["XDG_DATA_HOME"] = location.folder / "data";
  CHECK(location.find().url == location.folder / "data/clew/store.db");
}

TEST_CASE("every agent's project settings mark a project") {
  for (const AgentClient& client : agent_clients()) {
    for (const SettingsLocation& settings : client.locations) {
      const std::string path = settings.project;
      const std::string first = path.substr(0, path.find('/'));
      CAPTURE(path);
      CHECK((path.empty() ||
             std::count(project_markers().begin(), project_markers().end(), first) == 1));
    }
  }
}

TEST_CASE("CLEW_STORE is taken at its word unless the project could have set it") {
  StoreSandbox location;
  const std::string elsewhere = location.folder / "elsewhere.db";
  location.variables["CLEW_STORE"] = elsewhere;
  CHECK(location.find().url == elsewhere);
  // A folder that is neither a repository nor has settings of an agent was not shipped.
  location.variables["CLEW_STORE"] = location.project() + "/x.db";
  CHECK(location.find().url == location.project() + "/x.db");
  location.variables["CLEW_STORE"] = location.store();
  CHECK(location.is_passed_over("CLEW_STORE"));
  location.trust(location.project());
  CHECK(location.find().url == location.store());
  CHECK(location.find().passed_over.empty());
  REQUIRE(TrustedStores(location.files, location.around.state_folder, location.around.user)
              .remove(location.store())
              .ok());
  fs::create_directories(location.project() + "/.git");
  CHECK(location.find("sqlite:given.db").url == "sqlite:given.db");
  for (const std::string& path :
       {std::string("x.db"), std::string("sqlite:x.db"), std::string("/proc/self/cwd/x.db"),
        std::string("//dev/fd/3/x.db"), location.project() + "/x.db",
        "sqlite:" + location.project() + "/a/../x.db"}) {
    CAPTURE(path);
    location.variables["CLEW_STORE"] = path;
    CHECK(location.is_passed_over("CLEW_STORE"));
  }
  // From a folder of the repository, its root counts.
  fs::create_directories(location.project() + "/sub");
  location.around.cwd = location.project() + "/sub";
  location.variables["CLEW_STORE"] = location.project() + "/x.db";
  CHECK(location.is_passed_over("it lies inside this project"));
  fs::create_directory_symlink(location.project(), location.folder / "link");
  location.variables["CLEW_STORE"] = location.folder / "link/x.db";
  CHECK(location.is_passed_over("it lies inside this project"));
  // The repository around a submodule, and another worktree, are of the same hand.
  write_text(location.project() + "/.git/HEAD", "ref: refs/heads/main\n");
  for (const std::string& part :
       {location.project() + "/.git/modules/lib", location.project() + "/.git/worktrees/wt"}) {
    fs::create_directories(part);
    write_text(part + "/HEAD", "ref: refs/heads/main\n");
  }
  write_text(location.project() + "/.git/worktrees/wt/commondir", "../..\n");
  fs::create_directories(location.project() + "/lib");
  write_text(location.project() + "/lib/.git", "gitdir: ../.git/modules/lib\n");
  fs::create_directories(location.folder / "wt");
  write_text(location.folder / "wt/.git", "gitdir: " + location.project() + "/.git/worktrees/wt\n");
  location.variables["CLEW_STORE"] = location.project() + "/x.db";
  location.around.cwd = location.project() + "/lib";
  CHECK(location.is_passed_over("it lies inside this project"));
  location.around.cwd = location.folder / "wt";
  CHECK(location.is_passed_over("it lies inside this project"));
  location.around.cwd = location.project();
  location.variables["CLEW_STORE"] = location.folder / "wt/sub/x.db";
  CHECK(location.is_passed_over("it lies inside this project"));
  // An archive has no .git; what sets the variable is there.
  fs::create_directories(location.folder / "archive/src");
  location.around.cwd = location.folder / "archive/src";
  location.variables["CLEW_STORE"] = location.folder / "archive/x.db";
  CHECK(location.find().url == location.folder / "archive/x.db");
  fs::create_directories(location.folder / "archive/.claude");
  CHECK(location.is_passed_over("it lies inside this project"));
  // A home folder under version control is nobody else's.
  location.around.cwd = location.around.home;
  fs::create_directories(location.around.home + "/.git");
  location.variables["CLEW_STORE"] = location.around.home + "/x.db";
  CHECK(location.find().url == location.around.home + "/x.db");
}

// The store that is used without a word about it.
class DefaultStore : public StoreSandbox {
 public:
  DefaultStore() {
    fs::remove_all(store());
    make_private(data);
    for (const char* name : {"store.db", "store.db-wal"}) make_file(name, "");
    make_file("store.db.lock", "");
    write_text(data + "/store.db.lock", mark_of_lock(data + "/store.db.lock"));
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
  DefaultStore location;
  CHECK(location.said().empty());
  SUBCASE("others can read it: the user has chosen so") {
    fs::permissions(location.data, fs::perms(0755));
    CHECK(location.said().empty());
  }
  SUBCASE("a group can write its folder") {
    fs::permissions(location.data, fs::perms(0770));
    CHECK(location.says("others can write " + location.data + " (0770): chmod -R go= "));
  }
  SUBCASE("everybody can write its log") {
    fs::permissions(location.data + "/store.db-wal", fs::perms(0666));
    CHECK(location.says("others can write " + location.data + "/store.db-wal (0666)"));
  }
  SUBCASE("it is another user's") {
    location.around.user += 1;
    CHECK(location.says(location.data + " belongs to user "));
  }
  SUBCASE("where it was made is of no matter in a home of the user's") {
    write_text(location.data + "/store.db.lock", "");
    CHECK(location.said().empty());
  }
}

TEST_CASE("in a home that a project may have named, only a store that was made there is used") {
  DefaultStore location;
  location.around.known_home.clear();
  CHECK(location.said().empty());
  SUBCASE("there is none yet") {
    fs::remove_all(location.data);
    CHECK(location.said().empty());
    location.make_private(location.data);
    CHECK(location.said().empty());
  }
  SUBCASE("it was cloned by somebody who keeps nothing private") {
    fs::permissions(location.data, fs::perms(0755));
    CHECK(location.says("others can access " + location.data + " (0755)"));
  }
  SUBCASE("it was cloned by somebody whose files are all private") {
    fs::rename(location.data, location.data + "-shipped");
    location.make_private(location.data);
    for (const char* name : {"store.db", "store.db-wal", "store.db.lock"}) {
      fs::copy(location.data + "-shipped/" + name, location.data);
    }
    CHECK(location.says("it lies inside this project, and " + location.data +
                        "/store.db was not made here"));
  }
  SUBCASE("it came with a lock that knows the inode it would get") {
    const std::string lock = location.data + "/store.db.lock";
    const std::string mark = mark_of_lock(lock);
    const size_t birth = mark.find('-');
    if (birth == std::string::npos) return;  // a file system without birth times
    write_text(lock, mark.substr(0, birth) + "\n");
    CHECK(location.says("was not made here"));
    write_text(lock, mark.substr(0, birth) + "-1700000000.0\n");
    CHECK(location.says("was not made here"));
    write_text(lock, mark);
    CHECK(location.said().empty());
  }
  SUBCASE("it came without its lock, or with an empty one") {
    write_text(location.data + "/store.db.lock", "");
    CHECK(location.says("was not made here"));
    fs::remove(location.data + "/store.db.lock");
    CHECK(location.says("was not made here"));
  }
}

}  // namespace
}  // namespace clew
