#include "document/json/lenient_json.h"

#include <charconv>
#include <string>

#include "document/json/json.h"

namespace clew {
namespace {

constexpr size_t kEscape = 6;  // \ud83d

enum class UnitKind { kNone, kWhole, kHigh, kLow };

// What the text at a place escapes.
UnitKind unit_at(std::string_view text, size_t at) {
  if (text.size() < at + kEscape || !text.substr(at).starts_with("\\u")) return UnitKind::kNone;
  const char* const digits = text.data() + at + 2;
  unsigned unit = 0;
  const auto [end, code] = std::from_chars(digits, digits + 4, unit, 16);
  if (code != std::errc() || end != digits + 4) return UnitKind::kNone;
  if (unit < 0xD800 || unit > 0xDFFF) return UnitKind::kWhole;
  return unit < 0xDC00 ? UnitKind::kHigh : UnitKind::kLow;
}

// The same text with another escape, of the same length, for every half; places stay where they
// are. Whether there was any.
bool replace_halves(std::string& text) {
  bool found = false;
  for (size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at)) {
    const UnitKind unit = unit_at(text, at);
    if (unit == UnitKind::kHigh && unit_at(text, at + kEscape) == UnitKind::kLow) {
      at += 2 * kEscape;
    } else if (unit == UnitKind::kHigh || unit == UnitKind::kLow) {
      text.replace(at, kEscape, "\\ufffd");
      at += kEscape;
      found = true;
    } else {
      at += 2;  // whatever is escaped, it is no backslash that begins another
    }
  }
  return found;
}

}  // namespace

Result<Value> parse_cut_json(std::string_view text, const Limits& limits) {
  auto value = parse_json(text, limits);
  if (value || text.size() > limits.document_bytes) return value;
  std::string whole(text);
  return replace_halves(whole) ? parse_json(whole, limits) : value;
}

}  // namespace clew
