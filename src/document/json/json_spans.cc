#include "document/json/json_spans.h"

#include <algorithm>
#include <utility>

#include "document/json/json.h"

namespace clew {
namespace {

constexpr size_t kMostLevels = 1000;  // far above any limit, far below the end of the stack

// Goes by the brackets, quotes and commas alone: that the rest is right was the parser's business.
class JsonSpanScanner {
 public:
  explicit JsonSpanScanner(std::string_view text) : text_(text) {}

  Result<SpanNode> scan() {
    skip_blanks();
    CLEW_ASSIGN(SpanNode root, scan_value(0));
    root.entry = root.span.begin;
    skip_blanks();
    return at_ == text_.size() ? Result<SpanNode>(std::move(root)) : refuse();
  }

 private:
  Result<SpanNode> scan_value(size_t level) {
    if (level > kMostLevels || at_ == text_.size()) return refuse();
    const char first = text_[at_];
    SpanNode node;
    node.span.begin = at_;
    if (first == '{' || first == '[') {
      node.form = SpanForm::kFlow;
      CLEW_TRY(scan_items(node, level, first == '{' ? '}' : ']'));
    } else if (first == '"') {
      node.form = SpanForm::kDouble;
      skip_string();
    } else {
      node.form = SpanForm::kPlain;
      at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    }
    node.span.end = at_;
    if (node.span.empty()) return refuse();
    return node;
  }

  Status scan_items(SpanNode& container, size_t level, char end) {
    ++at_;
    skip_blanks();
    if (skip(end)) return success();
    while (true) {
      const size_t entry = at_;
      Span key;
      if (end == '}') {
        skip_string();
        key = {entry, at_};
        skip_blanks();
        if (!skip(':')) return refuse();
        skip_blanks();
      }
      CLEW_ASSIGN(SpanNode item, scan_value(level + 1));
      item.entry = entry;
      item.key = key;
      container.items.push_back(std::move(item));
      skip_blanks();
      if (skip(end)) return success();
      if (!skip(',')) return refuse();
      skip_blanks();
    }
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool skip(char sign) {
    if (at_ == text_.size() || text_[at_] != sign) return false;
    ++at_;
    return true;
  }

  void skip_string() {
    if (!skip('"')) return;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }

  Error refuse() const { return refuse_at(position_at(text_, at_), "this is no JSON"); }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

Result<LocatedTree> locate_json(std::string_view text, const Limits& limits) {
  CLEW_ASSIGN(Value value, parse_json(text, limits));
  const std::string_view bare = without_mark(text);
  CLEW_ASSIGN(SpanNode root, find_json_spans(bare));
  return LocatedTree{std::move(value), std::string(bare), std::move(root)};
}

Result<SpanNode> find_json_spans(std::string_view text) { return JsonSpanScanner(text).scan(); }

}  // namespace clew
