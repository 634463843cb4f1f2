#include "bundle/signed_text.h"

#include <fmt/format.h>

namespace clew {
namespace {

// A key and a signature in hex, and more for who writes them in another way.
constexpr size_t kMaxSignatureLine = 256;

Error not_such(const SignedKind& kind) {
  return make_error(ErrorCode::kCorrupt, fmt::format("is sealed, but not {}", kind.noun));
}

Bytes signed_bytes(const SignedKind& kind, std::string_view line) {
  return Bytes(kind.signed_as).append(line);
}

// The next line of `rest`, at most this long.
Result<std::string_view> take_line(const SignedKind& kind, std::string_view& rest, size_t most) {
  const size_t end = rest.substr(0, most + 1).find('\n');
  if (end == std::string_view::npos) return not_such(kind);
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return line;
}

}  // namespace

Bytes write_signed(const SignedKind& kind, std::string_view line, const DeviceKey& by) {
  return fmt::format("{}\n{}\n{} {}\n", kind.first_line, line, to_hex(by.signing_key()),
                     to_hex(by.sign(signed_bytes(kind, line))));
}

Result<SignedText> read_signed(const SignedKind& kind, BytesView plain, size_t max_line) {
  std::string_view rest = plain;
  CLEW_ASSIGN(const std::string_view first, take_line(kind, rest, kind.first_line.size()));
  if (first != kind.first_line) return not_such(kind);
  SignedText text;
  CLEW_ASSIGN(text.line, take_line(kind, rest, max_line));
  CLEW_ASSIGN(const std::string_view names, take_line(kind, rest, kMaxSignatureLine));
  const size_t space = names.find(' ');
  text.signing_key = from_hex(names.substr(0, space));
  if (space != std::string_view::npos) text.signature = from_hex(names.substr(space + 1));
  if (!is_signed_by(text.signing_key, signed_bytes(kind, text.line), text.signature)) {
    return make_error(ErrorCode::kCorrupt, "has a signature that does not hold");
  }
  text.rest = plain.size() - rest.size();
  return text;
}

}  // namespace clew
