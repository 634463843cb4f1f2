#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "document/json/edit_json.h"
#include "document/json/json.h"
#include "document/json/json_spans.h"
#include "document/random_tree_test.h"
#include "document/yaml/edit_yaml.h"
#include "document/yaml/write_yaml.h"
#include "document/yaml/yaml.h"
#include "document/yaml/yaml_spans.h"

namespace clew {
namespace {

Result<Value> read_yaml(std::string_view text) {
  auto document = parse_yaml(text);
  if (!document) return document.error();
  return std::move(document->value);
}

// The text as other editors might have left it.
std::string with_habits(std::string text, size_t habit) {
  if (habit % 4 == 1) {
    while (text.ends_with('\n')) text.pop_back();
  }
  if (habit % 4 == 2) {
    std::string lines;
    for (const char c : text) {
      if (c == '\n') lines += '\r';
      lines += c;
    }
    text = lines;
  }
  return habit % 8 == 3 ? "\xEF\xBB\xBF" + text : text;
}

template <class EditText, class Read>
void check_edits(RandomTree& random, std::string text, EditText edit_text, Read read) {
  text = with_habits(std::move(text), random.below(8));
  const auto tree = read(text);
  RC_ASSERT(tree.ok());
  Value wanted = *tree;
  std::vector<Edit> edits;
  for (size_t left = random.below(6); left > 0; --left) {
    edits.push_back(random.any_edit(wanted));
    RC_ASSERT(apply_edit(wanted, edits.back()).ok());
  }
  RC_LOG() << text << '\n';
  for (const Edit& edit : edits) {
    RC_LOG() << static_cast<int>(edit.kind) << ' ' << to_pointer(edit.path) << ' '
             << write_json(edit.value) << '\n';
  }
  const auto edited = edit_text(text, edits);
  RC_ASSERT(edited.ok());
  const auto value = read(*edited);
  RC_ASSERT(value.ok());
  RC_ASSERT(*value == wanted);
  RC_ASSERT(edit_text(text, {}).value() == text);
}

TEST_CASE("an edited JSON text says what the edits say") {
  CHECK(rc::check([](uint64_t seed) {
    RandomTree random(seed);
    const auto style = random.below(2) == 0 ? JsonStyle::kCompact : JsonStyle::kPretty;
    check_edits(random, write_json(random.any_value(4), style), edit_json,
                [](std::string_view text) { return parse_json(text); });
  }));
}

TEST_CASE("an edited YAML text says what the edits say") {
  CHECK(rc::check([](uint64_t seed) {
    RandomTree random(seed);
    check_edits(random, write_yaml(random.any_value(4)), edit_yaml, read_yaml);
  }));
}

TEST_CASE("what is written as YAML reads back the same") {
  CHECK(rc::check([](uint64_t seed) {
    const Value value = RandomTree(seed).any_value(4);
    const auto read = read_yaml(write_yaml(value));
    RC_ASSERT(read.ok());
    RC_ASSERT(*read == value);
  }));
}

// Sets one scalar, and compares what stands before and behind it.
template <class EditText>
void check_scalar(RandomTree& random, const LocatedTree& tree, EditText edit_text) {
  const TreePath path = random.any_path(tree.value);
  const Value& old = *find_value(tree.value, path);
  if (old.is_list() || old.is_object()) RC_DISCARD();
  const Span span = find_nodes(tree.root, tree.value, path).back()->span;
  const auto edited = edit_text(tree.text, {
                                               Edit{EditKind::kSet, path, random.any_scalar()}
  });
  RC_ASSERT(edited.ok());
  const std::string_view before = std::string_view(tree.text).substr(0, span.begin);
  const std::string_view behind = std::string_view(tree.text).substr(span.end);
  RC_ASSERT(edited->starts_with(before));
  RC_ASSERT(edited->ends_with(behind));
}

TEST_CASE("a scalar that is set leaves all other bytes alone") {
  CHECK(rc::check([](uint64_t seed) {
    RandomTree random(seed);
    const Value value = random.any_value(4);
    check_scalar(random, *locate_json(write_json(value, JsonStyle::kPretty)), edit_json);
    check_scalar(random, *locate_yaml(write_yaml(value)), edit_yaml);
    check_scalar(random, *locate_yaml(write_yaml(value) + "# the end"), edit_yaml);
  }));
}

}  // namespace
}  // namespace clew
