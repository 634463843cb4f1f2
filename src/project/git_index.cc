#include "project/git_index.h"

#include <algorithm>

#include "files/relative_path.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr size_t kIndexHeader = 12;
constexpr size_t kSecondsAt = 8;
constexpr size_t kNanosecondsAt = 12;
constexpr size_t kInodeAt = 20;
constexpr size_t kModeAt = 24;
constexpr size_t kSizeAt = 36;
constexpr size_t kObjectAt = 40;
constexpr size_t kSha1 = 20;
constexpr size_t kSha256 = 32;
constexpr uint32_t kAssumeValid = 0x8000;
constexpr uint32_t kHasMoreFlags = 0x4000;
constexpr uint32_t kNameLength = 0x0fff;
constexpr uint32_t kSkipWorktree = 0x4000;  // of the further flags
constexpr uint32_t kIntentToAdd = 0x2000;
constexpr size_t kLongestName = 4096;  // what the system opens
constexpr size_t kExtensionHead = 8;

uint32_t index_number(std::string_view bytes, size_t at, size_t width) {
  uint32_t number = 0;
  for (const char c : bytes.substr(at, width)) number = number << 8 | static_cast<uint8_t>(c);
  return number;
}

// Reads one entry after the other and trusts no length: every number is checked against what is
// left.
class IndexReader {
 public:
  IndexReader(std::string_view bytes, size_t hash_size) : rest_(bytes), hash_size_(hash_size) {}

  // Versions 2 to 4 are known.
  bool open() {
    if (rest_.size() < kIndexHeader || !rest_.starts_with("DIRC")) return false;
    version_ = index_number(rest_, 4, 4);
    left_ = index_number(rest_, 8, 4);
    rest_.remove_prefix(kIndexHeader);
    return version_ >= 2 && version_ <= 4;
  }
  bool at_end() const { return left_ == 0; }

  // REQUIRES: not at the end.
  bool next() {
    --left_;
    if (rest_.size() < kObjectAt + hash_size_ + 4) return false;
    const std::string_view whole = rest_;
    const uint32_t flags = index_number(whole, kObjectAt + hash_size_, 2);
    const bool has_more = (flags & kHasMoreFlags) != 0;
    if (has_more && version_ == 2) return false;
    const uint32_t more = has_more ? index_number(whole, kObjectAt + hash_size_ + 2, 2) : 0;
    head_ = whole.substr(0, kObjectAt + hash_size_);
    entry_.stage = static_cast<int>(flags >> 12 & 3);
    entry_.not_looked_at = (flags & kAssumeValid) != 0 || (more & kSkipWorktree) != 0;
    entry_.to_be_added = (more & kIntentToAdd) != 0;
    return take_name(whole, head_.size() + (has_more ? 4 : 2), flags & kNameLength);
  }
  std::string_view name() const { return name_; }
  uint32_t size() const { return index_number(head_, kSizeAt, 4); }
  // Offsets from the beginning of the entry, as in git's own documentation of the format.
  const IndexEntry& entry() {
    entry_.path = name_;
    entry_.seconds = index_number(head_, kSecondsAt, 4);
    entry_.nanoseconds = index_number(head_, kNanosecondsAt, 4);
    entry_.inode = index_number(head_, kInodeAt, 4);
    entry_.mode = index_number(head_, kModeAt, 4);
    entry_.size = size();
    entry_.object = head_.substr(kObjectAt);
    return entry_;
  }

  bool has_too_many_names() const { return name_bytes_ > kMaxIndexNames; }

  // Whether the entries are all there are: no extension says that others belong to them.
  bool is_whole() const {
    std::string_view rest = rest_;
    while (rest.size() >= hash_size_ + kExtensionHead) {
      const std::string_view name = rest.substr(0, 4);
      const size_t size = index_number(rest, 4, 4);
      // A small first letter: who does not understand it cannot read the index. "sdir" says that
      // folders stand for what is not checked out.
      if (name[0] < 'A' || (name[0] > 'Z' && name != "sdir")) return false;
      if (size > rest.size() - kExtensionHead) return false;
      rest.remove_prefix(kExtensionHead + size);
    }
    return rest.size() == hash_size_;
  }

 private:
  // Versions 2 and 3 pad entries with NULs to a multiple of eight. Version 4 has no padding, and
  // its names are told by what they drop from the end of the one before.
  bool take_name(std::string_view whole, size_t head, size_t length) {
    rest_.remove_prefix(head);
    if (version_ == 4 && !drop_end_of_name()) return false;
    const size_t end = rest_.substr(0, kLongestName + 1).find('\0');
    if (end == std::string_view::npos) return false;
    if (version_ == 4) {
      name_.append(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
    } else {
      name_.assign(rest_.substr(0, end));
      const size_t used = (head + end + 8) / 8 * 8;
      if (used > whole.size()) return false;
      rest_ = whole.substr(used);
    }
    name_bytes_ += name_.size();
    // Where the hash is longer than one thinks, this does not agree.
    return !has_too_many_names() && !name_.empty() && name_.size() <= kLongestName &&
           length == std::min<size_t>(name_.size(), kNameLength);
  }

  // Seven bits a byte, the highest first; each byte that is not the last adds one to what it says.
  bool drop_end_of_name() {
    size_t count = 0;
    for (bool goes_on = true, is_first = true; goes_on; is_first = false) {
      if (rest_.empty() || count > name_.size()) return false;
      const auto byte = static_cast<uint8_t>(rest_[0]);
      rest_.remove_prefix(1);
      count = ((is_first ? 0 : count + 1) << 7) + (byte & 0x7f);
      goes_on = (byte & 0x80) != 0;
    }
    if (count > name_.size()) return false;
    name_.resize(name_.size() - count);
    return true;
  }

  std::string_view rest_;
  size_t hash_size_;
  uint32_t version_ = 0;
  uint32_t left_ = 0;
  std::string_view head_;
  std::string name_;
  uint64_t name_bytes_ = 0;
  IndexEntry entry_;
};

// The first entry says how long hashes are; an index without entries has none to say it of.
size_t hash_size_of(std::string_view bytes) {
  for (const size_t size : {kSha1, kSha256}) {
    IndexReader reader(bytes, size);
    if (reader.open() && !reader.at_end() && reader.next()) return size;
  }
  return kSha1;
}

}  // namespace

// True: all entries were read, or `take` had enough.
bool read_index(std::string_view bytes, const std::function<bool(const IndexEntry&)>& take) {
  IndexReader reader(bytes, hash_size_of(bytes));
  if (!reader.open()) return false;
  if (reader.at_end()) {
    IndexReader other(bytes, kSha256);
    return reader.is_whole() || (other.open() && other.is_whole());
  }
  while (!reader.at_end()) {
    if (!reader.next()) return false;
    if (!take(reader.entry())) return true;
  }
  return reader.is_whole();
}

// Names in version 4 share their beginnings, so a small file can stand for names without end, which
// git would hold in memory.
std::string overlarge_index(FileSystem& files, const GitRepository& repository) {
  const auto folder = files.open_folder(repository.git_dir);
  const auto names = folder ? (*folder)->list() : Result<std::vector<std::string>>(folder.error());
  for (const std::string& name : names.value_or({})) {
    if (name != "index" && !name.starts_with("sharedindex.")) continue;
    std::string path = join_path(repository.git_dir, name);
    const auto file = files.open_file(path);
    char head[kIndexHeader];
    const auto had = file ? (*file)->read(0, head) : Result<size_t>(file.error());
    // Only in version 4 a name is shorter than it reads.
    if (!had || *had < kIndexHeader || index_number({head, kIndexHeader}, 4, 4) != 4) continue;
    const auto bytes = read_whole(**file, kMaxIndex);
    if (!bytes) return path;
    IndexReader reader(*bytes, hash_size_of(*bytes));
    bool goes_on = reader.open();
    while (goes_on && !reader.at_end()) goes_on = reader.next();
    if (reader.has_too_many_names()) return path;
  }
  return {};
}

// Entries are sorted, so the search ends at the first name that is greater.
std::optional<uint32_t> size_in_index(FileSystem& files, const GitRepository& repository,
                                      std::string_view path) {
  const auto bytes = read_whole_file(files, repository.git_dir + "/index", kMaxIndex);
  if (!bytes) return std::nullopt;
  IndexReader reader(*bytes, hash_size_of(*bytes));
  if (!reader.open()) return std::nullopt;
  while (!reader.at_end() && reader.next()) {
    if (reader.name() == path) return reader.size();
    if (reader.name() > path) break;
  }
  return std::nullopt;
}

}  // namespace clew
