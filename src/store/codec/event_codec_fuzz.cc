// Bytes of an event or a snapshot that we did not write. The first byte chooses the kind; 255 is a
// snapshot. What decodes must encode to something that decodes to the same.

#include <cstdlib>

#include "store/codec/event_codec.h"
#include "store/codec/raw_log.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  if (size == 0) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 255) {
    if (const auto session = decode_session(bytes)) {
      const Bytes again = encode_session(*session);
      const auto back = decode_session(again);
      if (!back || encode_session(*back) != again) std::abort();
    }
    return 0;
  }
  if (data[0] == 254) {
    static_cast<void>(decode_raw_log(bytes));
    return 0;
  }
  if (const auto event = decode_data(data[0], bytes)) {
    const Bytes again = encode_data(*event);
    const auto back = decode_data(data[0], again);
    if (!back || encode_data(*back) != again) std::abort();
  }
  return 0;
}
