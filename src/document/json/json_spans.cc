#include "document/json/json_spans.h"

#include <string>
#include <utility>

#include "document/json/json.h"
#include "document/json/json_scan.h"

namespace clew {
namespace {

constexpr size_t kMaxLevels = 1000;  // far above any limit, far below the end of the stack

class JsonSpanReader {
 public:
  explicit JsonSpanReader(std::string_view text) : text_(text), scan_(text) {}

  Result<SpanNode> read() {
    scan_.skip_blanks();
    CLEW_ASSIGN(SpanNode root, read_value(0));
    root.entry = root.span.begin;
    scan_.skip_blanks();
    return scan_.at_end() ? Result<SpanNode>(std::move(root)) : refuse();
  }

 private:
  Result<SpanNode> read_value(size_t level) {
    if (level > kMaxLevels) return refuse();
    const char first = scan_.peek();
    SpanNode node;
    node.span.begin = scan_.offset();
    if (first == '{' || first == '[') {
      node.form = SpanForm::kFlow;
      CLEW_TRY(read_items(node, level, first == '{' ? '}' : ']'));
    } else if (first == '"') {
      node.form = SpanForm::kDouble;
      CLEW_TRY(read_string());
    } else {
      node.form = SpanForm::kPlain;
      if (!skip_plain(first)) return refuse();
    }
    node.span.end = scan_.offset();
    return node;
  }

  Status read_items(SpanNode& container, size_t level, char end) {
    scan_.skip();
    scan_.skip_blanks();
    if (skip(end)) return success();
    while (true) {
      const size_t entry = scan_.offset();
      Span key;
      if (end == '}') {
        CLEW_TRY(read_string());
        key = {entry, scan_.offset()};
        scan_.skip_blanks();
        if (!skip(':')) return refuse();
        scan_.skip_blanks();
      }
      CLEW_ASSIGN(SpanNode item, read_value(level + 1));
      item.entry = entry;
      item.key = key;
      container.items.push_back(std::move(item));
      scan_.skip_blanks();
      if (skip(end)) return success();
      if (!skip(',')) return refuse();
      scan_.skip_blanks();
    }
  }

  bool skip(char sign) {
    if (scan_.peek() != sign) return false;
    scan_.skip();
    return true;
  }

  Status read_string() {
    std::string_view unused;
    if (scan_.peek() != '"' || !scan_.read_string(unused, room_)) return refuse();
    return success();
  }

  bool skip_plain(char first) {
    JsonScanner::Number unused;
    if (first == '-' || (first >= '0' && first <= '9')) return scan_.read_number(unused);
    return scan_.skip_word("true") || scan_.skip_word("false") || scan_.skip_word("null");
  }

  Error refuse() const { return refuse_at(position_at(text_, scan_.offset()), "this is not JSON"); }

  std::string_view text_;
  JsonScanner scan_;
  std::string room_;  // for strings with escapes
};

}  // namespace

Result<LocatedTree> locate_json(std::string_view text, const Limits& limits) {
  CLEW_ASSIGN(Value value, parse_json(text, limits));
  const std::string_view bare = without_mark(text);
  CLEW_ASSIGN(SpanNode root, find_json_spans(bare));
  return LocatedTree{std::move(value), std::string(bare), std::move(root)};
}

Result<SpanNode> find_json_spans(std::string_view text) { return JsonSpanReader(text).read(); }

}  // namespace clew
