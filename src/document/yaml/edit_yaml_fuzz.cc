// Any bytes as YAML, with edits that are drawn from a hash of them: no crash, no hang; spans are
// within the text; what comes out reads as the edits say.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "document/random_tree_test.h"
#include "document/yaml/edit_yaml.h"
#include "document/yaml/yaml.h"
#include "document/yaml/yaml_spans.h"

namespace clew {
namespace {

constexpr size_t kMaxEdits = 4;

Result<Value> read(std::string_view text) {
  auto document = parse_yaml(text);
  if (!document) return document.error();
  return std::move(document->value);
}

void check_spans(const SpanNode& node, std::string_view text) {
  CLEW_CHECK(node.span.begin <= node.span.end && node.span.end <= text.size());
  CLEW_CHECK(node.key.begin <= node.key.end && node.key.end <= text.size());
  CLEW_CHECK(node.entry <= text.size());
  for (const SpanNode& item : node.items) check_spans(item, text);
}

// What cannot be edited is refused; that is nothing to complain about here.
void check_edits(std::string_view text, const std::vector<Edit>& edits, const Value& wanted) {
  const auto edited = edit_yaml(text, edits);
  if (!edited) return;
  const auto value = read(*edited);
  CLEW_CHECK(value.ok() && *value == wanted);
}

void check_text(std::string_view text) {
  const auto located = locate_yaml(text);
  CLEW_CHECK(located.ok() == read(text).ok());
  if (!located) return;
  check_spans(located->root, located->text);

  RandomTree random(std::hash<std::string_view>()(text));
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
