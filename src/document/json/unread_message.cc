#include "document/json/unread_message.h"

#include <utility>

#include "document/json/lenient_json.h"

namespace clew {
namespace {

constexpr size_t kMostToken = 256;  // longer ones are no id
constexpr std::string_view kBlank = " \t\r\n";

}  // namespace

void McpUnreadMessage::read(std::string_view bytes) {
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

void McpUnreadMessage::read_token(char c) {
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
  if (is_text && token_.size() < kMostToken) token_ += c;
}

void McpUnreadMessage::end_member() {
  if (key_ == "\"method\"") has_method_ = true;
  if (key_ == "\"id\"") {
    ++ids_;
    id_ = token_;
  }
  key_.clear();
  token_.clear();
}

Value McpUnreadMessage::id() const {
  if (stage_ != Stage::kBehind || !has_method_ || ids_ != 1 || id_.size() == kMostToken) return {};
  auto id = parse_cut_json(id_);
  return id && (id->is_string() || id->is_int()) ? std::move(*id) : Value();
}

Value unread_message_id(std::string_view text) {
  McpUnreadMessage message;
  message.read(text);
  return message.id();
}

}  // namespace clew
