#pragma once
// What Markdown tells of an essay's structure: of a draft when the state file is lost, of an
// outline when the sections are planned.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::essay {

struct DraftSection {
  std::optional<int64_t> number;  // as its heading says it: "## Section 2: …", "## 2. …"
  std::string heading;
  int64_t paragraphs = 0;
};

// Headings are sections: those of the highest level, or of the next when the first level has only a
// title in front. Paragraphs are blocks of text between blank lines; rules, comments and deeper
// headings are none. Text before the first section counts only when there is no section at all.
std::vector<DraftSection> sections_of_draft(std::string_view markdown);

// How many sections an outline counts up: "## Section 1", "## 2. …", "3. …", from 1 without a gap.
int64_t sections_of_outline(std::string_view markdown);

// What a thesis claims: its first paragraph in one line, or its title when it has no other text.
std::string statement_of(std::string_view markdown);
// The text of its first heading; empty: it has none.
std::string title_of_text(std::string_view markdown);
// All of its headings, with their levels: "## Hook".
std::vector<std::string> headings_of(std::string_view markdown);

// What an outline of `total` sections calls them, by its numbered headings, its headings or its
// numbered list, the first of these that has just as many. Word targets and what a list says of a
// section are left out. Empty when none has; a section without a name of its own has an empty one.
std::vector<std::string> titles_of_outline(std::string_view markdown, int64_t total);

}  // namespace clew::essay
