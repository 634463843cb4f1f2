#pragma once
// What a file holds now, and whether that is what was recorded. Content alone counts: equal content
// is current whatever happened to the commit, the time or the owner.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "files/file_system.h"

namespace clew {

struct FileFacts {
  Hash hash;
  uint64_t size = 0;
  uint64_t lines = 0;    // the last one counts even without its end
  uint64_t returns = 0;  // carriage returns: as many as line ends, where these are \r\n

  bool operator==(const FileFacts&) const = default;
};

// What a hook hashes at most, of one file and of those that it compares together: an agent waits.
inline constexpr uint64_t kHashedInHook = uint64_t{128} << 20;

// How much may still be read of files that somebody else may have made as large as they like.
struct ReadAllowance {
  uint64_t left = UINT64_MAX;  // bytes
};

// Read in pieces: the size of the file does not matter.
Result<FileFacts> read_file_facts(Folder& root, const std::string& path);
// Nothing when the file is larger than what may be read; else the allowance is less by it.
Result<std::optional<FileFacts>> read_file_facts(Folder& root, const std::string& path,
                                                 ReadAllowance& allowance);

struct RecordedFile {
  std::string path;  // from the root of the project
  Hash hash;         // empty: the file was not there
};

// What became of a file since it was recorded.
enum class FileDrift {
  kCurrent,
  kChanged,
  kMissing,
  kRenamed,
  kUnreadable,  // something is there, but not a file that we may read
  kTooLarge,    // for what may still be read: it was not looked at
};

struct FileComparison {
  FileDrift drift = FileDrift::kCurrent;
  std::string renamed_to;        // only with kRenamed
  std::optional<FileFacts> now;  // of the file at the recorded path, or at the new one
};

// The paths where files that are gone may be by another name. Each file is read once, however many
// are looked for.
class RenameCandidates {
 public:
  RenameCandidates() = default;
  explicit RenameCandidates(std::vector<std::string> paths) : paths_(std::move(paths)) {}

  struct Found {
    std::string path;
    FileFacts facts;
  };
  // The first with this content; null when there is none among those that may be read. `root` is
  // the same each time.
  const Found* find(Folder& root, const Hash& content, ReadAllowance& allowance);

 private:
  std::vector<std::string> paths_;
  size_t read_ = 0;  // of the paths
  std::map<Hash, Found> known_;
};

// When the file is gone, the same content is looked for at `candidates` and nowhere else.
Result<FileComparison> compare_file(Folder& root, const RecordedFile& recorded,
                                    ReadAllowance& allowance,
                                    RenameCandidates* candidates = nullptr);

}  // namespace clew
