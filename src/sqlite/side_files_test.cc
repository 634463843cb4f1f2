#include "sqlite/side_files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite/connection.h"
#include "sqlite/preconditions.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

constexpr uid_t kAnother = 54321;

struct Database {
  Database() { REQUIRE(make_new_private_file(path)); }
  bool opens() const {
    for (const auto access :
         {ConnectionMode::Access::kReadWrite, ConnectionMode::Access::kReadOnly}) {
      auto opened = Connection::open(path, {access, {}});
      if (!opened) {
        CHECK(opened.error().code == ErrorCode::kNotAllowed);
        return false;
      }
    }
    return true;
  }
  TempFolder folder;
  std::string path = folder / "store.db";
};

TEST_CASE("a database with side files of its owner opens") {
  const Database database;
  CHECK(database.opens());
  for (const char* ending : {"-wal", "-shm", "-journal"}) write_text(database.path + ending, "");
  CHECK(database.opens());
}

TEST_CASE("a database beside which stands something else than a file of its own is not opened") {
  using Plant = void (*)(const std::string& side, const TempFolder& folder);
  constexpr Plant kPlants[] = {
      // a fifo, which would be waited for
      [](const std::string& side, const TempFolder&) {
        REQUIRE(::mkfifo(side.c_str(), 0600) == 0);
      },
      [](const std::string& side, const TempFolder&) {
        REQUIRE(::symlink("elsewhere", side.c_str()) == 0);
      },
      // a file with another name
      [](const std::string& side, const TempFolder& folder) {
        write_text(folder / "elsewhere", "");
        REQUIRE(::link((folder / "elsewhere").c_str(), side.c_str()) == 0);
      },
  };
  for (const Plant plant : kPlants) {
    for (const char* ending : {"-wal", "-shm", "-journal"}) {
      CAPTURE(ending);
      const Database database;
      plant(database.path + ending, database.folder);
      CHECK_FALSE(database.opens());
    }
  }
}

TEST_CASE("a side file of another user is refused, unless the database is theirs too") {
  if (::geteuid() != 0) return;  // only root can give files away
  const Database database;
  const std::string side = database.path + "-wal";
  write_text(side, "");
  REQUIRE(::chown(side.c_str(), kAnother, kAnother) == 0);
  CHECK_FALSE(database.opens());
  REQUIRE(::chown(database.path.c_str(), kAnother, kAnother) == 0);
  CHECK(database.opens());
}

TEST_CASE("a new private file takes no other's place") {
  const Database database;
  const Status again = make_new_private_file(database.path);
  REQUIRE_FALSE(again);
  CHECK(again.error().code == ErrorCode::kConflict);
  CHECK(make_private_file(database.path));
}

}  // namespace
}  // namespace clew
