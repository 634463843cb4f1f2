#pragma once
// A file system in memory that is as unkind as a real one may be. Every operation of the interface
// is a call and is counted; the n-th can be made to fail. A power cut forgets what was not synced:
// content since the last sync of the file, names since the last sync of their folder. What was not
// synced may also have reached the disk, all or in part, in any order; a seed chooses.
// After a failed sync the bytes are lost, although the next sync succeeds: as on Linux.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "files/file_system.h"

namespace clew {

enum class Fault {
  kIoError,
  kDiskFull,
  kShortWrite,          // the call, if it is a write, takes half of the bytes
  kShortWriteThenFull,  // and every later write finds the disk full
  kPowerOff,            // this call and every later one fail and change nothing
};

enum class HardLinks { kSupported, kNotSupported };

class FaultyFileSystem final : public FileSystem {
 public:
  FaultyFileSystem();
  ~FaultyFileSystem() override;

  void fail_call(int n, Fault fault);  // 1 is the next call
  void stop_failing();
  // Told when the power goes: other parts of the machine lose it too.
  void on_power_off(std::function<void()> reported) { power_off_reported_ = std::move(reported); }
  int calls() const { return calls_; }
  void set_hard_links(HardLinks links) { links_ = links; }
  // Open handles become useless, locks are gone, faults are cleared. Seed 0: nothing unsynced got
  // through; seed 1: everything did; any other: as chance has it.
  void power_cut(uint64_t seed);

  void pass(Duration time) { now_ns_ += time.ms * 1'000'000; }  // for times of files

  // For setting up and looking; neither counted nor failing. What is put there is durable.
  void put(const std::string& path, BytesView content);
  std::optional<Bytes> content(const std::string& path) const;
  std::vector<std::string> names(const std::string& folder) const;

  Result<std::unique_ptr<Folder>> open_folder(const std::string& path) override;
  Result<std::unique_ptr<File>> open_file(const std::string& path) override;
  Result<FileInfo> info(const std::string& path) override;
  Result<std::string> real_path(const std::string& path) override;

 private:
  friend class MemoryFile;
  friend class MemoryFolder;

  using Number = uint64_t;  // of an inode
  using Names = std::map<std::string, Number>;
  // One atomic change of a folder: names that appear or (without a number) disappear together.
  using NameChange = std::vector<std::pair<std::string, std::optional<Number>>>;

  struct Inode {
    FileKind kind = FileKind::kFile;
    Bytes content;
    Bytes durable_content;
    Names names;
    Names durable_names;
    std::vector<NameChange> unsynced;
    bool sync_failed = false;
    bool locked = false;
    int64_t modified_ns = 0;
    uint32_t mode = 0600;  // of a file
  };

  // errno of the planned failure, or 0.
  int count_call();
  Result<Number> resolve(const std::string& path, std::string_view doing);
  std::optional<Number> find(Number from, const std::string& path) const;
  Number add(Number folder, const std::string& name, FileKind kind);
  void change_names(Number folder, NameChange change);
  static void apply(Names& names, const NameChange& change);
  Result<std::unique_ptr<File>> open_at(Number folder, const std::string& path, OpenMode mode,
                                        const std::string& full_path);
  FileInfo info_of(Number number) const;
  Inode& at(Number number) { return inodes_.at(number); }

  std::map<Number, Inode> inodes_;
  Number next_number_ = 1;
  int64_t now_ns_ = 0;
  uint64_t generation_ = 0;  // a handle from before a power cut is recognised by it
  int calls_ = 0;
  int failing_call_ = 0;  // 0: none
  Fault fault_ = Fault::kIoError;
  bool powered_off_ = false;
  bool full_ = false;
  std::function<void()> power_off_reported_;
  HardLinks links_ = HardLinks::kSupported;
};

}  // namespace clew
