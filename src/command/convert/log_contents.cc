#include "command/convert/log_contents.h"

#include <fmt/format.h>

#include "base/base64.h"

namespace clew {
namespace {

constexpr uint64_t kMaxContent = uint64_t{1} << 30;

Error bad_member(const std::string& what, const char* field) {
  return make_error(ErrorCode::kInvalid, fmt::format("\"{}\" {}", field, what), field);
}

Error corrupt(const Hash& content, const std::string& what) {
  return make_error(ErrorCode::kCorrupt, fmt::format("content {}: {}", content.brief(), what),
                    content.hex());
}

Result<uint64_t> size_in(const Value& line, const char* name) {
  const Value* found = line.find(name);
  if (found == nullptr || !found->is_int()) return bad_member("is missing or not a number", name);
  if (found->as_int() < 0 || found->as_int() > static_cast<int64_t>(kMaxContent)) {
    return bad_member("is out of range; the limit is 1 GiB", name);
  }
  return static_cast<uint64_t>(found->as_int());
}

Result<std::string> needed_text(const Value& line, const char* name) {
  const Value* found = line.find(name);
  if (found == nullptr || !found->is_string()) return bad_member("is missing or not text", name);
  return found->as_string();
}

}  // namespace

bool is_content_line(const Value& line) { return line.find("content") != nullptr; }

Value content_line(const ContentPiece& piece) {
  Value line = Value::object();
  line.set("session", piece.session.text);
  line.set("content", piece.content.hex());
  line.set("size", static_cast<int64_t>(piece.size));
  line.set("offset", static_cast<int64_t>(piece.offset));
  line.set("base64", to_base64(piece.bytes));
  return line;
}

Result<ContentPiece> read_content_line(const Value& line) {
  ContentPiece piece;
  CLEW_ASSIGN(const std::string session, needed_text(line, "session"));
  CLEW_ASSIGN(const std::string content, needed_text(line, "content"));
  CLEW_ASSIGN(piece.size, size_in(line, "size"));
  CLEW_ASSIGN(piece.offset, size_in(line, "offset"));
  CLEW_ASSIGN(const std::string encoded, needed_text(line, "base64"));
  piece.session = SessionId(session);
  piece.content = Hash::from_hex(content);
  if (piece.content.empty()) return bad_member("must be a SHA-256 in 64 hex digits", "content");
  auto bytes = from_base64(encoded);
  if (!bytes) return bad_member("is not valid base64", "base64");
  piece.bytes = std::move(*bytes);
  return piece;
}

Status ContentJoiner::add(ContentPiece piece) {
  if (open_ && open_->content != piece.content) return finish();
  if (open_ && open_->size != piece.size) return corrupt(piece.content, "its size changes");
  const uint64_t there = open_ ? open_->bytes.size() : 0;
  if (piece.offset != there) {
    return corrupt(piece.content, fmt::format("a piece is missing at byte {}", there));
  }
  if (open_) {
    open_->bytes += piece.bytes;
  } else {
    open_ = std::move(piece);
  }
  if (open_->bytes.size() < open_->size) return success();
  if (open_->bytes.size() > open_->size || sha256(open_->bytes) != open_->content) {
    return corrupt(open_->content, "it does not match its hash");
  }
  whole_.push_back({open_->content, std::move(open_->bytes)});
  open_.reset();
  return success();
}

Status ContentJoiner::finish() const {
  if (!open_) return success();
  return corrupt(open_->content, fmt::format("{} of its {} bytes are missing",
                                             open_->size - open_->bytes.size(), open_->size));
}

}  // namespace clew
