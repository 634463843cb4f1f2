#include "store/sqlite/inspect_store.h"

#include <sys/statfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "sqlite/preconditions.h"
#include "store/sqlite/schema_objects.h"

namespace clew {
namespace {

struct FileSystemName {
  uint32_t magic;
  const char* name;
};
constexpr FileSystemName kFileSystems[] = {
    {0xef53,     "ext4"   },
    {0x58465342, "xfs"    },
    {0x9123683e, "btrfs"  },
    {0x01021994, "tmpfs"  },
    {0x794c7630, "overlay"},
    {0x2fc12fc1, "zfs"    },
    {0x6969,     "nfs"    },
    {0x517b,     "smb"    },
    {0xfe534d42, "smb2"   },
    {0xff534d42, "cifs"   },
    {0x01021997, "9p"     },
    {0x65735546, "fuse"   },
    {0xf2f52010, "f2fs"   },
    {0x61756673, "aufs"   },
};

// Asked of the nearest folder that exists.
void look_at_disk(const std::string& path, StoreFacts& facts) {
  struct statfs about{};
  std::string folder = folder_of(path);
  while (::statfs(folder.c_str(), &about) != 0) {
    const std::string above = folder_of(folder);
    if (above == folder || above == ".") return;
    folder = above;
  }
  const auto magic = static_cast<uint32_t>(about.f_type);
  facts.file_system = fmt::format("{:#x}", magic);
  for (const auto& known : kFileSystems) {
    if (known.magic == magic) facts.file_system = known.name;
  }
  facts.shared_memory = journal_for(magic) == JournalMode::kWal;
}

}  // namespace

// For `clew doctor`: looks as far as it can without changing anything, not even by closing the
// connection.
Result<StoreFacts> inspect_store(const StoreLocation& location, const StoreOptions& options) {
  StoreFacts facts;
  facts.newest_schema = newest_schema();
  facts.engine = fmt::format("SQLite {}", sqlite3_libversion());
  if (location.backend != StoreLocation::Backend::kSqlite) return facts;
  const std::string& path = location.address;
  look_at_disk(path, facts);
  const Presence presence = presence_of(path);
  CLEW_TRY(check_visible(path));
  if (presence == Presence::kMissing) return facts;
  facts.state = StoreFacts::State::kEmpty;
  if (presence == Presence::kEmpty) return facts;
  // Where the folder cannot be written, opening it only to read would still need a -shm.
  const bool writable = ::access(folder_of(path).c_str(), W_OK) == 0;
  auto opened = Connection::open(
      path, {writable ? ConnectionMode::Access::kReadWrite : ConnectionMode::Access::kReadOnly,
             options.vfs});
  if (!opened) return opened.error();
  Connection& db = **opened;
  sqlite3_db_config(db.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  CLEW_ASSIGN(const SchemaState state, inspect_own_schema(db));
  if (state == SchemaState::kEmpty) return facts;
  facts.state =
      state == SchemaState::kOlder ? StoreFacts::State::kOlder : StoreFacts::State::kCurrent;
  CLEW_ASSIGN(const int64_t schema, db.integer("PRAGMA user_version"));
  facts.schema = static_cast<int>(schema);
  CLEW_ASSIGN(facts.journal, db.text("PRAGMA journal_mode"));
  return facts;
}

}  // namespace clew
