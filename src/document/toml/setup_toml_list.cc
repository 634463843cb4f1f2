#include "document/toml/setup_toml_list.h"

#include <algorithm>

namespace clew {
namespace {

size_t skip_spaces(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

// Behind the comma of an element, or behind the element where there is none.
size_t end_with_comma(std::string_view text, Span element) {
  const size_t next = skip_spaces(text, element.end);
  return next < text.size() && text[next] == ',' ? next + 1 : element.end;
}

bool starts_comment(std::string_view text, size_t at) {
  const size_t next = skip_spaces(text, at);
  return next < text.size() && text[next] == '#';
}

}  // namespace

// As the list is laid out: in its line, or on a line of its own. A comment behind the last element
// is about that one, and stays in its line.
void add_element(SettingsEdit& text, const TomlEntry& list, const std::string& element) {
  const std::string now = text.text();
  if (list.elements.empty()) {
    return text.change(replace(list.value.begin + 1, list.value.begin + 1, element));
  }
  const Span last = list.elements.back();
  const size_t end = end_with_comma(now, last);
  const bool has_comma = end > last.end;
  const bool tall = has_line_break(now, {list.value.begin, list.elements.front().begin});
  const bool own_line = line_start(now, last.begin) > list.value.begin;
  const std::string below =
      newline_of(now) + std::string(indent_of(now, last.begin)) + (own_line ? "" : "  ");
  if (starts_comment(now, end)) {
    const size_t behind = line_end(now, end);
    text.change(replace(behind, behind, below + element + (has_comma ? "," : "")));
    if (!has_comma) text.change(replace(last.end, last.end, ","));
  } else {
    text.change(replace(last.end, last.end, (tall ? "," + below : ", ") + element));
  }
}

// With its line where it stands alone in it; comments stay.
void remove_element(SettingsEdit& text, const TomlEntry& list, size_t index) {
  const std::string now = text.text();
  const auto& elements = list.elements;
  const Span own = elements[index];
  const size_t start = line_start(now, own.begin);
  const size_t end = end_with_comma(now, own);
  const bool own_line = start > list.value.begin && skip_spaces(now, start) == own.begin;
  const bool alone = own_line && skip_spaces(now, end) == line_end(now, end);
  const Span before{index > 0 ? elements[index - 1].end : own.begin, own.begin};
  const Span behind{own.end, index + 1 < elements.size() ? elements[index + 1].begin : end};
  const auto has_comment = [&](Span span) {
    return slice(now, span.begin, span.end).find('#') != std::string_view::npos;
  };
  if (alone || (own_line && starts_comment(now, end))) {
    text.change({
        alone ? Span{start, next_line(now, end)}
          : Span{own.begin, end},
          ""
    });
    const size_t comma = index > 0 ? end_with_comma(now, elements[index - 1]) : 0;
    const bool drops = end == own.end && index > 0 && comma > elements[index - 1].end;
    if (drops) text.change(replace(comma - 1, comma, ""));
  } else if (index == 0) {
    text.change(replace(own.begin, has_comment(behind) ? end : behind.end, ""));
  } else if (has_comment(before)) {
    text.change(replace(own.begin, end, ""));
  } else {
    text.change(replace(before.begin, own.end, ""));
  }
}

}  // namespace clew
