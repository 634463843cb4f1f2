#include "brief/sentences.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr size_t kMinOutput = 3;    // lines that look like output before they are taken for it
constexpr size_t kMinWrapped = 48;  // characters of a line that may go on in the next
constexpr size_t kLongestLead = 80;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

bool is_fence(std::string_view line) { return line.starts_with("```") || line.starts_with("~~~"); }

bool is_table(std::string_view line) {
  return line.starts_with("|") && line.find('|', 1) != std::string_view::npos;
}

bool begins_diff(std::string_view line) {
  return line.starts_with("diff --git ") || line.starts_with("@@ ") || line.starts_with("--- a/") ||
         line.starts_with("+++ b/") || line.starts_with("*** ");
}

bool is_diff(std::string_view line) {
  return !line.empty() && (line[0] == '+' || line[0] == '-' || line[0] == ' ' || line[0] == '@' ||
                           line.starts_with("index ") || begins_diff(line));
}

// "2026-11-15 12:00:01", "12:00:01", "[12:00"
bool begins_with_time(std::string_view line) {
  if (line.starts_with("[")) line.remove_prefix(1);
  const size_t run = std::min(line.find_first_not_of("0123456789-:T."), line.size());
  const std::string_view stamp = line.substr(0, run);
  return run >= 8 && is_digit(stamp[0]) &&
         std::count(stamp.begin(), stamp.end(), ':') +
                 std::count(stamp.begin(), stamp.end(), '-') >=
             2;
}

bool looks_like_output(std::string_view raw) {
  const std::string_view line = trimmed(raw);
  if (line.empty()) return false;
  constexpr std::string_view kBeginnings[] = {
      "$ ",     ">>> ",   "E   ",       "at ",       "File \"", "Traceback", "===",     "___",
      "---",    "PASS ",  "FAIL ",      "PASSED",    "FAILED",  "ok ",       "not ok ", "[INFO",
      "[ERROR", "[WARN",  "npm ERR",    "npm error", "INFO ",   "ERROR ",    "WARN ",   "DEBUG ",
      "error[", "  --> ", "goroutine ", "Caused by", "> ",      "✓ ",        "✗ ",      "× "};
  if (std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                  [&](std::string_view start) { return line.starts_with(start); })) {
    return true;
  }
  if (begins_with_time(line)) return true;
  // src/a.cc:12:4: error …
  const size_t blank = std::min(line.find(' '), line.size());
  const std::string_view token = line.substr(0, blank);
  const size_t colon = token.find(':');
  if (colon != std::string_view::npos && colon + 1 < token.size() && is_digit(token[colon + 1])) {
    return true;
  }
  return token.find("::") != std::string_view::npos && line.find(' ') != std::string_view::npos &&
         (line.find("PASSED") != std::string_view::npos ||
          line.find("FAILED") != std::string_view::npos);
}

// Stands for what was left out; no line of a text is this one.
constexpr std::string_view kLeftOut = "\n";

// The lines that somebody meant as words.
std::vector<std::string_view> prose_of(std::string_view text) {
  std::vector<std::string_view> out;
  const auto lines = lines_of(text);
  bool fenced = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trimmed(lines[i]);
    if (is_fence(line)) {
      fenced = !fenced;
      out.push_back(kLeftOut);
      continue;
    }
    if (fenced || is_table(line)) {
      out.push_back(kLeftOut);
      continue;
    }
    if (begins_diff(lines[i])) {
      while (i + 1 < lines.size() && is_diff(lines[i + 1])) ++i;
      out.push_back(kLeftOut);
      continue;
    }
    size_t run = 0;
    while (i + run < lines.size() && looks_like_output(lines[i + run])) ++run;
    if (run >= kMinOutput) {
      i += run - 1;
      out.push_back(kLeftOut);
      continue;
    }
    out.push_back(lines[i]);
  }
  return out;
}

// A line of the text: its words, and whether it begins a list item or is a heading.
struct Unit {
  std::string text;
  bool dropped = false;  // code or output stood here
  bool item = false;
  bool heading = false;
};

// The length of "- ", "* ", "12. ", "3) ", "[ ] "; 0: none.
size_t marker_length(std::string_view line) {
  for (const std::string_view mark : {"- ", "* ", "+ ", "• ", "– ", "[ ] ", "[x] ", "[X] "}) {
    if (line.starts_with(mark)) return mark.size();
  }
  const size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const bool numbered = digits > 0 && digits <= 3 && digits + 1 < line.size() &&
                        (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ';
  return numbered ? digits + 2 : 0;
}

// "**Open:** x" as "Open: x".
std::string without_emphasis(std::string_view text) {
  std::string out(text);
  for (const char* mark : {"**", "__"}) {
    for (size_t at = 0; (at = out.find(mark, at)) != std::string::npos;) out.erase(at, 2);
  }
  return out;
}

Unit unit_of(std::string_view raw) {
  std::string_view line = trimmed(raw);
  Unit unit;
  unit.dropped = raw == kLeftOut;
  if (unit.dropped) return unit;
  while (line.starts_with("> ")) line.remove_prefix(2);
  if (line.starts_with('#')) {
    const size_t run = std::min(line.find_first_not_of('#'), line.size());
    if (run == line.size() || line[run] == ' ') {
      unit.heading = true;
      line.remove_prefix(run);
    }
  }
  for (size_t mark = 0; (mark = marker_length(line)) > 0;) {
    unit.item = true;
    line = trimmed(line.substr(mark));
  }
  const bool emphasised = line.size() > 4 && line.starts_with("**") && line.ends_with("**") &&
                          line.find("**", 2) == line.size() - 2;
  if (emphasised && !unit.item) unit.heading = true;
  unit.text = without_emphasis(trimmed(line));
  return unit;
}

bool ends_sentence(std::string_view text) {
  for (const std::string_view end : {".", "!", "?", ":", "。", "！", "？", "…", ";"}) {
    if (text.ends_with(end)) return true;
  }
  return false;
}

// Whether a line was only broken for its length.
bool goes_on(const Unit& unit, const Unit& next, std::string_view raw_next) {
  if (unit.text.empty() || next.text.empty() || unit.heading || next.heading || next.item) {
    return false;
  }
  if (ends_sentence(unit.text)) return false;
  if (unit.item && !raw_next.empty() && is_blank(raw_next.front())) return true;
  return count_characters(unit.text) >= kMinWrapped &&
         (folded(next.text.substr(0, 1)) == next.text.substr(0, 1) || unit.text.ends_with(','));
}

std::vector<Unit> units_of(std::string_view text) {
  std::vector<Unit> out;
  const auto lines = prose_of(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    Unit unit = unit_of(lines[i]);
    while (i + 1 < lines.size()) {
      const Unit next = unit_of(lines[i + 1]);
      if (!goes_on(unit, next, lines[i + 1])) break;
      unit.text += " " + next.text;
      ++i;
    }
    out.push_back(std::move(unit));
  }
  return out;
}

// Whether the full stop at `at` ends a word that only stands for a longer one.
bool is_abbreviation(std::string_view text, size_t at) {
  constexpr std::string_view kAbbreviations[] = {
      "e.g",    "i.e",  "z.b", "d.h", "bzw",  "vs", "nr",   "etc", "cf", "ca", "no",
      "approx", "resp", "u.a", "ggf", "p.ex", "ex", "bspw", "dr",  "mr", "ms", "st"};
  const size_t from = text.find_last_of(" (\"", at == 0 ? 0 : at - 1);
  const std::string word =
      folded(text.substr(from == std::string_view::npos ? 0 : from + 1,
                         at - (from == std::string_view::npos ? 0 : from + 1)));
  // "no." is short for number only before one.
  if (word == "no") return at + 2 < text.size() && is_digit(text[at + 2]);
  if (word == "st" || word == "ms" || word == "ex") return false;
  return std::find(std::begin(kAbbreviations), std::end(kAbbreviations), word) !=
         std::end(kAbbreviations);
}

// The bytes of a mark that ends a sentence here, closing quotes included; 0: none does.
size_t end_at(std::string_view text, size_t at) {
  const char c = text[at];
  if (static_cast<unsigned char>(c) >= 0x80) {
    for (const std::string_view wide : {"。", "！", "？"}) {
      if (text.substr(at).starts_with(wide)) return wide.size();
    }
    return 0;
  }
  if (c != '.' && c != '!' && c != '?') return 0;
  size_t end = at + 1;
  while (end < text.size() && (text[end] == '.' || text[end] == '!' || text[end] == '?')) ++end;
  while (end < text.size() && std::string_view("\"')]*_").find(text[end]) != std::string_view::npos)
    ++end;
  for (const std::string_view close : {"”", "»", "’"}) {
    if (text.substr(end).starts_with(close)) end += close.size();
  }
  if (end < text.size() && !is_blank(text[end])) return 0;
  if (c == '.' && end == at + 1 && is_abbreviation(text, at)) return 0;
  return end - at;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  size_t from = 0;
  bool code = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '`') code = !code;
    // An open backtick without a partner quotes nothing.
    if (code && text.find('`', at + 1) == std::string_view::npos) code = false;
    if (code) continue;
    const size_t length = end_at(text, at);
    if (length == 0) continue;
    out.emplace_back(trimmed(text.substr(from, at + length - from)));
    from = at + length;
    at = from - 1;
  }
  if (from < text.size()) out.emplace_back(trimmed(text.substr(from)));
  std::erase(out, std::string());
  return out;
}

// Where a piece of at most kLongestSentence characters ends: behind the last mark, else at a blank.
size_t piece_end(std::string_view text) {
  size_t end = 0;
  size_t characters = 0;
  while (end < text.size() && characters < kLongestSentence - 2) {
    end += std::max<size_t>(1, utf8_at(text, end).length);
    ++characters;
  }
  end = std::min(end, text.size());
  const std::string_view start = text.substr(0, end);
  size_t mark = 0;
  for (const std::string_view sign : {"; ", ": ", ", ", " – ", " — ", "，", "；", "、"}) {
    const size_t found = start.rfind(sign);
    if (found != std::string_view::npos) mark = std::max(mark, found + sign.size());
  }
  if (mark >= end / 2) return mark;
  const size_t blank = start.rfind(' ');
  return blank != std::string_view::npos && blank >= end / 2 ? blank + 1 : end;
}

// A sentence of any length in pieces; each tells that it goes on.
std::vector<std::string> in_pieces(std::string_view sentence) {
  std::vector<std::string> out;
  while (count_characters(sentence) > kLongestSentence) {
    const size_t end = piece_end(sentence);
    out.push_back((out.empty() ? "" : "… ") + std::string(trimmed(sentence.substr(0, end))) + " …");
    sentence = trimmed(sentence.substr(end));
  }
  if (!sentence.empty()) out.push_back((out.empty() ? "" : "… ") + std::string(sentence));
  return out;
}

bool is_lead(const Unit& unit) {
  if (unit.text.empty() || count_characters(unit.text) > kLongestLead) return false;
  return unit.heading || unit.text.ends_with(':') || unit.text.ends_with("：");
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::vector<Sentence> sentences_of(std::string_view text) {
  std::vector<Sentence> out;
  std::string lead;
  bool after_lead = false;
  for (const auto& unit : units_of(text)) {
    if (out.size() >= kMaxSentences) break;
    if (unit.dropped && after_lead) {
      // It introduced what is left out, and nothing behind it.
      out.push_back({lead, "", out.empty()});
      lead.clear();
      after_lead = false;
    }
    if (unit.text.empty()) continue;
    if (is_lead(unit)) {
      lead = unit.text;
      if (unit.heading && !lead.ends_with(':')) lead += ':';
      after_lead = true;
      continue;
    }
    // A lead introduces one paragraph, or a list to its end.
    if (!unit.item && !after_lead) lead.clear();
    for (const auto& sentence : split(unit.text)) {
      for (auto& piece : in_pieces(sentence)) {
        if (!has_words(piece) || out.size() >= kMaxSentences) continue;
        out.push_back({std::move(piece), lead, out.empty()});
      }
    }
    if (!unit.item) lead.clear();
    after_lead = false;
  }
  // Nothing but a heading or a line with a colon: that is what was said.
  if (out.empty() && !lead.empty()) out.push_back({lead, "", true});
  return out;
}

std::string with_lead(const Sentence& sentence) {
  return sentence.lead.empty() ? sentence.text : sentence.lead + " " + sentence.text;
}

}  // namespace clew
