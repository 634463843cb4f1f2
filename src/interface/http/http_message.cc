#include "interface/http/http_message.h"

#include "engine/answer.h"

namespace clew {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool same_header_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

const std::string* HttpRequest::header(std::string_view name) const {
  for (const auto& header : headers) {
    if (same_header_name(header.name, name)) return &header.value;
  }
  return nullptr;
}

size_t HttpRequest::count(std::string_view name) const {
  size_t found = 0;
  for (const auto& header : headers) found += same_header_name(header.name, name) ? 1 : 0;
  return found;
}

HttpReply error_reply(int status, const Error& error, HttpHeaders headers) {
  return json_reply(status, json_document(error) + "\n", std::move(headers));
}

}  // namespace clew
