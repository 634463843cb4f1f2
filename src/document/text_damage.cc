#include "document/text_damage.h"

#include <fmt/format.h>

#include <algorithm>

#include "document/readable_prefix.h"
#include "document/text_position.h"
#include "document/tree_builder.h"

namespace clew {
namespace {

// What a cut can leave behind the last whole value: "tasks:", "- task_id: draw", "descr".
constexpr size_t kLinesOfACut = 3;

bool is_blank(std::string_view line) {
  return line.find_first_not_of(std::string_view(" \t\r\0", 4)) == std::string_view::npos;
}

size_t lines_in(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (!is_blank(text.substr(at, end - at))) ++count;
    at = end + 1;
  }
  return count;
}

std::string_view behind_line(std::string_view text, size_t line) {
  size_t at = 0;
  for (size_t each = 0; each < line; ++each) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return {};
    ++at;
  }
  return text.substr(at);
}

size_t offset_of(std::string_view text, const TextPosition& position) {
  size_t at = text.size() - behind_line(text, position.line - 1).size();
  for (size_t column = 1; column < position.column && at < text.size(); ++column) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
  }
  return at;
}

// More than the beginning of one value stands there.
bool goes_on(std::string_view rest) {
  if (is_blank(rest)) return false;
  const bool is_string = rest.front() == '"';
  return rest.find_first_of(is_string ? "\"" : ",:{}[]\"", is_string ? 1 : 0) !=
         std::string_view::npos;
}

}  // namespace

TextDamage damage_of(DocumentKind kind, std::string_view text, std::string_view message) {
  TextDamage damage;
  std::string problem(message);
  const auto stopped = take_position(problem);
  const auto kept = readable_prefix(kind, text);
  const std::string_view rest = text.substr(kept ? kept->bytes : 0);
  damage.line = stopped ? stopped->line : position_at(text, text.size() - rest.size()).line;
  damage.lines_after = lines_in(behind_line(text, damage.line));
  const bool has_more = kind == DocumentKind::kJson && stopped
                            ? goes_on(text.substr(offset_of(text, *stopped)))
                            : damage.lines_after > 0 || lines_in(rest) > kLinesOfACut;
  const bool is_noise = !kept && damage.lines_after == 0;
  damage.problem = problem;
  if (names_no_damage(problem)) {
    damage.kind = DamageKind::kNone;
  } else if (has_more && !is_noise) {
    damage.kind = DamageKind::kWithin;
    if (damage.lines_after == 0) damage.lines_after = std::max<size_t>(lines_in(rest), 1) - 1;
  }
  return damage;
}

std::string advice_for(const TextDamage& damage, std::string_view file) {
  const std::string place =
      fmt::format("line {}{}{}", damage.line, file.empty() ? "" : " of ", file);
  switch (damage.kind) {
    case DamageKind::kNone:
      return way_out_of(damage.problem, place);
    case DamageKind::kWithin:
      return "fix " + place + " by hand";
    case DamageKind::kCutOff:
      break;
  }
  return {};
}

}  // namespace clew
