#include "power/shim_vfs.h"

namespace clew {
namespace {

using File = ShimVfs::File;

File& shim(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real(sqlite3_file* file) { return shim(file).real; }
const sqlite3_io_methods* methods(sqlite3_file* file) { return real(file)->pMethods; }

int shim_close(sqlite3_file* file) {
  const int code = methods(file)->xClose(real(file));
  delete shim(file).path;
  return code;
}
int shim_read(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
  return shim(file).owner->read(shim(file), bytes, size, offset);
}
int shim_write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  return shim(file).owner->write(shim(file), bytes, size, offset);
}
int shim_truncate(sqlite3_file* file, sqlite3_int64 size) {
  return shim(file).owner->truncate(shim(file), size);
}
int shim_sync(sqlite3_file* file, int flags) { return shim(file).owner->sync(shim(file), flags); }
int shim_file_size(sqlite3_file* file, sqlite3_int64* size) {
  return methods(file)->xFileSize(real(file), size);
}
int shim_lock(sqlite3_file* file, int level) { return methods(file)->xLock(real(file), level); }
int shim_unlock(sqlite3_file* file, int level) { return methods(file)->xUnlock(real(file), level); }
int shim_check_lock(sqlite3_file* file, int* out) {
  return methods(file)->xCheckReservedLock(real(file), out);
}
int shim_control(sqlite3_file* file, int op, void* argument) {
  return methods(file)->xFileControl(real(file), op, argument);
}
int shim_sector_size(sqlite3_file* file) { return methods(file)->xSectorSize(real(file)); }
int shim_characteristics(sqlite3_file* file) {
  return methods(file)->xDeviceCharacteristics(real(file));
}
int shim_shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** out) {
  return methods(file)->xShmMap(real(file), page, size, extend, out);
}
int shim_shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  return methods(file)->xShmLock(real(file), offset, count, flags);
}
void shim_shm_barrier(sqlite3_file* file) { methods(file)->xShmBarrier(real(file)); }
int shim_shm_unmap(sqlite3_file* file, int remove) {
  return methods(file)->xShmUnmap(real(file), remove);
}
int shim_fetch(sqlite3_file* file, sqlite3_int64 offset, int size, void** out) {
  return methods(file)->xFetch(real(file), offset, size, out);
}
int shim_unfetch(sqlite3_file* file, sqlite3_int64 offset, void* page) {
  return shim(file).owner->unfetch(shim(file), offset, page);
}

constexpr sqlite3_io_methods kMethods = {3,
                                         shim_close,
                                         shim_read,
                                         shim_write,
                                         shim_truncate,
                                         shim_sync,
                                         shim_file_size,
                                         shim_lock,
                                         shim_unlock,
                                         shim_check_lock,
                                         shim_control,
                                         shim_sector_size,
                                         shim_characteristics,
                                         shim_shm_map,
                                         shim_shm_lock,
                                         shim_shm_barrier,
                                         shim_shm_unmap,
                                         shim_fetch,
                                         shim_unfetch};

int shim_open(sqlite3_vfs* vfs, sqlite3_filename path, sqlite3_file* file, int flags,
              int* out_flags) {
  auto* const owner = static_cast<ShimVfs*>(vfs->pAppData);
  File& made = shim(file);
  made.base.pMethods = nullptr;
  made.owner = owner;
  made.flags = flags;
  made.real = reinterpret_cast<sqlite3_file*>(&made + 1);
  const int code = owner->open(path, made, flags, out_flags);
  if (code != SQLITE_OK) return code;
  made.path = new std::string(path == nullptr ? "" : path);
  made.base.pMethods = &kMethods;
  return SQLITE_OK;
}

int shim_delete(sqlite3_vfs* vfs, const char* path, int sync_folder) {
  return static_cast<ShimVfs*>(vfs->pAppData)->remove(path, sync_folder);
}

}  // namespace

ShimVfs::ShimVfs(std::string name)
    : name_(std::move(name)), real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
  vfs_.pNext = nullptr;
  vfs_.zName = name_.c_str();
  vfs_.szOsFile = static_cast<int>(sizeof(File)) + real_->szOsFile;
  vfs_.pAppData = this;
  vfs_.xOpen = shim_open;
  vfs_.xDelete = shim_delete;
  sqlite3_vfs_register(&vfs_, 0);
}

ShimVfs::~ShimVfs() { sqlite3_vfs_unregister(&vfs_); }

int ShimVfs::open(sqlite3_filename path, File& file, int flags, int* out_flags) {
  return real_->xOpen(real_, path, file.real, flags, out_flags);
}
int ShimVfs::read(File& file, void* bytes, int size, sqlite3_int64 offset) {
  return file.real->pMethods->xRead(file.real, bytes, size, offset);
}
int ShimVfs::write(File& file, const void* bytes, int size, sqlite3_int64 offset) {
  return file.real->pMethods->xWrite(file.real, bytes, size, offset);
}
int ShimVfs::truncate(File& file, sqlite3_int64 size) {
  return file.real->pMethods->xTruncate(file.real, size);
}
int ShimVfs::sync(File& file, int flags) { return file.real->pMethods->xSync(file.real, flags); }
int ShimVfs::unfetch(File& file, sqlite3_int64 offset, void* page) {
  return file.real->pMethods->xUnfetch(file.real, offset, page);
}
int ShimVfs::remove(const char* path, int sync_folder) {
  return real_->xDelete(real_, path, sync_folder);
}

}  // namespace clew
