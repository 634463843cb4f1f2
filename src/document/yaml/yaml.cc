#include "document/yaml/yaml.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "document/json/json.h"
#include "document/text_position.h"
#include "document/tree_builder.h"
#include "document/yaml/yaml_scalar.h"

namespace clew {
namespace {

// One event of the parser, whose memory is the parser's.
struct ParserEvent {
  ParserEvent() = default;
  ParserEvent(const ParserEvent&) = delete;
  ParserEvent& operator=(const ParserEvent&) = delete;
  ~ParserEvent() { yaml_event_delete(&raw); }

  yaml_event_t raw{};
};

Error refuse_yaml(std::string message) {
  return make_error(ErrorCode::kInvalid, std::move(message));
}

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

TextPosition position_of(const yaml_mark_t& mark) {
  return {.line = mark.line + 1, .column = mark.column + 1};
}

class YamlReader {
 public:
  YamlReader(std::string_view text, const Limits& limits) : text_(text), builder_(limits) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const char* const start = text.empty() ? "" : text.data();  // the parser aborts on null
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const yaml_char_t*>(start),
                                 text.size());
  }
  YamlReader(const YamlReader&) = delete;
  YamlReader& operator=(const YamlReader&) = delete;
  ~YamlReader() { yaml_parser_delete(&parser_); }

  Result<YamlDocument> read() {
    while (true) {
      ParserEvent event;
      if (yaml_parser_parse(&parser_, &event.raw) == 0) return explain();
      if (event.raw.type == YAML_STREAM_END_EVENT) return YamlDocument{builder_.take()};
      const Status status = take(event.raw);
      if (!status) return refuse_at(position_of(event.raw.start_mark), status.error().message);
    }
  }

 private:
  Status take(const yaml_event_t& event) {
    const auto& data = event.data;
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        if (!std::exchange(has_document_, true)) return success();
        return refuse_yaml("a second document; only one is supported");
      case YAML_ALIAS_EVENT:
        return refuse_yaml("an alias: write the value out");
      case YAML_SCALAR_EVENT:
        CLEW_TRY(check_anchor(data.scalar.anchor));
        return take_scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        CLEW_TRY(check_anchor(data.sequence_start.anchor));
        return begin(Value::list(), view(data.sequence_start.tag), YamlTag::kSeq);
      case YAML_MAPPING_START_EVENT:
        CLEW_TRY(check_anchor(data.mapping_start.anchor));
        return begin(Value::object(), view(data.mapping_start.tag), YamlTag::kMap);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        builder_.end();
        return success();
      default:
        return success();
    }
  }

  Status take_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
    CLEW_ASSIGN(const YamlTag tag, read_yaml_tag(view(scalar.tag)));
    if (builder_.awaits_key()) return builder_.key(std::string(text));
    const bool plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
    CLEW_ASSIGN(Value value,
                read_yaml_scalar(text, tag, plain ? YamlStyle::kPlain : YamlStyle::kQuoted));
    return builder_.add(std::move(value));
  }

  Status begin(Value container, std::string_view tag_text, YamlTag expected) {
    CLEW_ASSIGN(const YamlTag tag, read_yaml_tag(tag_text));
    if (tag != YamlTag::kNone && tag != expected)
      return refuse_yaml("the value does not match its tag");
    if (builder_.awaits_key()) return refuse_yaml("a list or mapping cannot be a key");
    return builder_.begin(std::move(container));
  }

  static Status check_anchor(const yaml_char_t* anchor) {
    if (anchor == nullptr) return success();
    return refuse_yaml("an anchor: anchors and aliases are not supported");
  }

  // The parser's problem: "did not find expected ',' or ']' while parsing a flow sequence that
  // starts on line 2"
  Error explain() const {
    if (parser_.error == YAML_MEMORY_ERROR || parser_.problem == nullptr) throw std::bad_alloc();
    if (parser_.error == YAML_READER_ERROR) {
      const bool decoded = std::string_view(parser_.problem).starts_with("control");
      return refuse_at(
          position_at(text_, parser_.problem_offset),
          decoded ? fmt::format("the character U+{:04X} is not allowed here", parser_.problem_value)
                  : "invalid UTF-8");
    }
    std::string problem = parser_.problem;
    if (parser_.context != nullptr) problem += fmt::format(" {}", parser_.context);
    if (parser_.context != nullptr && parser_.context_mark.line != parser_.problem_mark.line) {
      problem += fmt::format(" that starts on line {}", parser_.context_mark.line + 1);
    }
    return refuse_at(position_of(parser_.problem_mark), problem);
  }

  std::string_view text_;
  yaml_parser_t parser_{};
  TreeBuilder builder_;
  bool has_document_ = false;
};

bool starts_line(std::string_view text, size_t at) {
  constexpr std::array<std::string_view, 5> kBreaks = {"\n", "\r", "\xC2\x85", "\xE2\x80\xA8",
                                                       "\xE2\x80\xA9"};
  const std::string_view before = text.substr(0, at);
  return before.empty() || std::any_of(kBreaks.begin(), kBreaks.end(),
                                       [&](std::string_view end) { return before.ends_with(end); });
}

// Such directives are of no use with core tags only, and the parser compares each of them with all
// before it: a few megabytes of them would keep it busy for hours.
std::optional<Error> find_tag_directive(std::string_view text) {
  constexpr std::string_view kDirective = "%TAG";
  size_t at = text.find(kDirective);
  while (at != std::string_view::npos && !starts_line(text, at)) at = text.find(kDirective, at + 1);
  if (at == std::string_view::npos) return std::nullopt;
  return refuse_at(position_at(text, at), "a %TAG directive: only YAML's core tags are supported");
}

Result<Value> parse_yaml_value(std::string_view text) {
  CLEW_ASSIGN(YamlDocument document, parse_yaml(text));
  return std::move(document.value);
}

// What begins with a bracket is tried as JSON, then as YAML; when it is neither, the error of JSON
// is told.
Result<Value> parse_by_content(std::string_view text) {
  const std::string_view bare = without_mark(text);
  const size_t first = bare.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (bare[first] != '{' && bare[first] != '[')) {
    return parse_yaml_value(text);
  }
  Result<Value> json = parse_json(text);
  if (json) return json;
  Result<Value> yaml = parse_yaml_value(text);
  return yaml ? yaml : json;
}

}  // namespace

Status check_before_yaml(std::string_view text, const Limits& limits) {
  CLEW_TRY(check_size(text, limits));
  if (auto conflict = find_conflict(text)) return *conflict;
  if (auto directive = find_tag_directive(text)) return *directive;
  return success();
}

Result<YamlDocument> parse_yaml(std::string_view text, const Limits& limits) try {
  const std::string_view bare = without_mark(text);
  CLEW_TRY(check_before_yaml(bare, limits));
  return YamlReader(bare, limits).read();
} catch (const std::exception& problem) {
  return make_error(ErrorCode::kFailed, fmt::format("cannot read YAML: {}", problem.what()));
}

Result<Value> parse_document(std::string_view text, std::string_view name) {
  const bool is_json = name.ends_with(".json");
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  Result<Value> value = is_json   ? parse_json(text)
                        : is_yaml ? parse_yaml_value(text)
                                  : parse_by_content(text);
  if (value) return value;
  Error error = value.error();
  error.subject = name;
  return error;
}

}  // namespace clew
