#include "document/merge_conflict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

bool is_side_mark(std::string_view line, std::string_view mark) {
  return line.starts_with(mark) && (line.size() == mark.size() || line[mark.size()] == ' ');
}

std::string name_after(std::string_view line) {
  constexpr size_t kMark = 7;
  const size_t first = line.find_first_not_of(" \t", kMark);
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t") - first + 1));
}

}  // namespace

std::optional<MarkedConflict> read_conflict(std::string_view text) {
  constexpr std::string_view kFirstMark = "<<<<<<<";
  if (text.find(kFirstMark) == std::string_view::npos) return std::nullopt;
  enum class Part { kNone, kOurs, kBase, kTheirs };
  Part part = Part::kNone;
  MarkedConflict conflict;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (part == Part::kNone) {
      if (!is_side_mark(line, kFirstMark)) continue;
      conflict.line = number;
      conflict.ours = name_after(line);
      part = Part::kOurs;
    } else if (is_side_mark(line, ">>>>>>>")) {
      conflict.theirs = name_after(line);
      return conflict;
    } else if (part == Part::kOurs && is_side_mark(line, "|||||||")) {
      part = Part::kBase;
    } else if (part != Part::kTheirs && is_side_mark(line, "=======")) {
      part = Part::kTheirs;
    } else if (part == Part::kOurs) {
      conflict.our_text.append(line).append("\n");
    } else if (part == Part::kTheirs) {
      conflict.their_text.append(line).append("\n");
    }
  }
  return part == Part::kNone ? std::nullopt : std::optional(conflict);
}

std::string to_text(const MarkedConflict& conflict) {
  constexpr size_t kMax = 400;
  const auto side = [](const std::string& name, const char* fallback) {
    return visible(cut(name.empty() ? fallback : name, 60));
  };
  return fmt::format("a merge conflict; {} says\n{}and {} says\n{}",
                     side(conflict.ours, "one side"), visible(cut(conflict.our_text, kMax)),
                     side(conflict.theirs, "the other side"),
                     visible(cut(conflict.their_text, kMax)));
}

}  // namespace clew
