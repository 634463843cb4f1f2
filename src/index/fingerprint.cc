#include "index/fingerprint.h"

#include <algorithm>

#include "index/source_language.h"

namespace clew {

void SourceTokens::reach(uint32_t end) {
  const auto is_space = [](char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r' || byte == '\f' ||
           byte == '\v';
  };
  uint32_t start = end_;
  end = std::min(end, static_cast<uint32_t>(bytes_.size()));
  while (start < end && is_space(bytes_[start])) ++start;
  uint32_t last = end;
  while (last > start && is_space(bytes_[last - 1])) --last;
  if (start < last) tokens_.push_back({start, last});
  end_ = std::max(end_, end);
}

void SourceTokens::add(TSNode leaf) {
  const uint32_t start = ts_node_start_byte(leaf);
  if (start > end_) reach(start);
  reach(ts_node_end_byte(leaf));
}

void SourceTokens::skip(TSNode comment) {
  const uint32_t start = ts_node_start_byte(comment);
  if (start > end_) reach(start);
  end_ = std::max(end_, ts_node_end_byte(comment));
}

Fingerprint SourceTokens::fingerprint(Language language, const Definition& definition, size_t first,
                                      uint32_t body_start) const {
  std::string bytes(language_name(language));
  bytes += '\0';
  bytes += symbol_kind_name(definition.kind);
  bytes += '\0';
  bytes += definition.signature;
  Fingerprint found;
  const auto body = std::lower_bound(
      tokens_.begin() + static_cast<std::ptrdiff_t>(first), tokens_.end(), body_start,
      [](const SourceToken& token, uint32_t start) { return token.start < start; });
  for (auto token = body; token != tokens_.end(); ++token) {
    const std::string_view text = bytes_.substr(token->start, token->end - token->start);
    bytes += '\0';
    // Its own name may be another one: the fingerprint finds renames.
    bytes += text == definition.name ? std::string_view("\1") : text;
    ++found.tokens;
  }
  found.hash = sha256(bytes);
  return found;
}

}  // namespace clew
