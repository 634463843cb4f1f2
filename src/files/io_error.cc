#include "files/io_error.h"

#include <cerrno>
#include <cstring>

namespace clew {
namespace {

struct Row {
  int number;
  ErrorCode code;
  const char* words;
  const char* next;
};

constexpr Row kRows[] = {
    {EACCES,       ErrorCode::kNotAllowed, "permission denied",                              ""     },
    {EPERM,        ErrorCode::kNotAllowed, "the system does not allow it",                   ""     },
    {EROFS,        ErrorCode::kNotAllowed, "the disk is mounted read-only",                  ""     },
    {ELOOP,        ErrorCode::kNotAllowed, "a symbolic link is in the way",                  ""     },
    {EXDEV,        ErrorCode::kNotAllowed, "it leads outside the folder",                    ""     },
    {ENOENT,       ErrorCode::kNotFound,   "no such file or folder",                         ""     },
    {ENOTDIR,      ErrorCode::kNotFound,   "a part of the path is not a folder",             ""     },
    {EEXIST,       ErrorCode::kConflict,   "it already exists",                              ""     },
    {EISDIR,       ErrorCode::kInvalid,    "it is a folder",                                 ""     },
    {ENAMETOOLONG, ErrorCode::kInvalid,    "the name is too long for this disk",             ""     },
    {EFBIG,        ErrorCode::kFailed,     "the file would be larger than this disk allows", ""     },
    {ENOSPC,       ErrorCode::kFailed,     "the disk is full",                               "df -h"},
    {EDQUOT,       ErrorCode::kFailed,     "your disk quota is used up",                     "quota"},
    {EIO,          ErrorCode::kFailed,     "the disk reported an error",                     ""     },
    {EMFILE,       ErrorCode::kFailed,     "too many files are open",                        ""     },
    {ENFILE,       ErrorCode::kFailed,     "too many files are open on this machine",        ""     },
    {ENOMEM,       ErrorCode::kFailed,     "not enough memory",                              ""     },
};

}  // namespace

Error io_error(int number, std::string_view doing, std::string_view path) {
  const std::string start = "cannot " + std::string(doing) + ": ";
  for (const Row& row : kRows) {
    if (row.number == number) {
      return make_error(row.code, start + row.words, std::string(path), row.next);
    }
  }
  return make_error(ErrorCode::kFailed, start + std::strerror(number), std::string(path));
}

}  // namespace clew
