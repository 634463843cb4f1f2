// An index that git did not write. Whatever it holds, its entries are inside of it and few enough.

#include <cstdlib>

#include "project/git_index.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  size_t taken = 0;
  static_cast<void>(read_index(bytes, [&](const IndexEntry& entry) {
    ++taken;
    if (entry.path.empty() || entry.path.size() > 4096) std::abort();
    if (entry.path.find('\0') != std::string_view::npos) std::abort();
    if (entry.object.size() != 20 && entry.object.size() != 32) std::abort();
    if (entry.object.data() < bytes.data() ||
        entry.object.data() + entry.object.size() > bytes.data() + bytes.size()) {
      std::abort();
    }
    return true;
  }));
  if (taken * 62 > size) std::abort();
  return 0;
}
