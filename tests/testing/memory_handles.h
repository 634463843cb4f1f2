#pragma once
// Open files and folders of a FaultyFileSystem.

#include <string>
#include <utility>

#include "testing/faulty_file_system.h"

namespace clew {

class MemoryFile final : public File {
 public:
  MemoryFile(FaultyFileSystem& disk, uint64_t number, std::string path)
      : disk_(disk), number_(number), generation_(disk.generation_), path_(std::move(path)) {}
  ~MemoryFile() override;

  const std::string& path() const override { return path_; }
  Result<FileInfo> info() override;
  Result<size_t> read(uint64_t offset, std::span<char> into) override;
  Result<size_t> write(BytesView bytes) override;
  Status truncate(uint64_t size) override;
  Status set_mode(uint32_t mode) override;
  Status sync(SyncKind kind) override;
  Result<LockAttempt> try_lock() override;
  std::optional<int> lock_holder() override { return std::nullopt; }

 private:
  Status call(std::string_view doing);

  FaultyFileSystem& disk_;
  uint64_t number_;
  uint64_t generation_;
  std::string path_;
  bool locking_ = false;
};

class MemoryFolder final : public Folder {
 public:
  MemoryFolder(FaultyFileSystem& disk, uint64_t number, std::string path)
      : disk_(disk), number_(number), generation_(disk.generation_), path_(std::move(path)) {}

  const std::string& path() const override { return path_; }
  Result<std::unique_ptr<File>> open(const std::string& path, OpenMode mode) override;
  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override;
  Result<FileInfo> info(const std::string& path) override;
  Result<std::vector<std::string>> list() override;
  Status make_folder(const std::string& name) override;
  Result<LinkOutcome> link(const std::string& from, const std::string& to) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status rename_new(const std::string& from, const std::string& to) override;
  Status remove(const std::string& name) override;
  Status sync() override;

 private:
  Status call(std::string_view doing, const std::string& path);
  std::string full(const std::string& path) const;

  FaultyFileSystem& disk_;
  uint64_t number_;
  uint64_t generation_;
  std::string path_;
};

}  // namespace clew
