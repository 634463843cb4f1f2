#include "remote/folder_store.h"

#include <algorithm>

#include "files/relative_path.h"
#include "files/temporary_file.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// Objects stand at most this many folders deep: nothing of clew's is deeper.
constexpr size_t kMaxDepth = 4;

// What an ObjectStore may answer.
Error as_object_error(Error error) {
  const bool out_of_order =
      error.code != ErrorCode::kNotAllowed && error.code != ErrorCode::kInvalid;
  if (out_of_order) error.code = ErrorCode::kFailed;
  return error;
}

// A link, a folder or a device where an object should be is none of clew's.
Error open_error(Folder& folder, const std::string& name, const Error& error) {
  const auto info = folder.info(name);
  if (info && info->kind != FileKind::kFile) {
    return make_error(ErrorCode::kInvalid,
                      info->kind == FileKind::kSymlink
                          ? "a symbolic link is where an object should be"
                          : "something else than a file is where an object should be",
                      join_path(folder.path(), name));
  }
  return as_object_error(error);
}

// The folder that holds the object, null when there is none, and the object's name in it.
struct Place {
  std::unique_ptr<Folder> inner;
  Folder* folder = nullptr;
  std::string name;
};

enum class Missing { kLeave, kMake };

Result<std::unique_ptr<Folder>> open_or_make(Folder& folder, const std::string& name,
                                             Missing missing) {
  auto found = folder.open_folder(name);
  if (found || found.error().code != ErrorCode::kNotFound) return found;
  if (missing == Missing::kLeave) return std::unique_ptr<Folder>();
  const Status made = folder.make_folder(name);
  // kConflict: somebody else made it in the meantime.
  if (!made && made.error().code != ErrorCode::kConflict) return made.error();
  CLEW_TRY(folder.sync());
  return folder.open_folder(name);
}

Result<Place> find_place(Folder& root, const std::string& name, Missing missing) {
  CLEW_TRY(check_object_name(name));
  Place place{nullptr, &root, name};
  for (size_t slash; (slash = place.name.find('/')) != std::string::npos;) {
    const std::string part = place.name.substr(0, slash);
    auto next = open_or_make(*place.folder, part, missing);
    if (!next) return as_object_error(next.error());
    place.inner = std::move(*next);
    place.folder = place.inner.get();
    if (place.folder == nullptr) return place;
    place.name.erase(0, slash + 1);
  }
  return place;
}

Status refuse_empty(const std::string& name, BytesView bytes) {
  if (!bytes.empty()) return success();
  return make_error(ErrorCode::kInvalid, "an object has at least one byte", name);
}

struct Listing {
  const std::string& prefix;
  const std::string& start_after;
  std::vector<std::string> names;
};

// Whether `name`, or what it holds when it is a folder, can be asked for.
bool may_hold(const Listing& listing, const std::string& name) {
  const std::string& prefix = listing.prefix;
  if (!name.starts_with(prefix) && !prefix.starts_with(name + "/")) return false;
  return name + "0" > listing.start_after;  // 0 comes after /
}

Status collect(Folder& folder, const std::string& path, size_t depth, Listing& listing) {
  CLEW_ASSIGN(const auto entries, folder.list());
  for (const auto& entry : entries) {
    const std::string name = join_path(path, entry);
    // Else a temporary file, or something that is none of ours.
    if (!is_object_name(name) || !may_hold(listing, name)) continue;
    const auto info = folder.info(entry);
    if (!info) continue;  // removed meanwhile
    if (info->kind == FileKind::kFile && name.starts_with(listing.prefix)) {
      listing.names.push_back(name);
    }
    if (info->kind != FileKind::kFolder || depth == kMaxDepth) continue;
    CLEW_ASSIGN(const auto inner, folder.open_folder(entry));
    CLEW_TRY(collect(*inner, name, depth + 1, listing));
  }
  return success();
}

}  // namespace

Result<std::unique_ptr<FolderStore>> FolderStore::open(FileSystem& files, const std::string& path,
                                                       Machine& machine) {
  auto root = files.open_folder(path);
  if (!root) return as_object_error(root.error());
  return std::unique_ptr<FolderStore>(new FolderStore(std::move(*root), machine));
}

Result<PutOutcome> FolderStore::put_if_absent(const std::string& name, BytesView bytes) {
  CLEW_TRY(refuse_empty(name, bytes));
  CLEW_ASSIGN(const Place place, find_place(*root_, name, Missing::kMake));
  auto written = write_temporary_file(*place.folder, place.name, bytes, SyncKind::kAll, machine_);
  if (!written) return as_object_error(written.error());
  const Status renamed = written->rename_to_new(place.name);
  const bool exists = !renamed && renamed.error().code == ErrorCode::kConflict;
  if (!renamed && !exists) return as_object_error(renamed.error());
  // Also for one that is there: whoever wrote it may have been killed before this.
  if (const Status synced = place.folder->sync(); !synced) return as_object_error(synced.error());
  return exists ? PutOutcome::kExists : PutOutcome::kCreated;
}

Status FolderStore::put(const std::string& name, BytesView bytes) {
  CLEW_TRY(refuse_empty(name, bytes));
  CLEW_ASSIGN(const Place place, find_place(*root_, name, Missing::kMake));
  auto written = write_temporary_file(*place.folder, place.name, bytes, SyncKind::kAll, machine_);
  if (!written) return as_object_error(written.error());
  if (const Status renamed = written->rename_to(place.name); !renamed) {
    return as_object_error(renamed.error());
  }
  if (const Status synced = place.folder->sync(); !synced) return as_object_error(synced.error());
  return success();
}

Result<std::optional<Bytes>> FolderStore::get(const std::string& name, size_t max_bytes) {
  CLEW_ASSIGN(const Place place, find_place(*root_, name, Missing::kLeave));
  if (place.folder == nullptr) return std::optional<Bytes>();
  const auto file = place.folder->open(place.name, OpenMode::kRead);
  if (!file && file.error().code == ErrorCode::kNotFound) return std::optional<Bytes>();
  if (!file) return open_error(*place.folder, place.name, file.error());
  auto bytes = read_whole(**file, max_bytes);
  if (!bytes) return as_object_error(bytes.error());
  return std::optional<Bytes>(std::move(*bytes));
}

Result<std::vector<std::string>> FolderStore::list(const std::string& prefix,
                                                   const std::string& start_after, size_t max) {
  Listing listing{prefix, start_after, {}};
  if (const Status all = collect(*root_, "", 0, listing); !all) {
    return as_object_error(all.error());
  }
  auto& names = listing.names;
  std::sort(names.begin(), names.end());
  names.erase(names.begin(), std::upper_bound(names.begin(), names.end(), start_after));
  if (names.size() > max) names.resize(max);
  return std::move(names);
}

Status FolderStore::remove(const std::string& name) {
  CLEW_ASSIGN(const Place place, find_place(*root_, name, Missing::kLeave));
  if (place.folder == nullptr) return success();
  const Status removed = place.folder->remove(place.name);
  if (!removed && removed.error().code == ErrorCode::kNotFound) return success();
  if (!removed) return as_object_error(removed.error());
  if (const Status synced = place.folder->sync(); !synced) return as_object_error(synced.error());
  return success();
}

}  // namespace clew
