#include "files/proc_file.h"

#include <fcntl.h>

#include "files/unique_fd.h"

namespace clew {

std::string read_proc_file(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[4096];
  while (fd.valid()) {
    const ssize_t n = retry_interrupted([&] { return ::read(fd.get(), buffer, sizeof buffer); });
    if (n <= 0) break;
    text.append(buffer, static_cast<size_t>(n));
  }
  return text;
}

}  // namespace clew
