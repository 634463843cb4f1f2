#include "document/json/edit_json.h"

#include "document/edit_spans.h"
#include "document/json/json.h"
#include "document/json/json_spans.h"
#include "document/yaml/flow_edit.h"

namespace clew {
namespace {

FlowWords json_words() {
  return {.scalar = [](const Value& scalar) { return write_json(scalar); },
          .name = [](const std::string& name) { return write_json(Value(name)); }};
}

class JsonFormat : public TextFormat {
 public:
  explicit JsonFormat(const Limits& limits) : limits_(limits) {}

  Result<Value> read(std::string_view text) const override { return parse_json(text, limits_); }

  Result<SpanNode> find_spans(std::string_view text) const override {
    return find_json_spans(text);
  }

  Result<Splice> make_edit(std::string_view text, const SpanNode& root, const Value& tree,
                           const Edit& edit) const override {
    if (edit.kind == EditKind::kSet) return rewrite(text, root, tree, edit.path, edit.value);
    const auto nodes = find_nodes(root, tree, parent_of(edit.path));
    if (nodes.empty()) return make_error(ErrorCode::kFailed, "the text has another shape");
    const SpanNode& container = *nodes.back();
    const FlowEditor editor(text, root, container, json_words());
    const Value& value = *find_value(tree, parent_of(edit.path));
    if (edit.kind == EditKind::kRemove) {
      return editor.remove(container, index_of(value, edit.path.back()));
    }
    const SpanNode* parent = nodes.size() > 1 ? nodes[nodes.size() - 2] : nullptr;
    return editor.insert(container, parent, insert_index(value, edit),
                         std::get_if<std::string>(&edit.path.back()), edit.value);
  }

  Result<Splice> rewrite(std::string_view text, const SpanNode& root, const Value& tree,
                         const TreePath& path, const Value& value) const override {
    const auto nodes = find_nodes(root, tree, path);
    if (nodes.empty()) return make_error(ErrorCode::kFailed, "the text has another shape");
    const SpanNode* parent = nodes.size() > 1 ? nodes[nodes.size() - 2] : nullptr;
    const FlowEditor editor(text, root, parent == nullptr ? root : *parent, json_words());
    return editor.set(*nodes.back(), parent, value);
  }

 private:
  Limits limits_;
};

}  // namespace

Result<std::string> edit_json(std::string_view text, const std::vector<Edit>& edits) {
  return edit_json_within(text, edits, Limits());
}

Result<std::string> edit_json_within(std::string_view text, const std::vector<Edit>& edits,
                                     const Limits& limits) {
  return edit_spans(text, edits, JsonFormat(limits));
}

}  // namespace clew
