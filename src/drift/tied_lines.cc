#include "drift/tied_lines.h"

#include <algorithm>
#include <vector>

namespace clew {
namespace {

constexpr size_t kMaxLineBytes = size_t{16} << 20;  // bytes, over all places that are tried

// Where each line begins, and where the last one ends.
std::vector<size_t> line_starts(std::string_view content) {
  std::vector<size_t> starts;
  for (size_t at = 0; at < content.size();) {
    starts.push_back(at);
    const size_t end = content.find('\n', at);
    at = end == std::string_view::npos ? content.size() : end + 1;
  }
  starts.push_back(content.size());
  return starts;
}

}  // namespace

// Lines count from 1 and the range includes both ends; nothing when the file is shorter.
std::optional<std::string_view> lines_between(std::string_view content, uint32_t first,
                                              uint32_t last) {
  const auto starts = line_starts(content);
  if (first == 0 || last < first || last >= starts.size()) return std::nullopt;
  return content.substr(starts[first - 1], starts[last] - starts[first - 1]);
}

// Tried at the old place first and then ever further from it. The bound is on the bytes that are
// hashed, so a long range in a long file is given up early.
bool has_lines(std::string_view content, const TiedLines& lines) {
  if (lines.first == 0 || lines.last < lines.first) return false;
  const auto starts = line_starts(content);
  const size_t count = size_t{lines.last} - lines.first + 1;
  if (count >= starts.size()) return false;
  const size_t locations = starts.size() - count;
  const size_t own = std::min<size_t>(lines.first - 1, locations - 1);
  size_t hashed = 0;
  const auto stands_at = [&](size_t location) {
    const auto run = content.substr(starts[location], starts[location + count] - starts[location]);
    hashed += run.size();
    return sha256(run) == lines.content;
  };
  if (stands_at(own)) return true;
  // Outwards from where it was.
  for (size_t away = 1; away < locations && hashed < kMaxLineBytes; ++away) {
    if (own >= away && stands_at(own - away)) return true;
    if (own + away < locations && stands_at(own + away)) return true;
  }
  return false;
}

}  // namespace clew
