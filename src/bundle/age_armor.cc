#include "bundle/age_armor.h"

#include "base/base64.h"

namespace clew {
namespace {

constexpr std::string_view kArmorBegins = "-----BEGIN AGE ENCRYPTED FILE-----";
constexpr std::string_view kArmorEnds = "-----END AGE ENCRYPTED FILE-----";
constexpr std::string_view kWhite = " \t\r\n";
constexpr size_t kArmorColumns = 64;

Error bad_armor(const char* what) {
  return make_error(ErrorCode::kCorrupt, std::string("has a damaged text form: ") + what);
}

}  // namespace

bool is_armored(BytesView file) {
  const size_t first = file.find_first_not_of(kWhite);
  return first != BytesView::npos && file.substr(first).starts_with("-----BEGIN");
}

Result<Bytes> take_off_armor(BytesView file) {
  const size_t first = file.find_first_not_of(kWhite);
  if (first == BytesView::npos) return bad_armor("it is empty");
  file = file.substr(first, file.find_last_not_of(kWhite) - first + 1);
  Bytes inside;
  bool begun = false;
  bool may_go_on = true;  // no short line yet
  while (true) {
    const size_t end = file.find('\n');
    std::string_view line = file.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line == kArmorEnds && begun) {
      if (end != BytesView::npos) return bad_armor("something follows its end");
      return inside;
    }
    if (end == BytesView::npos) return bad_armor("it is cut off");
    file.remove_prefix(end + 1);
    if (!begun) {
      if (line != kArmorBegins) return bad_armor("its first line is another");
      begun = true;
      continue;
    }
    const auto bytes = from_base64(line);
    if (line.empty() || line.size() > kArmorColumns || !may_go_on || !bytes) {
      return bad_armor("a line is not valid base64");
    }
    may_go_on = line.size() == kArmorColumns && !line.ends_with('=');
    inside += *bytes;
  }
}

}  // namespace clew
