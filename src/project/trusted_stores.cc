#include "project/trusted_stores.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/shell_word.h"
#include "files/file_lock.h"
#include "files/machine.h"
#include "files/make_folders.h"
#include "files/open_to_others.h"
#include "files/relative_path.h"
#include "files/replace_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

constexpr const char* kList = "trusted";
constexpr uint64_t kMaxList = uint64_t{1} << 20;
constexpr size_t kIdDigits = 32;
constexpr uint32_t kOthersWrite = 022;
constexpr uint32_t kOthersAnything = 077;

// What stands beside a store while it is used.
constexpr const char* kStoreParts[] = {"store.db-wal", "store.db-shm", "store.db-journal",
                                       "store.db.lock"};

bool is_id(std::string_view text) {
  return text.size() == kIdDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string text_of(Result<Bytes> bytes) {
  std::string text = bytes ? std::move(*bytes) : Bytes();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// The number at the start of `line` and the blank behind it, both taken off; nothing when there is
// no such number.
template <class Number>
std::optional<Number> take_number(std::string_view& line) {
  Number number = 0;
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), number);
  const auto taken = static_cast<size_t>(end - line.data());
  if (problem != std::errc() || taken >= line.size() || line[taken] != ' ') return std::nullopt;
  line.remove_prefix(taken + 1);
  return number;
}

// ID INODE OWNER PATH
std::optional<TrustedStore> parse_line(std::string_view line) {
  const size_t blank = line.find(' ');
  if (blank == std::string_view::npos || !is_id(line.substr(0, blank))) return std::nullopt;
  TrustedStore store;
  store.id = line.substr(0, blank);
  line.remove_prefix(blank + 1);
  const auto inode = take_number<uint64_t>(line);
  const auto owner = inode ? take_number<uint32_t>(line) : std::nullopt;
  if (!owner || !line.starts_with('/')) return std::nullopt;
  store.inode = *inode;
  store.owner = *owner;
  store.path = line;
  return store;
}

std::string line_of(const TrustedStore& store) {
  return fmt::format("{} {} {} {}\n", store.id, store.inode, store.owner, store.path);
}

std::vector<TrustedStore> parse_list(std::string_view text) {
  std::vector<TrustedStore> out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (auto store = parse_line(text.substr(0, end))) out.push_back(std::move(*store));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string mode_words(uint32_t mode) { return fmt::format("{:04o}", mode); }

// Takes one file's facts into those of all.
void take_in(ProjectStoreFacts& facts, const std::string& name, const FileInfo& info,
             FileKind wanted) {
  if (info.kind == FileKind::kSymlink) {
    facts.obstacle = fmt::format("{} is a symbolic link", name);
  } else if (info.kind != wanted) {
    facts.obstacle = fmt::format("{} is not a {}", name,
                                 wanted == FileKind::kFolder ? "folder" : "regular file");
  } else if (wanted == FileKind::kFile && info.links != 1) {
    facts.obstacle = fmt::format("{} has {} hard links", name, info.links);
  }
  facts.is_private = facts.is_private && (info.mode & kOthersAnything) == 0;
  facts.has_one_owner = facts.has_one_owner && info.owner == facts.owner;
}

}  // namespace

// What clew trust refuses, with the command that mends it where there is one.
Status check_can_be_trusted(const ProjectStoreFacts& facts) {
  const std::string folder = parent_of(facts.path);
  if (!facts.obstacle.empty()) {
    return make_error(ErrorCode::kNotAllowed, "this store cannot be trusted: " + facts.obstacle,
                      facts.path, "clew init   in a folder of your own");
  }
  if (!facts.has_one_owner) {
    return make_error(ErrorCode::kNotAllowed,
                      "this store cannot be trusted: its files belong to several users", facts.path,
                      "ls -ln " + shell_word(folder));
  }
  if (facts.is_private) return success();
  return make_error(ErrorCode::kNotAllowed,
                    fmt::format("others can access this store (folder {}, store {})",
                                mode_words(facts.folder_mode), mode_words(facts.store_mode)),
                    facts.path, fmt::format("chmod -R go= {} && clew trust", shell_word(folder)));
}

// Everything that is judged is read beneath the opened folder, never by a path that could be
// replaced in between.
Result<ProjectStoreFacts> TrustedStores::look_at(const std::string& folder) {
  CLEW_ASSIGN(const auto parent, files_.open_folder(folder));
  CLEW_ASSIGN(const FileInfo own, parent->info(kProjectFolder));
  ProjectStoreFacts facts;
  facts.folder_mode = own.mode;
  facts.owner = own.owner;
  facts.is_private = true;
  facts.has_one_owner = true;
  take_in(facts, kProjectFolder, own, FileKind::kFolder);
  CLEW_ASSIGN(std::string real, files_.real_path(folder));
  facts.path = join_path(join_path(real, kProjectFolder), kProjectStore);
  if (const std::string open = folder_of_others(files_, real, facts.owner); !open.empty()) {
    facts.obstacle = fmt::format("others can replace what is in {}", open);
  }
  if (own.kind != FileKind::kFolder) return facts;
  CLEW_ASSIGN(const auto inside, parent->open_folder(kProjectFolder));
  CLEW_ASSIGN(const FileInfo store, inside->info(kProjectStore));
  facts.inode = store.id.inode;
  facts.store_mode = store.mode;
  take_in(facts, kProjectStore, store, FileKind::kFile);
  for (const char* part : kStoreParts) {
    if (const auto info = inside->info(part)) take_in(facts, part, *info, FileKind::kFile);
  }
  if (const auto info = inside->info(kProjectStoreId)) {
    take_in(facts, kProjectStoreId, *info, FileKind::kFile);
    facts.id = text_of(read_whole_file(*inside, kProjectStoreId, kIdDigits + 2));
  }
  if (facts.path.find('\n') != std::string::npos) facts.obstacle = "its path has a line break";
  return facts;
}

// The reasons in order: what can never be trusted, rights of others, a store nobody approved,
// another owner, and a store that took the approved one's place.
std::optional<std::string> TrustedStores::reason_against(const ProjectStoreFacts& facts) {
  if (!facts.obstacle.empty()) return facts.obstacle;
  if (!facts.is_private) {
    return fmt::format("others can access it (folder {}, store {})", mode_words(facts.folder_mode),
                       mode_words(facts.store_mode));
  }
  const std::vector<TrustedStore> known = list();
  const auto line = std::find_if(known.begin(), known.end(),
                                 [&](const TrustedStore& each) { return each.path == facts.path; });
  if (line == known.end()) return "you have not trusted it";
  if (!facts.has_one_owner || facts.owner != line->owner) {
    return fmt::format("it belongs to user {}", facts.owner);
  }
  if (facts.id != line->id || facts.inode != line->inode) {
    return "it is not the store you trusted: it was replaced";
  }
  return std::nullopt;
}

// A list that others may write to is no list.
std::vector<TrustedStore> TrustedStores::list() {
  if (state_folder_.empty()) return {};
  const auto folder = files_.open_folder(state_folder_);
  if (!folder) return {};
  auto file = (*folder)->open(kList, OpenMode::kRead);
  const auto info = file ? (*file)->info() : Result<FileInfo>(file.error());
  const bool is_own = info && info->owner == user_ && (info->mode & kOthersWrite) == 0;
  if (!is_own) return {};
  const auto text = read_whole(**file, kMaxList);
  return text ? parse_list(*text) : std::vector<TrustedStore>();
}

// Read, changed and replaced under a lock, so that two approvals at once both stay.
Status TrustedStores::write(const TrustedStore* added, const std::string& removed) {
  if (state_folder_.empty()) {
    return make_error(ErrorCode::kNotAllowed,
                      "there is no folder to keep the list of trusted stores in", "HOME",
                      "set HOME, or XDG_STATE_HOME to an absolute path");
  }
  SystemMachine machine;
  CLEW_ASSIGN(const auto folder, make_folders(files_, state_folder_));
  CLEW_ASSIGN(const FileLock lock, take_lock(*folder, lock_name_of(kList), machine));
  std::string text;
  for (const TrustedStore& each : list()) {
    if (each.path != removed) text += line_of(each);
  }
  if (added != nullptr) text += line_of(*added);
  ReplaceRequest request;
  request.name = kList;
  request.content = text;
  CLEW_TRY(replace_file(*folder, request, machine, lock));
  return success();
}

// The id is written into the folder only when the folder is this user's; somebody else's store must
// have its own.
Status TrustedStores::add(const std::string& folder, const std::string& id) {
  CLEW_ASSIGN(ProjectStoreFacts facts, look_at(folder));
  CLEW_TRY(check_can_be_trusted(facts));
  if (facts.owner == user_) {
    SystemMachine machine;
    CLEW_ASSIGN(const auto parent, files_.open_folder(folder));
    CLEW_ASSIGN(const auto inside, parent->open_folder(kProjectFolder));
    const std::string line = id + "\n";
    ReplaceRequest request;
    request.name = kProjectStoreId;
    request.content = line;
    CLEW_TRY(replace_file(*inside, request, machine));
    facts.id = id;
  }
  const TrustedStore line{facts.path, facts.id, facts.inode, facts.owner};
  if (!is_id(line.id)) {
    return make_error(ErrorCode::kNotAllowed, "the store has no id, and its folder is not yours",
                      facts.path, "run  clew trust  as its owner first");
  }
  return write(&line, facts.path);
}

Status TrustedStores::remove(const std::string& path) {
  const auto known = list();
  const bool is_known = std::any_of(known.begin(), known.end(),
                                    [&](const TrustedStore& each) { return each.path == path; });
  if (!is_known) {
    return make_error(ErrorCode::kNotFound, "this store is not in the list of trusted stores", path,
                      "clew trust --list");
  }
  return write(nullptr, path);
}

}  // namespace clew
