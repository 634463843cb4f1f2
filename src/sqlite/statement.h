#pragma once
// One prepared statement, borrowed from the cache of its connection and given back reset. An error
// in preparing or binding shows at the first step, so that a query reads as one line after the
// other.

#include <sqlite3.h>

#include <optional>

#include "base/hash.h"
#include "base/id.h"
#include "base/result.h"
#include "base/time.h"
#include "sqlite/statement_cache.h"

namespace clew {

class Statement {
 public:
  // `sql` is a literal: its address is the key of the cache.
  Statement(StatementCache& db, const char* sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <class... Args>
  Statement& bind(const Args&... args) {
    int index = 0;
    (bind_one(++index, args), ...);
    return *this;
  }
  // True when there is a row to read; false at the end.
  Result<bool> step();
  // For statements without rows.
  Status run();
  // To be stepped again with new parameters.
  void reset();

  bool is_null(int column) const;
  int64_t integer(int column) const;
  uint32_t number(int column) const { return static_cast<uint32_t>(integer(column)); }
  // Valid until the next step.
  BytesView bytes(int column) const;
  std::string text(int column) const { return std::string(bytes(column)); }
  Hash hash(int column) const { return Hash::from_bytes(bytes(column)); }

 private:
  // Text and blobs are not copied: they must stay until the statement is reset.
  void bind_one(int index, int64_t number);
  void bind_one(int index, int number) { bind_one(index, int64_t{number}); }
  void bind_one(int index, uint32_t number) { bind_one(index, int64_t{number}); }
  void bind_one(int index, Seq seq) { bind_one(index, int64_t{seq.number}); }
  void bind_one(int index, Time time) { bind_one(index, time.ms); }
  void bind_one(int index, const std::string& text);
  void bind_one(int index, const SessionId& id) { bind_one(index, id.text); }
  void bind_one(int index, const Hash& hash) { bind_blob(index, hash.view()); }
  void bind_one(int index, BytesView bytes) { bind_blob(index, bytes); }
  void bind_one(int index, std::nullptr_t);
  template <class T>
  void bind_one(int index, const std::optional<T>& maybe) {
    if (maybe) {
      bind_one(index, *maybe);
    } else {
      bind_one(index, nullptr);
    }
  }
  void bind_blob(int index, BytesView bytes);

  StatementCache& db_;
  sqlite3_stmt* statement_ = nullptr;
  StatementCache::Cached* cached_ = nullptr;
  int fault_ = SQLITE_OK;
};

}  // namespace clew
