#include "bundle/age_header.h"

#include "base/base64.h"
#include "bundle/key_derivation.h"

namespace clew {
namespace {

constexpr std::string_view kVersionLine = "age-encryption.org/v1";
constexpr size_t kColumns = 64;

Error bad_header(const char* what) {
  return make_error(ErrorCode::kCorrupt, std::string("has a damaged header: ") + what);
}

class HeaderReader {
 public:
  explicit HeaderReader(BytesView file) : file_(file.substr(0, kMaxHeaderBytes)) {}

  Result<AgeHeader> read() {
    CLEW_ASSIGN(const std::string_view version, next_line());
    if (version != kVersionLine) {
      return make_error(ErrorCode::kCorrupt, "is not a sealed file, or its beginning is damaged");
    }
    AgeHeader header;
    while (true) {
      CLEW_ASSIGN(const std::string_view line, next_line());
      if (line.starts_with("---")) {
        CLEW_TRY(finish(line, header));
        return header;
      }
      if (header.stanzas.size() == kMaxStanzas) return bad_header("too many recipients");
      CLEW_ASSIGN(Stanza stanza, read_stanza(line));
      header.stanzas.push_back(std::move(stanza));
    }
  }

 private:
  Result<std::string_view> next_line() {
    const size_t end = file_.find('\n', at_);
    if (end == BytesView::npos) return bad_header("it is cut off");
    const std::string_view line = file_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  Result<Stanza> read_stanza(std::string_view line) {
    if (!line.starts_with("-> ")) return bad_header("a line is not a recipient's");
    line.remove_prefix(3);
    Stanza stanza;
    bool is_type = true;
    while (true) {
      const size_t space = line.find(' ');
      const std::string_view word = line.substr(0, space);
      if (word.empty()) return bad_header("an argument is empty");
      for (const char c : word) {
        if (c < 33 || c > 126) return bad_header("an argument has a character it must not have");
      }
      if (is_type) {
        stanza.type = word;
      } else {
        stanza.arguments.emplace_back(word);
      }
      is_type = false;
      if (space == std::string_view::npos) break;
      line.remove_prefix(space + 1);
    }
    CLEW_ASSIGN(stanza.body, read_body());
    return stanza;
  }

  // Full lines, then a short one, which may be empty.
  Result<Bytes> read_body() {
    Bytes body;
    while (true) {
      CLEW_ASSIGN(const std::string_view line, next_line());
      if (line.size() > kColumns) return bad_header("a line is too long");
      const auto bytes = from_base64(line, Padding::kWithout);
      if (!bytes) return bad_header("a line is not valid base64");
      body += *bytes;
      if (line.size() < kColumns) return body;
    }
  }

  Status finish(std::string_view line, AgeHeader& header) {
    if (!line.starts_with("--- ")) return bad_header("its last line is not complete");
    auto mac = from_base64(line.substr(4), Padding::kWithout);
    if (!mac || mac->size() != 32) return bad_header("its last line is not complete");
    header.mac = std::move(*mac);
    header.size = at_;
    header.covered = Bytes(file_.substr(0, at_ - 1 - line.size() + 3));
    return success();
  }

  BytesView file_;
  size_t at_ = 0;
};

Hash header_mac(BytesView covered, const FileKey& key) {
  return hmac_sha256(hkdf_sha256(key.view(), {}, "header"), covered);
}

}  // namespace

Result<AgeHeader> read_age_header(BytesView file) { return HeaderReader(file).read(); }

std::string stanza_text(const Stanza& stanza) {
  std::string text = "-> " + stanza.type;
  for (const auto& argument : stanza.arguments) text += " " + argument;
  text += "\n";
  const std::string body = to_base64(stanza.body, Padding::kWithout);
  for (size_t at = 0; at <= body.size(); at += kColumns) {
    text += body.substr(at, kColumns) + "\n";
  }
  return text;
}

std::string write_age_header(const std::vector<Stanza>& stanzas, const FileKey& key) {
  std::string text = std::string(kVersionLine) + "\n";
  for (const auto& stanza : stanzas) text += stanza_text(stanza);
  text += "---";
  const std::string mac = to_base64(header_mac(text, key).view(), Padding::kWithout);
  return text + " " + mac + "\n";
}

Status check_header_mac(const AgeHeader& header, const FileKey& key) {
  if (same_bytes(header_mac(header.covered, key).view(), header.mac)) return success();
  return bad_header("it is not the one that was written");
}

}  // namespace clew
