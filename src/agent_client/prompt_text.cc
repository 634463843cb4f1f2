#include "agent_client/prompt_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "secrets/secrets.h"

namespace clew {
namespace {

constexpr size_t kMaxGoal = 200;
constexpr size_t kMaxRead = 16 * 1024;  // a prompt may be a whole document
constexpr size_t kRoomForNote = 64;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string first_line(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line = one_line(text.substr(at, end - at));
    line.erase(0, line.find_first_not_of("#*->` "));
    if (!line.empty()) return line;
    at = end + 1;
  }
  return {};
}

}  // namespace

std::string prompt_to_keep(std::string_view prompt) {
  const std::string text = to_utf8(prompt);
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  const size_t last = text.find_last_not_of(" \t\r\n");
  std::string clean = without_secrets(std::string_view(text).substr(first, last - first + 1));
  if (clean.size() <= kMaxPrompt) return clean;
  constexpr size_t kTail = kMaxPrompt / 4;
  size_t head = kMaxPrompt - kTail - kRoomForNote;
  size_t tail = clean.size() - kTail;
  while (is_continuation(clean[head])) --head;
  while (is_continuation(clean[tail])) ++tail;
  return fmt::format("{}\n[… {} bytes left out …]\n{}", std::string_view(clean).substr(0, head),
                     tail - head, std::string_view(clean).substr(tail));
}

std::string goal_of(std::string_view prompt) {
  const std::string line = first_line(prompt.substr(0, kMaxRead));
  if (count_characters(line) <= kMaxGoal) return line;
  size_t fits = 0;
  for (size_t at = 0; at + 1 < line.size(); ++at) {
    const bool ends =
        (line[at] == '.' || line[at] == '!' || line[at] == '?') && line[at + 1] == ' ';
    if (ends && count_characters(std::string_view(line).substr(0, at + 1)) <= kMaxGoal) {
      fits = at + 1;
    }
  }
  return fits > 10 ? line.substr(0, fits) : cut(line, kMaxGoal);
}

}  // namespace clew
