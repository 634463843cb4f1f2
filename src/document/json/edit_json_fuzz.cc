// Any bytes as JSON, with edits that are drawn from a hash of them: no crash, no hang; spans are
// within the text; what comes out reads as the edits say; a scalar that is set leaves the rest
// alone.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/json/json_spans.h"
#include "document/random_tree_test.h"

namespace clew {
namespace {

constexpr size_t kMaxEdits = 4;

Result<Value> read(std::string_view text) { return parse_json(text); }

void check_spans(const SpanNode& node, std::string_view text) {
  CLEW_CHECK(node.span.begin <= node.span.end && node.span.end <= text.size());
  CLEW_CHECK(node.key.begin <= node.key.end && node.key.end <= text.size());
  CLEW_CHECK(node.entry <= text.size());
  for (const SpanNode& item : node.items) check_spans(item, text);
}

// What cannot be edited is refused; that is nothing to complain about here.
void check_edits(std::string_view text, const std::vector<Edit>& edits, const Value& wanted) {
  const auto edited = edit_json(text, edits);
  if (!edited) return;
  const auto value = read(*edited);
  CLEW_CHECK(value.ok() && *value == wanted);
}

void check_scalar(const LocatedTree& tree, const TreePath& path, const Value& value) {
  const auto edited = edit_json(tree.text, {
                                               Edit{EditKind::kSet, path, value}
  });
  if (!edited) return;
  const Span span = find_nodes(tree.root, tree.value, path).back()->span;
  CLEW_CHECK(edited->starts_with(std::string_view(tree.text).substr(0, span.begin)));
  CLEW_CHECK(edited->ends_with(std::string_view(tree.text).substr(span.end)));
}

void check_text(std::string_view text) {
  const auto located = locate_json(text);
  CLEW_CHECK(located.ok() == read(text).ok());
  if (!located) return;
  check_spans(located->root, located->text);

  RandomTree random(std::hash<std::string_view>()(text));
  const TreePath path = random.any_path(located->value);
  const auto nodes = find_nodes(located->root, located->value, path);
  CLEW_CHECK(!nodes.empty());
  if (count_items(*find_value(located->value, path)) == 0) {
    check_scalar(*located, path, random.any_scalar());
  }
  Value wanted = located->value;
  std::vector<Edit> edits;
  for (size_t left = random.below(kMaxEdits) + 1; left > 0; --left) {
    edits.push_back(random.any_edit(wanted));
    CLEW_CHECK(apply_edit(wanted, edits.back()).ok());
  }
  check_edits(text, edits, wanted);
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  clew::check_text(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
