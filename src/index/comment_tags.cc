#include "index/comment_tags.h"

#include <algorithm>

namespace clew {
namespace {

constexpr std::string_view kBareTags[] = {"bridge", "deprecated", "legacy", "orchestrator",
                                          "temporary"};
constexpr std::string_view kPrefixes[] = {"clew:", "quedonde:"};
constexpr size_t kLongestTag = 40;
constexpr size_t kMaxTags = 16;

bool is_tag_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

std::string_view word_at(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && is_tag_byte(text[end])) ++end;
  return text.substr(0, end);
}

}  // namespace

std::vector<std::string> comment_tags(std::string_view comment) {
  std::vector<std::string> tags;
  for (size_t at = comment.find('@'); at != std::string_view::npos && tags.size() < kMaxTags;
       at = comment.find('@', at + 1)) {
    // An address has a word before it.
    if (at > 0 && is_tag_byte(comment[at - 1])) continue;
    std::string_view rest = comment.substr(at + 1);
    std::string_view tag;
    for (const std::string_view prefix : kPrefixes) {
      if (rest.starts_with(prefix)) tag = word_at(rest.substr(prefix.size()));
    }
    if (tag.empty()) {
      tag = word_at(rest);
      if (std::find(std::begin(kBareTags), std::end(kBareTags), tag) == std::end(kBareTags))
        continue;
    }
    if (tag.size() <= kLongestTag) tags.emplace_back(tag);
  }
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

}  // namespace clew
