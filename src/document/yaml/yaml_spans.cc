#include "document/yaml/yaml_spans.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "document/yaml/mark_offsets.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace {

SpanForm form_of(const yaml_event_t& event) {
  switch (event.data.scalar.style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
      return SpanForm::kSingle;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      return SpanForm::kDouble;
    case YAML_LITERAL_SCALAR_STYLE:
      return SpanForm::kLiteral;
    case YAML_FOLDED_SCALAR_STYLE:
      return SpanForm::kFolded;
    default:
      return SpanForm::kPlain;
  }
}

class YamlSpanScanner {
 public:
  explicit YamlSpanScanner(std::string_view text) : text_(text), offsets_(text) {
    if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    const char* const start = text.empty() ? "" : text.data();  // the parser aborts on null
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const yaml_char_t*>(start),
                                 text.size());
  }
  YamlSpanScanner(const YamlSpanScanner&) = delete;
  YamlSpanScanner& operator=(const YamlSpanScanner&) = delete;
  ~YamlSpanScanner() { yaml_parser_delete(&parser_); }

  Result<SpanNode> scan() {
    root_.span = {text_.size(), text_.size()};
    root_.entry = text_.size();
    while (true) {
      yaml_event_t event;
      if (yaml_parser_parse(&parser_, &event) == 0) {
        return make_error(ErrorCode::kInvalid, "this is not YAML");
      }
      const yaml_event_type_t type = event.type;
      take(event);
      yaml_event_delete(&event);
      if (type == YAML_STREAM_END_EVENT) return std::move(root_);
    }
  }

 private:
  struct Open {
    SpanNode node;
    bool is_object = false;
    std::optional<Span> key = {};  // of the member whose value comes next
    size_t reached = 0;            // the end of the last item
  };

  void take(const yaml_event_t& event) {
    const Span span{offsets_(event.start_mark), offsets_(event.end_mark)};
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return take_scalar(event, span);
      case YAML_SEQUENCE_START_EVENT:
        return open(span.begin, event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE, false);
      case YAML_MAPPING_START_EVENT:
        return open(span.begin, event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE, true);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close(span.end);
      default:
        return;
    }
  }

  void take_scalar(const yaml_event_t& event, Span span) {
    if (!open_.empty() && open_.back().is_object && !open_.back().key) {
      open_.back().key = span;
      return;
    }
    SpanNode node{.form = form_of(event), .span = span, .key = {}, .entry = 0, .items = {}};
    if (span.empty()) {
      node.form = SpanForm::kEmpty;
      node.span = location_of_nothing(span);
    }
    add(std::move(node));
  }

  // In flow style the parser says where the next token is; the place is behind the colon.
  Span location_of_nothing(Span span) const {
    if (open_.empty() || !open_.back().key || open_.back().node.form != SpanForm::kFlow) {
      return span;
    }
    const size_t end = open_.back().key->end;
    const size_t colon = text_.find_first_not_of(" \t\r\n", end);
    const bool has_colon = colon < span.begin && text_[colon] == ':';
    return has_colon ? Span{colon + 1, colon + 1} : Span{end, end};
  }

  void open(size_t begin, bool is_flow, bool is_object) {
    Open container;
    container.node.form = is_flow ? SpanForm::kFlow : SpanForm::kBlock;
    container.node.span.begin = begin;
    container.is_object = is_object;
    container.reached = skip_tag(begin);
    open_.push_back(std::move(container));
  }

  void close(size_t end) {
    Open container = std::move(open_.back());
    open_.pop_back();
    SpanNode& node = container.node;
    const size_t first = skip_tag(node.span.begin);
    const bool has_brackets = node.form == SpanForm::kFlow && first < text_.size() &&
                              text_[first] == (container.is_object ? '{' : '[');
    // A block ends, for the parser, where the next token starts.
    node.span.end = has_brackets ? end : std::max(node.span.begin, container.reached);
    add(std::move(node));
  }

  void add(SpanNode node) {
    if (open_.empty()) {
      node.entry = node.span.begin;
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.key) node.key = *std::exchange(parent.key, std::nullopt);
    // In a block an item begins behind what the one before it reached, with its dash or its name;
    // in brackets with its name or its value.
    node.entry = parent.node.form == SpanForm::kBlock ? skip_trivia(parent.reached)
                 : node.key.empty()                   ? node.span.begin
                                                      : node.key.begin;
    parent.reached = std::max(node.span.end, node.key.end);
    parent.node.items.push_back(std::move(node));
  }

  size_t skip_tag(size_t at) const {
    if (at >= text_.size() || text_[at] != '!') return at;
    const size_t end = std::min(text_.find_first_of(" \t\r\n", at), text_.size());
    return skip_trivia(end);
  }

  // Blanks, line ends and comments.
  size_t skip_trivia(size_t at) const {
    while (true) {
      at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
      if (at == text_.size() || text_[at] != '#') return at;
      at = line_end(text_, at);
    }
  }

  std::string_view text_;
  MarkOffsets offsets_;
  yaml_parser_t parser_{};
  SpanNode root_;
  std::vector<Open> open_;
};

}  // namespace

Result<LocatedTree> locate_yaml(std::string_view text, const Limits& limits) {
  CLEW_ASSIGN(YamlDocument document, parse_yaml(text, limits));
  const std::string_view bare = without_mark(text);
  CLEW_ASSIGN(SpanNode root, find_yaml_spans(bare));
  return LocatedTree{std::move(document.value), std::string(bare), std::move(root)};
}

Result<SpanNode> find_yaml_spans(std::string_view text) try {
  return YamlSpanScanner(text).scan();
} catch (const std::exception& problem) {
  return make_error(ErrorCode::kFailed, fmt::format("cannot read YAML: {}", problem.what()));
}

}  // namespace clew
