#include "dialect/essay/draft_outline.h"

#include <algorithm>

#include "base/text.h"
#include "dialect/essay/words.h"

namespace clew::essay {
namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

struct Line {
  enum class Kind { kBlank, kHeading, kText, kOther };
  Kind kind = Kind::kText;
  int level = 0;
  std::string_view text;
  bool is_indented = false;
};

bool is_rule(std::string_view text) {
  if (text.size() < 3) return false;
  const char c = text[0];
  return (c == '-' || c == '*' || c == '_') && text.find_first_not_of(c) == std::string_view::npos;
}

// Comments are passed over, what is between fences is text whatever it looks like.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  std::optional<Line> next() {
    if (rest_.empty()) return std::nullopt;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view whole = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    Line line = classify(trimmed(whole));
    line.is_indented = whole.starts_with(' ') || whole.starts_with('\t');
    return line;
  }

 private:
  Line classify(std::string_view text) {
    using Kind = Line::Kind;
    if (in_comment_) {
      in_comment_ = text.find("-->") == std::string_view::npos;
      return {Kind::kOther, 0, text};
    }
    if (text.starts_with("```") || text.starts_with("~~~")) in_fence_ = !in_fence_;
    if (in_fence_) return {text.empty() ? Kind::kOther : Kind::kText, 0, text};
    if (text.empty()) return {Kind::kBlank, 0, text};
    if (text.starts_with("<!--")) {
      in_comment_ = text.find("-->") == std::string_view::npos;
      return {Kind::kOther, 0, text};
    }
    if (is_rule(text)) return {Kind::kBlank, 0, text};
    const size_t level = std::min(text.find_first_not_of('#'), text.size());
    const bool is_heading =
        level >= 1 && level <= 6 && (level == text.size() || text[level] == ' ');
    if (!is_heading) return {Kind::kText, 0, text};
    return {Kind::kHeading, static_cast<int>(level), trimmed(text.substr(level))};
  }

  std::string_view rest_;
  bool in_fence_ = false;
  bool in_comment_ = false;
};

struct Numbered {
  std::optional<int64_t> number;
  std::string_view rest;  // after the number
};

// "Section 2: …", "2. …", "2) …", "2"
Numbered split_number(std::string_view text) {
  bool is_named = false;
  for (const std::string_view word : {"Section ", "section ", "SECTION "}) {
    if (!text.starts_with(word)) continue;
    text.remove_prefix(word.size());
    is_named = true;
    break;
  }
  const size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool ends_well = is_named || end == text.size() ||
                         std::string_view(".:)").find(text[end]) != std::string_view::npos;
  if (!ends_well) return {};
  return {small_number(text.substr(0, end)), text.substr(end)};
}

std::optional<int64_t> number_in_front(std::string_view text) { return split_number(text).number; }

// The level whose headings are the sections; 0: there is none.
int section_level(std::string_view markdown) {
  int count[7] = {};
  int first = 0;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind != Line::Kind::kHeading) continue;
    if (first == 0) first = line->level;
    ++count[line->level];
  }
  int level = 1;
  while (level <= 6 && count[level] == 0) ++level;
  if (level > 6) return 0;
  // A single heading of the first level, before all others, is the title.
  if (level > 1 || count[1] > 1 || first != 1) return level;
  ++level;
  while (level <= 6 && count[level] == 0) ++level;
  return level > 6 ? 0 : level;
}

constexpr size_t kLongestTitle = 120;

std::string_view without_marks(std::string_view text) {
  constexpr std::string_view kMarks = " \t\r*_`.:)-";
  const size_t first = text.find_first_not_of(kMarks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r*_`:") - first + 1);
}

// "Hook (~200 words)" without its target.
std::string_view without_target(std::string_view text) {
  for (size_t open = text.find('('); open != std::string_view::npos;
       open = text.find('(', open + 1)) {
    const size_t close = text.find(')', open);
    if (text.substr(open, close - open).find("word") != std::string_view::npos) {
      return text.substr(0, open);
    }
  }
  return text;
}

std::string title_of(std::string_view text, Line::Kind kind) {
  text = without_target(text);
  if (kind == Line::Kind::kText) {
    // A list goes on to say what the section is for.
    for (const std::string_view mark : {": ", " -- ", " — ", " – "}) {
      text = text.substr(0, text.find(mark, text.find_first_not_of(" .:)")));
    }
  }
  return cut(one_line(without_marks(text)), kLongestTitle);
}

enum class TitledBy { kNumberedHeadings, kHeadings, kNumberedList };

std::vector<std::string> titles_by(TitledBy way, std::string_view markdown) {
  const int level = section_level(markdown);
  const Line::Kind kind = way == TitledBy::kNumberedList ? Line::Kind::kText : Line::Kind::kHeading;
  std::vector<std::string> titles;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind != kind || line->is_indented) continue;
    if (way == TitledBy::kHeadings) {
      if (line->level == level) titles.push_back(title_of(line->text, kind));
      continue;
    }
    const Numbered numbered = split_number(line->text);
    if (numbered.number != static_cast<int64_t>(titles.size()) + 1) continue;
    titles.push_back(title_of(numbered.rest, kind));
  }
  return titles;
}

}  // namespace

std::vector<DraftSection> sections_of_draft(std::string_view markdown) {
  const int level = section_level(markdown);
  std::vector<DraftSection> sections;
  DraftSection whole;
  bool in_paragraph = false;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind == Line::Kind::kHeading && line->level == level) {
      sections.push_back({number_in_front(line->text), std::string(line->text), 0});
    }
    if (line->kind == Line::Kind::kOther) continue;
    if (line->kind == Line::Kind::kText && !in_paragraph) {
      ++(sections.empty() ? whole : sections.back()).paragraphs;
    }
    in_paragraph = line->kind == Line::Kind::kText;
  }
  if (sections.empty() && whole.paragraphs > 0) sections.push_back(std::move(whole));
  return sections;
}

int64_t sections_of_outline(std::string_view markdown) {
  int64_t count = 0;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    const bool may_be = line->kind == Line::Kind::kHeading || line->kind == Line::Kind::kText;
    if (may_be && number_in_front(line->text) == count + 1) ++count;
  }
  return count;
}

std::string statement_of(std::string_view markdown) {
  constexpr size_t kLongestStatement = 240;
  std::string paragraph;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind == Line::Kind::kText) {
      if (!paragraph.empty()) paragraph += ' ';
      paragraph += line->text;
    } else if (!paragraph.empty()) {
      break;
    }
  }
  std::string_view text = without_marks(paragraph);
  for (const std::string_view label : {"Thesis:", "Claim:", "Thesis statement:"}) {
    if (text.starts_with(label)) text = without_marks(text.substr(label.size()));
  }
  while (!text.empty() && std::string_view(">\"").find(text.front()) != std::string_view::npos) {
    text = without_marks(text.substr(1));
  }
  if (text.ends_with('"')) text.remove_suffix(1);
  return text.empty() ? title_of_text(markdown) : cut(one_line(text), kLongestStatement);
}

std::string title_of_text(std::string_view markdown) {
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind == Line::Kind::kHeading) return title_of(line->text, line->kind);
  }
  return {};
}

std::vector<std::string> headings_of(std::string_view markdown) {
  std::vector<std::string> headings;
  Lines lines(markdown);
  while (const auto line = lines.next()) {
    if (line->kind != Line::Kind::kHeading) continue;
    headings.push_back(std::string(static_cast<size_t>(line->level), '#') + " " +
                       std::string(line->text));
  }
  return headings;
}

std::vector<std::string> titles_of_outline(std::string_view markdown, int64_t total) {
  for (const auto way :
       {TitledBy::kNumberedHeadings, TitledBy::kHeadings, TitledBy::kNumberedList}) {
    auto titles = titles_by(way, markdown);
    if (static_cast<int64_t>(titles.size()) == total) return titles;
  }
  return {};
}

}  // namespace clew::essay
