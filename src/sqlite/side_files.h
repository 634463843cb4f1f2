#pragma once
// The files that SQLite keeps beside a database: NAME-wal, NAME-shm and NAME-journal. It reads them
// as part of the database, whoever put them there. In a folder where others can make files, one of
// theirs would replace what the database says, and a fifo would be waited for without end.

#include <string>

#include "base/result.h"

namespace clew {

// kNotAllowed for a side file that is not a regular file of a single name, or that belongs neither
// to the owner of the database at `path`, nor to the user, nor to root.
Status check_side_files(const std::string& path);
// The same of one of them, given by its own path and that of the database.
Status check_side_file(const std::string& side, const std::string& path);

}  // namespace clew
