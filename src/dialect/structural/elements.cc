#include "dialect/structural/elements.h"

#include "document/json/json.h"
#include "document/json/json_spans.h"

namespace clew::structural {
namespace {

// From one place to a later one without counting from the beginning again.
void advance(TextPosition& position, std::string_view text, size_t by) {
  const TextPosition step = position_at(text, by);
  position.column = step.line == 1 ? position.column + step.column - 1 : step.column;
  position.line += step.line - 1;
}

}  // namespace

Result<std::vector<Element>> find_elements(const std::string& file) {
  const std::string_view text = without_mark(file);
  const size_t mark = file.size() - text.size();
  CLEW_ASSIGN(const Value tree, parse_json(text));
  std::vector<Element> elements;
  if (!tree.is_list()) {
    elements.push_back({
        file, tree, {0, file.size()},
          {},
          std::nullopt
    });
    return elements;
  }
  CLEW_ASSIGN(const SpanNode root, find_json_spans(text));
  TextPosition start;
  size_t seen = 0;
  for (size_t i = 0; i < root.items.size() && i < tree.as_list().size(); ++i) {
    const Span span = root.items[i].span;
    advance(start, text.substr(seen), span.begin - seen);
    seen = span.begin;
    elements.push_back({
        std::string(slice(text, span.begin, span.end)),
        tree.as_list()[i],
        {span.begin + mark, span.end + mark},
        start,
        i
    });
  }
  return elements;
}

bool is_unknown_version(const Value& tree) {
  const Value* version = tree.find("schema_version");
  if (version == nullptr) return false;
  if (version->is_number()) return version->as_double() < 1 || version->as_double() >= 2;
  const std::string& text = version->as_string();
  return version->is_string() && text != "1" && !text.starts_with("1.");
}

std::string pointer_in_file(const std::string& pointer, const Element& element) {
  return element.index ? "/" + std::to_string(*element.index) + pointer : pointer;
}

void location_in_file(Finding& finding, const Element& element) {
  if (!element.index) return;
  finding.pointer = pointer_in_file(finding.pointer, element);
  if (!finding.position) {
    finding.position = element.start;
    return;
  }
  TextPosition& position = *finding.position;
  if (position.line == 1) position.column += element.start.column - 1;
  position.line += element.start.line - 1;
}

}  // namespace clew::structural
