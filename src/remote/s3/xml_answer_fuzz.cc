// Answers of a server: whatever they are, reading them ends, and says no more than was there.

#include <cstdlib>

#include "remote/s3/xml_answer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const S3Fault fault = read_fault(text);
  if (fault.code.size() + fault.message.size() + fault.region.size() > size) std::abort();
  const auto page = read_list_page(text);
  if (!page) return 0;
  size_t bytes = 0;
  for (const auto& key : page->keys) bytes += key.size();
  if (bytes > size) std::abort();
  return 0;
}
