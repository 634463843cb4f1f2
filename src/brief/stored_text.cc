#include "brief/stored_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/columns.h"
#include "base/quote.h"
#include "base/quote_name.h"

namespace clew {
namespace {

// Stored text may have 256 KiB; a page shows its beginning. Blanks that collapse are paid for here.
std::string_view beginning(std::string_view text, size_t most) {
  size_t end = most * 8;
  if (text.size() <= end) return text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// A `<` that opens a tag; "a < b" and "<= 80" stay as they are.
void disarm_tags(std::string& text) {
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (is_letter(next) || next == '/' || next == '!' || next == '?') text.replace(at, 1, "‹");
  }
}

bool is_same_in_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char one, char other) {
    return std::tolower(static_cast<unsigned char>(one)) ==
           std::tolower(static_cast<unsigned char>(other));
  });
}

// "Next:", "**Next** (set by ana):", "tried and failed:"
bool starts_like_section(std::string_view text) {
  static constexpr std::array<std::string_view, 51> kTitles = {
      "goal",
      "constraints",
      "project",
      "interrupted",
      "agents left running",
      "next",
      "paused",
      "last instruction",
      "last error",
      "last note",
      "blocked",
      "in progress",
      "also in progress",
      "failed",
      "needs review",
      "done",
      "decisions",
      "tried and failed",
      "also tried",
      "open",
      "left open",
      "deferred",
      "overridden",
      "claims",
      "drift",
      "files",
      "at work",
      "cut",
      "more",
      "now",
      "the person said, and it still holds",
      "also said",
      "the person said",
      "fails now",
      "verified last",
      "then",
      "given up",
      "earlier, in the agents' words",
      "more constraints",
      "seen lately",
      "before this",
      "branch",
      "scope",
      "symbols",
      "depends",
      "agents",
      "stage",
      "task",
      "about",
      "artifacts",
      "also open"};
  constexpr std::string_view kDecoration = " *_";
  // No title has one of these in it.
  const size_t end = text.find_first_of(":(");
  if (end == std::string_view::npos) return false;
  const bool is_named = text[end] == '(';
  text = text.substr(0, end);
  text.remove_prefix(std::min(text.find_first_not_of(kDecoration), text.size()));
  text.remove_suffix(text.size() - (text.find_last_not_of(kDecoration) + 1));
  if (is_named) return is_same_in_any_case(text, "next");
  return std::any_of(kTitles.begin(), kTitles.end(),
                     [&](std::string_view title) { return is_same_in_any_case(text, title); });
}

// Whether a list item made of this text would be more than a line: a heading, a quotation, a list
// of its own, a rule, a fence, a box to tick, a link's definition.
bool starts_like_markdown(std::string_view text) {
  if (text.empty()) return false;
  const char first = text[0];
  const size_t run = std::min(text.find_first_not_of(first), text.size());
  const bool alone = run == text.size() || text[run] == ' ';
  switch (first) {
    case '>':
      return true;
    case '#':
      return alone;
    case '-':
    case '*':
    case '+':
      return (run == 1 && alone) || (run >= 3 && first != '+');
    case '~':
      return run >= 3;
    case '[':
      return text.substr(2, 1) == "]" || text.find("]:") != std::string_view::npos;
    default:
      break;
  }
  const size_t digits = text.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos &&
         (text[digits] == '.' || text[digits] == ')') && text.substr(digits + 1, 1) == " ";
}

std::string without_marks(std::string_view stored) {
  std::string text = visible(one_line(stored));
  std::replace(text.begin(), text.end(), '`', '\'');
  constexpr std::pair<std::string_view, std::string_view> kPlainer[] = {
      {"✓",  "ok" },
      {"✔",  "ok" },
      {" ·", " -" },
      {"· ", "- " },
      {"](", "] ("}
  };
  for (const auto& [from, to] : kPlainer) replace_all(text, from, to);
  disarm_tags(text);
  return text;
}

// What was left out before is marked like what is cut here.
std::string cut_marked(const std::string& text, size_t most, size_t left_out) {
  if (left_out == 0 || count_characters(text) > most) return cut(text, most);
  return cut(text + "……", std::min(most, count_characters(text) + 1));
}

}  // namespace

std::string recorded(std::string_view stored, size_t most) {
  const std::string_view start = beginning(stored, most);
  std::string text = without_marks(start);
  if (starts_like_markdown(text) || starts_like_section(text)) text.insert(0, 1, '\\');
  return cut_marked(text, most, stored.size() - start.size());
}

std::string quoted(std::string_view stored, size_t most) {
  return "\"" + without_quotes(recorded(stored, most)) + "\"";
}

std::string edited_mark(const ActorId& by) { return by.empty() ? "" : " (edited in files)"; }

std::string recorded_path(std::string_view stored, size_t most) {
  return quote_name(without_marks(stored), most);
}

std::string fitted(std::string_view stored, size_t most) {
  const std::string_view start = beginning(stored, most);
  const std::string text = visible(one_line(start));
  return cut_columns(start.size() < stored.size() ? text + "…" : text, most);
}

}  // namespace clew
