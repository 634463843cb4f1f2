#pragma once
// Stores that stand inside a project, in .clew/, and which of them are believed. A folder comes
// from anywhere: a clone can ship a store whose text would reach the agent as its brief, and which
// would take the person's prompts. `clew init` puts a random id beside the store it makes, and a
// line into `trusted` in the user's state folder; a store is believed when both and the file itself
// agree, and nobody else can read or write it. All of this is decided before the store is opened.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/file_system.h"

namespace clew {

inline constexpr const char* kProjectFolder = ".clew";
inline constexpr const char* kProjectStore = "store.db";
inline constexpr const char* kProjectStoreId = "id";

// A line of `trusted`.
struct TrustedStore {
  std::string path;    // of the store, without symbolic links
  std::string id;      // as in the file beside it
  uint64_t inode = 0;  // of the store
  uint32_t owner = 0;  // user id

  bool operator==(const TrustedStore&) const = default;
};

// What the system says of a project's store and the files beside it, links not followed.
struct ProjectStoreFacts {
  std::string path;  // of the store, without symbolic links
  uint64_t inode = 0;
  uint32_t owner = 0;          // of the store
  uint32_t folder_mode = 0;    // permission bits
  uint32_t store_mode = 0;     // permission bits
  std::string id;              // empty without a file of that name
  std::string obstacle;        // why nobody may believe it, whatever they agreed to; may be empty
  bool is_private = false;     // nobody but the owner may read or write any of it
  bool has_one_owner = false;  // folder and files
};

// kNotAllowed, with what to do about it, for a store that nobody should agree to.
Status check_can_be_trusted(const ProjectStoreFacts& facts);

class TrustedStores {
 public:
  // Without a state folder nothing is believed. `user` is whose files are one's own.
  TrustedStores(FileSystem& files, std::string state_folder, uint32_t user)
      : files_(files), state_folder_(std::move(state_folder)), user_(user) {}

  // The facts of the store in `folder`/.clew; kNotFound when there is none.
  Result<ProjectStoreFacts> look_at(const std::string& folder);
  // Why a store is not believed, as what follows "because"; nothing when it is.
  std::optional<std::string> reason_against(const ProjectStoreFacts& facts);

  std::vector<TrustedStore> list();
  // Believes the store in `folder`/.clew from now on: gives it `id`, where it is the user's own,
  // and adds its line. kNotAllowed as check_can_be_trusted says.
  Status add(const std::string& folder, const std::string& id);
  // kNotFound when it is not in the list.
  Status remove(const std::string& path);

 private:
  Status write(const TrustedStore* added, const std::string& removed);

  FileSystem& files_;
  std::string state_folder_;
  uint32_t user_;
};

}  // namespace clew
