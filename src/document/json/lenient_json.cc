#include "document/json/lenient_json.h"

#include <charconv>
#include <string>
#include <utility>

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

constexpr size_t kMaxToken = 256;  // longer ones are no id
constexpr std::string_view kBlank = " \t\r\n";

}  // namespace

Result<Value> parse_cut_json(std::string_view text, const Limits& limits) {
  auto value = parse_json(text, limits);
  if (value || text.size() > limits.document_bytes) return value;
  std::string whole(text);
  return replace_halves(whole) ? parse_json(whole, limits) : value;
}

void UnreadMessage::read(std::string_view bytes) {
  for (const char c : bytes) {
    if (stage_ == Stage::kInside) {
      read_token(c);
    } else if (c == '{' && stage_ == Stage::kBefore) {
      stage_ = Stage::kInside;
      depth_ = 1;
    } else if (kBlank.find(c) == std::string_view::npos) {
      stage_ = Stage::kBroken;
    }
  }
}

void UnreadMessage::read_token(char c) {
  const bool is_text = in_string_ || kBlank.find(c) == std::string_view::npos;
  if (in_string_) {
    if (c == '"' && !escaped_) in_string_ = false;
    escaped_ = c == '\\' && !escaped_;
  } else if (c == '"') {
    in_string_ = true;
  } else if (c == '{' || c == '[') {
    ++depth_;
  } else if (c == '}' || c == ']') {
    --depth_;
    if (depth_ == 0) {
      stage_ = c == '}' ? Stage::kBehind : Stage::kBroken;
      return end_member();
    }
  } else if (depth_ == 1 && c == ':') {
    key_ = std::exchange(token_, {});
    return;
  } else if (depth_ == 1 && c == ',') {
    return end_member();
  }
  if (is_text && token_.size() < kMaxToken) token_ += c;
}

void UnreadMessage::end_member() {
  if (key_ == "\"method\"") has_method_ = true;
  if (key_ == "\"id\"") {
    ++ids_;
    id_ = token_;
  }
  key_.clear();
  token_.clear();
}

Value UnreadMessage::id() const {
  if (stage_ != Stage::kBehind || !has_method_ || ids_ != 1 || id_.size() == kMaxToken) return {};
  auto id = parse_cut_json(id_);
  return id && (id->is_string() || id->is_int()) ? std::move(*id) : Value();
}

Value unread_message_id(std::string_view text) {
  UnreadMessage message;
  message.read(text);
  return message.id();
}

}  // namespace clew
