// The header of a sealed file that somebody else wrote. What reads must be written back as the very
// same bytes: there is one spelling.

#include <cstdlib>

#include "bundle/age_armor.h"
#include "bundle/age_header.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const BytesView bytes(reinterpret_cast<const char*>(data), size);
  if (is_armored(bytes)) {
    static_cast<void>(take_off_armor(bytes));
    return 0;
  }
  const auto header = read_age_header(bytes);
  if (!header) return 0;
  Bytes again = "age-encryption.org/v1\n";
  for (const auto& stanza : header->stanzas) again += stanza_text(stanza);
  if (again + "---" != header->covered) std::abort();
  return 0;
}
