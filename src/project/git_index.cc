#include "project/git_index.h"

#include <algorithm>
#include <string>

#include "files/whole_file.h"

namespace clew {
namespace {

constexpr uint64_t kMostIndex = uint64_t{64} << 20;
constexpr size_t kIndexHeader = 12;
constexpr size_t kEntryHead = 62;
constexpr size_t kSizeAt = 36;
constexpr size_t kFlagsAt = 60;
constexpr uint32_t kHasMoreFlags = 0x4000;

uint32_t number_at(std::string_view bytes, size_t at, size_t width) {
  uint32_t number = 0;
  for (const char c : bytes.substr(at, width)) number = number << 8 | static_cast<uint8_t>(c);
  return number;
}

class IndexReader {
 public:
  explicit IndexReader(std::string_view bytes) : rest_(bytes) {}

  std::optional<uint32_t> find(std::string_view path) {
    if (rest_.size() < kIndexHeader || !rest_.starts_with("DIRC")) return std::nullopt;
    version_ = number_at(rest_, 4, 4);
    if (version_ < 2 || version_ > 4) return std::nullopt;
    uint32_t left = number_at(rest_, 8, 4);
    rest_.remove_prefix(kIndexHeader);
    for (; left > 0 && take_entry(); --left) {
      if (name_ == path) return size_;
      if (name_ > path) break;
    }
    return std::nullopt;
  }

 private:
  bool take_entry() {
    if (rest_.size() < kEntryHead + 2) return false;
    size_ = number_at(rest_, kSizeAt, 4);
    const bool has_more = (number_at(rest_, kFlagsAt, 2) & kHasMoreFlags) != 0;
    const size_t head = kEntryHead + (has_more ? 2 : 0);
    const std::string_view entry = rest_;
    rest_.remove_prefix(head);
    if (version_ == 4 && !drop_end_of_name()) return false;
    const size_t end = rest_.find('\0');
    if (end == std::string_view::npos) return false;
    name_ = version_ == 4 ? name_ + std::string(rest_.substr(0, end)) : rest_.substr(0, end);
    const size_t whole = version_ == 4 ? 0 : (head + end + 8) / 8 * 8;
    if (whole > entry.size()) return false;
    rest_ = version_ == 4 ? rest_.substr(end + 1) : entry.substr(whole);
    return true;
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
  uint32_t version_ = 0;
  std::string name_;
  uint32_t size_ = 0;
};

}  // namespace

std::optional<uint32_t> size_in_index(FileSystem& files, const GitRepository& repository,
                                      std::string_view path) {
  const auto bytes = read_whole_file(files, repository.git_dir + "/index", kMostIndex);
  return bytes ? IndexReader(*bytes).find(path) : std::nullopt;
}

}  // namespace clew
