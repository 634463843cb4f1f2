#include "index/structural_version.h"

#include <algorithm>

namespace clew {

Hash file_digest(std::string_view path, const Hash& shape) {
  std::string bytes = std::to_string(path.size());
  bytes += ':';
  bytes += path;
  bytes += shape.view();
  return sha256(bytes);
}

std::string structural_version(std::vector<Hash> file_digests) {
  std::sort(file_digests.begin(), file_digests.end());
  std::string bytes;
  bytes.reserve(file_digests.size() * sizeof(Hash::bytes));
  for (const Hash& digest : file_digests) bytes += digest.view();
  return "v1:" + sha256(bytes).hex();
}

}  // namespace clew
