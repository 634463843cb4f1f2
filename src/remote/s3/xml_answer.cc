#include "remote/s3/xml_answer.h"

#include <algorithm>
#include <functional>

namespace clew {
namespace {

constexpr std::string_view kXmlSpace = " \t\r\n";

Error not_xml(const char* why) {
  return make_error(ErrorCode::kInvalid,
                    std::string("the server's answer is not one of S3: ") + why, "XML");
}

void append_utf8(std::string& text, uint32_t code) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
}

// "amp", "#38", "#x26"
bool append_entity(std::string& text, std::string_view name) {
  constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp",  '&' },
      {"lt",   '<' },
      {"gt",   '>' },
      {"quot", '"' },
      {"apos", '\''}
  };
  for (const auto& [known, character] : kNamed) {
    if (name == known) {
      text += character;
      return true;
    }
  }
  if (!name.starts_with('#')) return false;
  name.remove_prefix(1);
  uint32_t base = 10;
  if (name.starts_with('x')) {
    base = 16;
    name.remove_prefix(1);
  }
  if (name.empty() || name.size() > 7) return false;
  uint32_t code = 0;
  for (const char c : name) {
    uint32_t digit = 16;
    if (c >= '0' && c <= '9') digit = static_cast<uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<uint32_t>(c - 'a') + 10;
    if (c >= 'A' && c <= 'F') digit = static_cast<uint32_t>(c - 'A') + 10;
    if (digit >= base) return false;
    code = code * base + digit;
  }
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  if (code == 0 || code > 0x10FFFF || is_surrogate) return false;
  append_utf8(text, code);
  return true;
}

// Calls `leaf` with the path of each element that ends, "ListBucketResult/Contents/Key", and the
// text in it.
class XmlReader {
 public:
  using Leaf = std::function<void(std::string_view path, std::string&& text)>;

  XmlReader(std::string_view xml, Leaf leaf) : rest_(xml), leaf_(std::move(leaf)) {}

  Status read() {
    while (!rest_.empty()) {
      if (rest_.front() != '<') {
        CLEW_TRY(read_text());
      } else if (rest_.starts_with("<?")) {
        CLEW_TRY(skip_to("?>"));
      } else if (rest_.starts_with("<!--")) {
        CLEW_TRY(skip_to("-->"));
      } else if (rest_.starts_with("<!")) {
        return not_xml("it has a document type");
      } else {
        CLEW_TRY(read_tag());
      }
    }
    if (!open_.empty() || !had_root_) return not_xml("it ends too early");
    return success();
  }

 private:
  Status skip_to(std::string_view end) {
    const size_t at = rest_.find(end);
    if (at == std::string_view::npos) return not_xml("it ends too early");
    rest_.remove_prefix(at + end.size());
    return success();
  }

  Status read_text() {
    const size_t end = std::min(rest_.find('<'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (open_.empty()) {
      if (text.find_first_not_of(kXmlSpace) != std::string_view::npos) {
        return not_xml("text outside of it");
      }
      return success();
    }
    while (!text.empty()) {
      const size_t mark = std::min(text.find('&'), text.size());
      text_ += text.substr(0, mark);
      text.remove_prefix(mark);
      if (text.empty()) break;
      const size_t close = text.find(';');
      if (close == std::string_view::npos || !append_entity(text_, text.substr(1, close - 1))) {
        return not_xml("an entity that nobody knows");
      }
      text.remove_prefix(close + 1);
    }
    return success();
  }

  Status read_tag() {
    // A '>' in an attribute's value is allowed by XML and used by no server.
    const size_t end = rest_.find('>');
    if (end == std::string_view::npos) return not_xml("it ends too early");
    std::string_view tag = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    if (tag.starts_with('/')) {
      tag.remove_prefix(1);
      return close_element(tag.substr(0, tag.find_first_of(kXmlSpace)));
    }
    const bool is_empty = tag.ends_with('/');
    if (is_empty) tag.remove_suffix(1);
    const std::string_view name = tag.substr(0, tag.find_first_of(kXmlSpace));
    if (name.empty() || name.find('/') != std::string_view::npos) return not_xml("a broken tag");
    if (open_.empty() && had_root_) return not_xml("a second document");
    if (open_.size() == kMaxXmlDepth) return not_xml("it is too deep");
    had_root_ = true;
    open_.push_back(name);
    text_.clear();
    return is_empty ? close_element(name) : success();
  }

  Status close_element(std::string_view name) {
    if (open_.empty() || open_.back() != name) return not_xml("tags that do not match");
    std::string path;
    for (const auto part : open_) {
      if (!path.empty()) path += '/';
      path += part;
    }
    open_.pop_back();
    leaf_(path, std::move(text_));
    text_.clear();
    return success();
  }

  std::string_view rest_;
  Leaf leaf_;
  std::vector<std::string_view> open_;
  std::string text_;
  bool had_root_ = false;
};

}  // namespace

Result<S3ListPage> read_list_page(std::string_view xml) {
  S3ListPage page;
  bool is_list = false;
  std::string truncated;
  CLEW_TRY(XmlReader(xml, [&](std::string_view path, std::string&& text) {
             if (path == "ListBucketResult") is_list = true;
             if (path == "ListBucketResult/Contents/Key") page.keys.push_back(std::move(text));
             if (path == "ListBucketResult/IsTruncated") truncated = std::move(text);
           }).read());
  if (!is_list) return not_xml("it is not a list");
  if (truncated != "true" && truncated != "false") {
    return not_xml("it does not say whether the list is whole");
  }
  page.is_truncated = truncated == "true";
  return page;
}

S3Fault read_fault(std::string_view xml) {
  S3Fault fault;
  const Status read = XmlReader(xml, [&](std::string_view path, std::string&& text) {
                        if (path == "Error/Code") fault.code = std::move(text);
                        if (path == "Error/Message") fault.message = std::move(text);
                        if (path == "Error/Region") fault.region = std::move(text);
                      }).read();
  return read ? fault : S3Fault();
}

}  // namespace clew
