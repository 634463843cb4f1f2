#include "document/document_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "document/json/json.h"
#include "document/json/json_lines.h"
#include "document/yaml/write_yaml.h"
#include "document/yaml/yaml.h"

namespace clew {

// A last line without a line end is whole when it is JSON.
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

namespace {

struct UnreadLine {
  size_t number = 0;
  std::string message;
  enum class Kind { kNoJson, kNoObject } kind = Kind::kNoJson;
};

bool are_objects(const Value& lines) {
  const auto& list = lines.as_list();
  return std::all_of(list.begin(), list.end(), [](const Value& line) { return line.is_object(); });
}

Result<Value> parse_bounded(const JsonLine& line) {
  const size_t limit = Limits().line_bytes;
  if (line.text.size() <= limit) return parse_json_line(line);
  return make_error(ErrorCode::kInvalid,
                    fmt::format("line {}: longer than the limit of {} bytes", line.number, limit));
}

// Lines that cannot be read are left empty, so that the others keep their numbers.
std::string empty_unread(std::string_view text, std::vector<UnreadLine>& unread) {
  const auto all = parse_lines(text);
  if (all && are_objects(*all)) return std::string(text);
  const size_t torn = torn_from(text);
  std::string readable;
  size_t number = 0;
  for (size_t begin = 0; begin < torn;) {
    const size_t end = std::min(text.find('\n', begin), torn);
    const size_t next = std::min(end + 1, torn);
    const JsonLine line{text.substr(begin, end - begin), ++number, begin, LineEnd::kPresent};
    const bool is_blank = line.text.find_first_not_of(" \t\r") == std::string_view::npos;
    const auto tree = parse_bounded(line);
    if (is_blank || (tree && tree->is_object())) {
      readable += text.substr(begin, next - begin);
    } else {
      if (next > end) readable += '\n';
      if (tree) {
        unread.push_back({number,
                          fmt::format("expected an object, not {}", to_string(tree->kind())),
                          UnreadLine::Kind::kNoObject});
      } else {
        unread.push_back({number, tree.error().message});
      }
    }
    begin = next;
  }
  readable += text.substr(torn);
  return readable;
}

}  // namespace

std::string readable_lines(std::string_view text) {
  std::vector<UnreadLine> unheard;
  return empty_unread(text, unheard);
}

std::string readable_lines(std::string_view text, const std::string& file, FindingSink& sink) {
  std::vector<UnreadLine> unread;
  std::string readable = empty_unread(text, unread);
  constexpr const char* kNext = "fix the line by hand; the file is append-only";
  for (const auto& line : unread) {
    if (line.kind == UnreadLine::Kind::kNoJson) {
      sink.add(Severity::kError, "syntax", file, {}, line.message, kNext);
    } else {
      sink.add_at(Severity::kError, "type", file, TextPosition{line.number, 1}, line.message,
                  kNext);
    }
  }
  return readable;
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

const Document* find_document(const Documents& documents, std::string_view name) {
  for (const auto& document : documents) {
    if (document.shape->name == name) return &document;
  }
  return nullptr;
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
