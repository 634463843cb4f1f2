// The manifest of a bundle that somebody else signed. What reads must be written to something that
// reads as the same.

#include <cstdlib>

#include "bundle/manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const auto manifest = read_manifest({reinterpret_cast<const char*>(data), size});
  if (!manifest) return 0;
  const std::string again = write_manifest(*manifest);
  const auto back = read_manifest(again);
  if (!back || write_manifest(*back) != again) std::abort();
  return 0;
}
