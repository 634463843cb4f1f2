#pragma once
// A SQLite VFS over the default one. Every call is passed on to the real file; a derived class
// watches some of them, or answers in their place.

#include <sqlite3.h>

#include <string>

namespace clew {

class ShimVfs {
 public:
  explicit ShimVfs(std::string name);
  virtual ~ShimVfs();
  ShimVfs(const ShimVfs&) = delete;
  ShimVfs& operator=(const ShimVfs&) = delete;

  const std::string& name() const { return name_; }

  struct File {
    sqlite3_file base;  // first: SQLite sees only this
    ShimVfs* owner;
    std::string* path;  // empty for temporary files
    sqlite3_file* real;
    int flags;  // it was opened with
  };

  // Overridable; each returns a SQLite result code.
  virtual int open(sqlite3_filename path, File& file, int flags, int* out_flags);
  virtual int read(File& file, void* bytes, int size, sqlite3_int64 offset);
  virtual int write(File& file, const void* bytes, int size, sqlite3_int64 offset);
  virtual int truncate(File& file, sqlite3_int64 size);
  virtual int sync(File& file, int flags);
  virtual int unfetch(File& file, sqlite3_int64 offset, void* page);
  virtual int remove(const char* path, int sync_folder);

 protected:
  sqlite3_vfs* real_vfs() const { return real_; }

 private:
  std::string name_;
  sqlite3_vfs* real_;
  sqlite3_vfs vfs_;
};

}  // namespace clew
