#include "store/sqlite/store_connection.h"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sqlite/preconditions.h"
#include "sqlite/wal_name.h"
#include "sqlite/wal_preallocate.h"
#include "store/sqlite/damage.h"
#include "store/sqlite/schema_objects.h"

namespace clew {
namespace {

// The system's, asked for many at once: most transactions need the salt of one event.
// Bytes are handed out from the end of the buffer and forgotten with it. One connection is used by
// one thread, so there is no lock.
class SystemRandom {
 public:
  void operator()(Bytes& bytes) {
    if (bytes.size() > left_.size()) {
      left_.resize(std::max(kAtOnce, bytes.size()));
      randombytes_buf(left_.data(), left_.size());
    }
    const size_t rest = left_.size() - bytes.size();
    bytes.assign(left_, rest);
    left_.resize(rest);
  }

 private:
  static constexpr size_t kAtOnce = 512;
  Bytes left_;
};

// A one-shot command empties the write-ahead log when it has grown to this many pages; sooner
// would cost every command its syncs, later would cost every opening its length.
constexpr int kTidyFrames = 64;
// A long-lived process copies them into the database whenever there are this many.
constexpr int kCheckpointFrames = 1000;

// Called by SQLite after each commit in WAL mode, with the number of pages in the log.
int count_frames(void* frames, sqlite3*, const char*, int pages) {
  *static_cast<int*>(frames) = pages;
  return SQLITE_OK;
}

int count_and_checkpoint(void* frames, sqlite3* db, const char* name, int pages) {
  *static_cast<int*>(frames) = pages;
  if (pages >= kCheckpointFrames) {
    sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }
  return SQLITE_OK;
}

// SQLite sets memory aside for much work to come, and touches all of it. Once it runs, which is
// after the first connection of the process, this says no and changes nothing.
void spare_memory() {
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, nullptr, 0, 0);
}

Error cannot_write(const std::string& path) {
  return make_error(ErrorCode::kNotAllowed, "the store cannot be written", path,
                    "use --store PATH or set CLEW_STORE");
}

// A store that cannot even be copied stays what it is, under another name.
// The database last: while it has its old name, a log without it could be taken for another's.
Status move_aside(const std::string& path, const std::string& kept) {
  for (const char* part : {"-shm", "-wal", ""}) {
    if (presence_of(path + part) == Presence::kMissing) continue;
    if (::rename((path + part).c_str(), (kept + part).c_str()) != 0) return cannot_write(path);
  }
  return success();
}

// Whether another file, or none, has its name by now.
bool has_moved(Connection& db) {
  int moved = 0;
  sqlite3_file_control(db.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

// A backup is a file, and whoever wrote it may have given its sessions any id. Ids become parts of
// file names and of commands, so each is checked before the backup may take the store's place.
Status check_ids(Connection& backup) {
  Statement rows(backup, "SELECT id FROM sessions");
  while (true) {
    CLEW_ASSIGN(const bool more, rows.step());
    if (!more) return success();
    CLEW_TRY(check_new_id(SessionId(rows.text(0))));
  }
}

// Nothing has been read yet.
// The file that was judged by its inode must be the one that was opened: a path may be replaced
// between the two.
Status check_identity(Connection& db, uint64_t inode) {
  struct stat named{};
  const bool same =
      ::stat(db.path().c_str(), &named) == 0 && named.st_ino == inode && !has_moved(db);
  if (same) return success();
  return make_error(ErrorCode::kNotAllowed, "another file has taken the place of the store",
                    db.path(), "clew trust");
}

}  // namespace

StoreConnection::StoreConnection(std::string path, StoreOptions options)
    : path_(std::move(path)), options_(std::move(options)) {
  if (!options_.random) options_.random = SystemRandom();
}

// The version of SQLite is checked before anything is opened. Checkpoints on closing are off and
// the hook is clew's own, so that a one-shot command does not pay for them.
Status StoreConnection::connect(ConnectionMode::Access access) {
  CLEW_TRY(check_sqlite_version(sqlite3_libversion_number()));
  if (options_.lifespan == Lifespan::kOneShot) spare_memory();
  auto opened = Connection::open(path_, {access, options_.vfs});
  if (!opened) return opened.error();
  auto connection = std::move(*opened);
  if (options_.inode) CLEW_TRY(check_identity(*connection, *options_.inode));
  sqlite3_db_config(connection->handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  // In place of SQLite's own hook, which checkpoints for everybody.
  sqlite3_wal_hook(connection->handle(),
                   options_.lifespan == Lifespan::kOneShot ? count_frames : count_and_checkpoint,
                   &frames_);
  open_ = std::make_unique<OpenDatabase>();
  open_->database.connection = std::move(connection);
  return success();
}

void StoreConnection::disconnect() { open_.reset(); }

// Only a long-lived process can miss that; a one-shot command has just opened the file.
void StoreConnection::disconnect_if_moved() {
  const bool may_have = open_ && !writing_ && options_.lifespan == Lifespan::kLongLived;
  if (!may_have || !has_moved(open_->database.db())) return;
  disconnect();
  lock_.close();  // the lock beside it may be another one too
}

void StoreConnection::make_room() {
  if (!open_->writes_ahead) return;
  const bool stays = options_.lifespan == Lifespan::kLongLived;
  make_room_in_log(open_->database.db().handle(), frames_, stays ? kCheckpointFrames : kTidyFrames);
}

// In a read-only folder SQLite can read a write-ahead log only where its -shm is still there.
// Without one, and with nothing in the log, the file alone is the whole truth.
Status StoreConnection::connect_read_only() {
  CLEW_TRY(connect(ConnectionMode::Access::kReadOnly));
  const auto probe = open_->database.db().integer("PRAGMA application_id");
  const bool unreadable = !probe && (probe.error().code == ErrorCode::kFailed ||
                                     probe.error().code == ErrorCode::kNotAllowed);
  if (!unreadable) return success();
  if (presence_of(path_ + "-wal") == Presence::kThere) {
    disconnect();
    return make_error(ErrorCode::kNotAllowed,
                      "the store was not closed cleanly and its folder is not writable", path_,
                      "run clew once with write access to the folder");
  }
  return connect(ConnectionMode::Access::kImmutable);
}

// Null means that there is no store yet, and that is no error for a reader. A connection that may
// write is preferred even for reading, because SQLite needs -shm to read a log.
Result<Database*> StoreConnection::reader() {
  if (!open_) {
    const Presence presence = presence_of(path_);
    if (presence == Presence::kNoFile) return not_a_store(path_);
    if (presence == Presence::kMissing) CLEW_TRY(check_visible(path_));
    if (presence != Presence::kThere) return static_cast<Database*>(nullptr);
    const bool writable =
        ::access(path_.c_str(), W_OK) == 0 && (::access((path_ + "-shm").c_str(), W_OK) == 0 ||
                                               ::access(folder_of(path_).c_str(), W_OK) == 0);
    CLEW_TRY(writable ? connect(ConnectionMode::Access::kReadWrite) : connect_read_only());
  }
  if (!open_->schema || open_->schema == SchemaState::kEmpty) {
    const auto state = look_at_schema();
    if (!state) {
      disconnect();
      return state.error();
    }
    open_->schema = *state;
  }
  return open_->schema == SchemaState::kEmpty ? nullptr : &open_->database;
}

Result<SchemaState> StoreConnection::look_at_schema() {
  Connection& db = open_->database.db();
  if (!options_.events_alone) return inspect_own_schema(db);
  CLEW_ASSIGN(const SchemaState state, inspect_schema(db, newest_schema()));
  if (state == SchemaState::kEmpty) return state;
  CLEW_ASSIGN(const int64_t version, db.integer("PRAGMA user_version"));
  CLEW_TRY(check_event_tables(db, static_cast<int>(version)));
  return state;
}

// Opens or creates the store for writing. The order is fixed: file and folder are made private
// first, the schema is judged before anything is changed, then the page size and the journal mode
// of a new file, then migrations. `open_->ready` spares all of it for later transactions.
Result<Database*> StoreConnection::writer() {
  if (options_.events_alone) return cannot_write(path_);
  if (open_ && has_moved(open_->database.db())) disconnect();
  if (!open_) {
    if (presence_of(path_) == Presence::kNoFile) return not_a_store(path_);
    CLEW_TRY(make_folder_for(path_));
    CLEW_TRY(make_private_file(path_));
    CLEW_TRY(connect(ConnectionMode::Access::kReadWrite));
  }
  Connection& db = open_->database.db();
  if (open_->ready) return &open_->database;
  // An empty store, or one of ours: only now may anything in it be changed. One that was found
  // current when it was read from is not looked at again.
  SchemaState state = SchemaState::kCurrent;
  if (open_->schema != SchemaState::kCurrent) {
    CLEW_ASSIGN(state, inspect_own_schema(db));
  }
  if (db.read_only()) return cannot_write(path_);
  const JournalMode journal = journal_at(path_);
  if (state == SchemaState::kEmpty) CLEW_TRY(db.run("PRAGMA page_size = 2048"));
  open_->writes_ahead = journal == JournalMode::kWal && is_written_ahead(db);
  if (!open_->writes_ahead) {
    CLEW_ASSIGN(const std::string mode,
                db.text(journal == JournalMode::kWal ? "PRAGMA journal_mode = WAL"
                                                     : "PRAGMA journal_mode = TRUNCATE"));
    open_->writes_ahead = mode == "wal";
  }
  if (open_->writes_ahead) CLEW_TRY(keep_log_name(db));
  if (state != SchemaState::kCurrent) {
    CLEW_TRY(bring_up_to_date(db, migrations(), options_.writer, notices_));
  }
  open_->schema = SchemaState::kCurrent;
  open_->ready = true;
  return &open_->database;
}

// A store that was written once has its lock: then there is nothing to ask.
Status StoreConnection::check_location() {
  if (open_ || presence_of(path_ + ".lock") != Presence::kMissing) return success();
  const Presence presence = presence_of(path_);
  if (presence == Presence::kMissing || presence == Presence::kEmpty) return success();
  const auto found = reader();
  return found || found.error().code != ErrorCode::kInvalid ? success() : Status(found.error());
}

// The queue of writers comes before SQLite's own lock: waiting in flock is fair and blocks, while
// SQLite would poll. BEGIN IMMEDIATE takes SQLite's lock at once, so that nothing read in the
// transaction can be overtaken. Every way out of here without a transaction gives the lock back.
Result<Database*> StoreConnection::begin_write(Duration deadline) {
  if (writing_) {
    return make_error(ErrorCode::kConflict, "this store already has an open transaction", path_);
  }
  disconnect_if_moved();
  CLEW_TRY(check_location());
  if (!open_) CLEW_TRY(make_folder_for(path_));
  CLEW_TRY(lock_.acquire(path_ + ".lock", deadline));
  auto base = writer();
  if (!base) {
    disconnect();
    lock_.release();
    return base.error();
  }
  Connection& db = (*base)->db();
  db.wait_for_others(static_cast<int>(std::clamp<int64_t>(deadline.ms, 0, 60'000)));
  const auto begun = Statement(db, "BEGIN IMMEDIATE").run();
  db.wait_for_others(kBusyMilliseconds);
  if (!begun) {
    lock_.release();
    return begun.error();
  }
  writing_ = true;
  return *base;
}

void StoreConnection::end_write() {
  writing_ = false;
  lock_.release();
}

// A reader with a connection of its own, inside a read transaction that begins with the first read.
// The connection is taken out of this object and comes back with give_back, so that opening it is
// not paid twice.
Result<std::unique_ptr<OpenDatabase>> StoreConnection::take_snapshot() {
  disconnect_if_moved();
  // That of an open transaction sees what it has written, and is not to be had.
  std::unique_ptr<OpenDatabase> writing = writing_ ? std::move(open_) : nullptr;
  const auto found = reader();
  std::unique_ptr<OpenDatabase> taken = std::move(open_);
  open_ = std::move(writing);
  // Without a connection nobody notices when the store is replaced: the lock is found anew.
  if (!writing_) lock_.close();
  if (!found) return found.error();
  if (*found == nullptr) {
    give_back(std::move(taken));
    return std::unique_ptr<OpenDatabase>();
  }
  CLEW_TRY(Statement(taken->database.db(), "BEGIN").run());
  CLEW_TRY(taken->database.db().integer("PRAGMA user_version"));  // any read: it begins with that
  return taken;
}

void StoreConnection::give_back(std::unique_ptr<OpenDatabase> snapshot) {
  if (!open_) open_ = std::move(snapshot);
}

// Empties the log if nobody is in the way; it waits for no one, and a log that stays is emptied by
// a later command.
void StoreConnection::tidy_up() {
  if (!open_ || writing_ || frames_ < kTidyFrames) return;
  Connection& db = open_->database.db();
  db.wait_for_others(0);
  sqlite3_wal_checkpoint_v2(db.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
  db.wait_for_others(kBusyMilliseconds);
  frames_ = 0;
}

// `clew restore`. The backup is judged before the store is touched, and the present store is copied
// aside under a free name, or renamed if it is too damaged to be copied. Pages are copied by
// SQLite's backup API under the writers' lock.
Result<std::string> StoreConnection::replace_by(const std::string& backup_path) {
  if (presence_of(backup_path) != Presence::kThere) {
    return make_error(ErrorCode::kNotFound, "there is no such file", backup_path);
  }
  auto from = Connection::open(backup_path, {ConnectionMode::Access::kReadOnly, options_.vfs});
  if (!from) return from.error();
  const auto state = inspect_own_schema(**from);
  if (!state || *state == SchemaState::kEmpty) {
    Error error =
        state ? make_error(ErrorCode::kInvalid, "the backup is empty", backup_path) : state.error();
    error.next = "clew restore OTHER   uses another; clew backup FILE   creates one";
    return error;
  }
  CLEW_TRY(check_ids(**from));
  CLEW_TRY(check_location());
  CLEW_TRY(make_folder_for(path_));
  CLEW_TRY(lock_.acquire(path_ + ".lock", seconds(10)));
  const auto replace = [&]() -> Result<std::string> {
    std::string kept = path_ + ".before-restore";
    for (int i = 2; presence_of(kept) != Presence::kMissing; ++i) {
      kept = path_ + ".before-restore." + std::to_string(i);
    }
    auto base = writer();
    if (!base && base.error().code == ErrorCode::kCorrupt) {
      disconnect();
      CLEW_TRY(move_aside(path_, kept));
      base = writer();
    } else if (base) {
      CLEW_TRY(copy_store((*base)->db(), kept, options_.vfs));
    }
    if (!base) return base.error();
    CLEW_TRY(overwrite_store(**from, (*base)->db()));
    return kept;
  };
  auto kept = replace();
  disconnect();
  lock_.release();
  return kept;
}

}  // namespace clew
