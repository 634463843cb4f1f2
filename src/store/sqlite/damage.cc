#include "store/sqlite/damage.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "sqlite/preconditions.h"

namespace clew {
namespace {

// The tables are made first, so that their text stands near the beginning.
constexpr size_t kLookedInto = size_t{1} << 20;
constexpr const char* kTable = "touched_by";
constexpr size_t kMarkOffset = 68;  // of the application id, in a database's header
constexpr std::string_view kMark = "clew";

// As a database lists its tables: the kind of thing, its name and its table's. Put together here,
// so that a program that holds this very text is not taken for a store.
std::string table_entry() { return std::string("table") + kTable + kTable; }

bool speaks_of_tables(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kLookedInto, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  const bool marked = start.size() > kMarkOffset + kMark.size() &&
                      std::string_view(start).substr(kMarkOffset, kMark.size()) == kMark;
  return marked || start.find(table_entry()) != std::string::npos;
}

}  // namespace

// The latest first.
std::vector<std::string> copies_beside(const std::string& path) {
  namespace fs = std::filesystem;
  struct Copy {
    fs::file_time_type at;
    std::string path;
  };
  std::vector<Copy> copies;
  std::error_code failed;
  const std::string start = fs::path(path).filename().string() + ".";
  for (fs::directory_iterator entry(folder_of(path), failed), end; !failed && entry != end;
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    const bool is_copy = name.starts_with(start) &&
                         (name.ends_with(".bak") || name.starts_with(start + "before-restore"));
    std::error_code ignored;
    if (!is_copy || !entry->is_regular_file(ignored)) continue;
    copies.push_back({entry->last_write_time(ignored), entry->path().string()});
  }
  std::sort(copies.begin(), copies.end(), [](const Copy& a, const Copy& b) { return a.at > b.at; });
  std::vector<std::string> paths;
  for (auto& copy : copies) paths.push_back(std::move(copy.path));
  return paths;
}

Error not_a_store(const std::string& path) {
  return make_error(
      ErrorCode::kInvalid, "this file is not a clew store", path,
      "use --store PATH or set CLEW_STORE; if it was a store, move it away, then  clew "
      "restore BACKUP");
}

// Whether it ever was a store decides what to suggest: another path, or a backup.
Error unreadable_store(const std::string& path) {
  // A young store stands in its write-ahead log alone.
  const bool was_a_store = speaks_of_tables(path) || speaks_of_tables(path + "-wal");
  if (!was_a_store) return not_a_store(path);
  const auto copies = copies_beside(path);
  return make_error(
      ErrorCode::kCorrupt,
      "the header of this store is damaged: nothing in the file can be read; it is left unchanged",
      path,
      copies.empty() ? "clew restore BACKUP   or move the file away, and clew starts a new store"
                     : "clew restore " + copies.front());
}

}  // namespace clew
