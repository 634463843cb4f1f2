#include "dialect/document_text.h"

#include "dialect/json.h"
#include "dialect/json_lines.h"
#include "dialect/write_yaml.h"
#include "dialect/yaml.h"

namespace clew {

size_t torn_from(std::string_view text) {
  const size_t end = text.rfind('\n');
  const size_t begin = end == std::string_view::npos ? 0 : end + 1;
  if (begin == text.size()) return text.size();
  const std::string_view last = text.substr(begin);
  const bool blank = last.find_first_not_of(" \t\r") == std::string_view::npos;
  return blank || parse_json(last) ? text.size() : begin;
}

Result<Value> parse_lines(std::string_view text) {
  LineReader lines;
  lines.add(text.substr(0, torn_from(text)));
  lines.finish();
  Value list = Value::list();
  while (true) {
    CLEW_ASSIGN(const auto line, lines.next());
    if (!line) return list;
    if (line->text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    CLEW_ASSIGN(Value tree, parse_json_line(*line));
    list.push(std::move(tree));
  }
}

Result<Value> parse_text(DocumentKind kind, std::string_view text) {
  switch (kind) {
    case DocumentKind::kJson:
      return parse_json(text);
    case DocumentKind::kYaml: {
      CLEW_ASSIGN(YamlDocument document, parse_yaml(text));
      return std::move(document.value);
    }
    case DocumentKind::kJsonLines:
      return parse_lines(text);
    case DocumentKind::kText:
      break;
  }
  return Value();
}

std::string fresh_text(const Document& document) {
  switch (document.shape->kind) {
    case DocumentKind::kJson:
      return write_json(document.tree, JsonStyle::kPretty) + "\n";
    case DocumentKind::kYaml:
      return write_yaml(document.tree);
    case DocumentKind::kJsonLines: {
      std::string text;
      for (const auto& line : document.tree.as_list()) text += write_json(line) + "\n";
      return text;
    }
    case DocumentKind::kText:
      break;
  }
  return document.text;
}

}  // namespace clew
