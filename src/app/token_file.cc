#include "app/token_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/bytes.h"
#include "files/io_error.h"
#include "files/make_folders.h"
#include "files/posix_file_system.h"
#include "files/unique_fd.h"

namespace clew {
namespace {

constexpr size_t kTokenBytes = 32;
constexpr size_t kMinCharacters = 32;
constexpr size_t kMaxCharacters = 1024;
// Never to remove what is there: the path may be a slip, and the file somebody's key.
constexpr const char* kAnother =
    "choose a file that does not exist with --token-file; clew creates it";

bool is_token(std::string_view text) {
  return text.size() >= kMinCharacters &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

Status check_owner(int file, const std::string& path) {
  struct stat status{};
  if (fstat(file, &status) != 0) return io_error(errno, "access", path);
  if (!S_ISREG(status.st_mode)) {
    return make_error(ErrorCode::kNotAllowed, "the path of the token is not a file", path,
                      kAnother);
  }
  const bool is_own = status.st_uid == geteuid() || status.st_uid == 0;
  if (is_own && (status.st_mode & 077) == 0) return success();
  return make_error(ErrorCode::kNotAllowed, "others can read the token", path, kAnother);
}

Result<std::string> read_token(const std::string& path) {
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid()) return io_error(errno, "read", path);
  CLEW_TRY(check_owner(file.get(), path));
  char buffer[kMaxCharacters];
  const ssize_t got = retry_interrupted([&] { return read(file.get(), buffer, sizeof buffer); });
  if (got < 0) return io_error(errno, "read", path);
  std::string_view text(buffer, static_cast<size_t>(got));
  text = text.substr(0, text.find_last_not_of("\r\n") + 1);
  if (is_token(text)) return std::string(text);
  return make_error(ErrorCode::kInvalid, "not a token: expected one line of at least 32 characters",
                    path, kAnother);
}

// Complete under its name or not there at all, whoever else is making one.
Status make_token(const std::string& path, const RandomSource& random) {
  Bytes bytes(kTokenBytes + 8, '\0');
  random(bytes);
  const std::string text = to_hex(bytes.substr(8)) + "\n";
  const std::string draft = path + "." + to_hex(bytes.substr(0, 8));
  const UniqueFd file(
      open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return io_error(errno, "write", path);
  const ssize_t wrote =
      retry_interrupted([&] { return write(file.get(), text.data(), text.size()); });
  int error = wrote == static_cast<ssize_t>(text.size()) ? 0 : (wrote < 0 ? errno : ENOSPC);
  if (error == 0 && fsync(file.get()) != 0) error = errno;
  if (error == 0 && link(draft.c_str(), path.c_str()) != 0 && errno != EEXIST) error = errno;
  unlink(draft.c_str());
  if (error != 0) return io_error(error, "write", path);
  return success();
}

Error with_next(Error error) {
  if (error.next.empty()) error.next = kAnother;
  return error;
}

}  // namespace

Result<std::string> read_or_make_token(const std::string& path, const RandomSource& random) {
  auto token = read_token(path);
  if (token) return token;
  if (token.error().code != ErrorCode::kNotFound) return with_next(token.error());
  PosixFileSystem files;
  const size_t slash = path.rfind('/');
  if (slash != std::string::npos && slash > 0) {
    const auto folder = make_folders(files, path.substr(0, slash));
    if (!folder) return with_next(folder.error());
  }
  const Status made = make_token(path, random);
  if (!made) return with_next(made.error());
  return read_token(path);
}

}  // namespace clew
