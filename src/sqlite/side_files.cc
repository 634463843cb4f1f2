#include "sqlite/side_files.h"

#include <sys/stat.h>
#include <unistd.h>

namespace clew {

Status check_side_file(const std::string& side, const std::string& path) {
  struct stat found{};
  if (::lstat(side.c_str(), &found) != 0) return success();
  struct stat database{};
  const bool is_whole = S_ISREG(found.st_mode) && found.st_nlink <= 1;
  const bool is_known = found.st_uid == ::geteuid() || found.st_uid == 0 ||
                        (::lstat(path.c_str(), &database) == 0 && database.st_uid == found.st_uid);
  if (is_whole && is_known) return success();
  return make_error(ErrorCode::kNotAllowed,
                    is_whole ? "another user put this file beside the database"
                             : "what stands beside the database is not a file of its own",
                    side, "remove it, or use a folder where nobody else can make files");
}

Status check_side_files(const std::string& path) {
  for (const char* ending : {"-wal", "-shm", "-journal"}) {
    CLEW_TRY(check_side_file(path + ending, path));
  }
  return success();
}

}  // namespace clew
