#include "document/yaml/edit_yaml.h"

#include <utility>

#include "document/edit_spans.h"
#include "document/yaml/block_edit.h"
#include "document/yaml/flow_edit.h"
#include "document/yaml/yaml.h"
#include "document/yaml/yaml_layout.h"
#include "document/yaml/yaml_spans.h"

namespace clew {
namespace {

Error unlike() { return make_error(ErrorCode::kFailed, "the text has another shape"); }

FlowWords yaml_words(YamlQuotes quotes, YamlQuotes name_quotes) {
  return {.scalar =
              [=](const Value& scalar) {
                return write_yaml_scalar(scalar, quotes, YamlContext::kFlow);
              },
          .name =
              [=](const std::string& name) {
                const std::string written = write_yaml_name(name, name_quotes);
                return is_long_yaml_name(written) ? "? " + written : written;
              },
          .tight_colon = ": "};
}

bool is_in_brackets(const NodeChain& nodes) {
  return nodes.size() > 1 && nodes[nodes.size() - 2]->form == SpanForm::kFlow;
}

// One text and where its values stand.
class YamlText {
 public:
  YamlText(std::string_view text, const SpanNode& root) : text_(text), root_(root) {}

  // What stands in brackets stays in brackets. Elsewhere a list or an object gets lines of its own,
  // a string that had lines keeps them when it can, and the rest stands behind its name.
  Result<Splice> set(const NodeChain& nodes, const Value& value) const {
    const SpanNode& node = *nodes.back();
    const SpanNode& parent = nodes.size() > 1 ? *nodes[nodes.size() - 2] : root_;
    const bool stays_flow = node.form == SpanForm::kFlow && !node.items.empty();
    const BlockLayout layout = detect_layout(text_, root_, stays_flow ? node : parent);
    const YamlQuotes quotes = quotes_for(text_, node, value, layout);
    if (is_in_brackets(nodes) || (stays_flow && is_block_value(value))) {
      const FlowEditor editor(
          text_, root_, node,
          yaml_words(value.is_string() ? quotes : layout.quotes, layout.name_quotes));
      return with_colon(node, editor.set(node, is_in_brackets(nodes) ? &parent : &node, value));
    }
    const BlockEditor editor(text_, layout);
    if (is_block_value(value)) return editor.set_block(nodes, value);
    if (value.is_string() && (node.form == SpanForm::kLiteral || node.form == SpanForm::kFolded)) {
      if (auto lines = editor.set_lines(nodes, value.as_string())) return lines;
    }
    return editor.set_inline(nodes, write_yaml_scalar(value, quotes, YamlContext::kBlock));
  }

  Result<Splice> insert(const NodeChain& nodes, const Value& container, const Edit& edit) const {
    const SpanNode& node = *nodes.back();
    const size_t index = insert_index(container, edit);
    const auto* name = std::get_if<std::string>(&edit.path.back());
    const BlockLayout layout = detect_layout(text_, root_, node);
    if (node.form == SpanForm::kBlock) {
      return BlockEditor(text_, layout).insert(nodes, index, name, edit.value);
    }
    // Without items there is nothing to go by: it is set as a whole.
    if (node.items.empty() && !is_in_brackets(nodes)) {
      Value filled = container;
      CLEW_TRY(apply_edit(filled, {edit.kind, {edit.path.back()}, edit.value, edit.at}));
      return set(nodes, filled);
    }
    const FlowEditor editor(text_, root_, node, yaml_words(layout.quotes, layout.name_quotes));
    const SpanNode* parent = is_in_brackets(nodes) ? nodes[nodes.size() - 2] : &node;
    return editor.insert(node, parent, index, name, edit.value);
  }

  Result<Splice> remove(const NodeChain& nodes, size_t index) const {
    const SpanNode& node = *nodes.back();
    const BlockLayout layout = detect_layout(text_, root_, node);
    if (node.form == SpanForm::kFlow) {
      return FlowEditor(text_, root_, node, yaml_words(layout.quotes, layout.name_quotes))
          .remove(node, index);
    }
    const BlockEditor editor(text_, layout);
    if (node.items.size() > 1) return editor.remove(nodes, index);
    // A block cannot be empty: its last item leaves brackets.
    return editor.set_inline(nodes, node.items.front().key.empty() ? "[]" : "{}");
  }

  // In one line and in double quotes, whatever stood there before: for where the edit that suits
  // the text does not do.
  Result<Splice> rewrite(const NodeChain& nodes, const Value& value) const {
    const SpanNode nowhere;
    const FlowEditor flow("", nowhere, nowhere,
                          yaml_words(YamlQuotes::kDouble, YamlQuotes::kDouble));
    const std::string written = flow.write_flat(value);
    if (is_in_brackets(nodes)) return with_colon(*nodes.back(), {nodes.back()->span, written});
    return BlockEditor(text_, detect_layout(text_, root_, root_)).set_inline(nodes, written);
  }

 private:
  // Within brackets a name may stand alone: {a, b: }
  Splice with_colon(const SpanNode& node, Splice splice) const {
    if (node.form == SpanForm::kEmpty && !node.key.empty()) {
      splice.text.insert(0, node.span.begin == node.key.end ? ": " : " ");
    }
    return splice;
  }

  std::string_view text_;
  const SpanNode& root_;
};

class YamlFormat : public TextFormat {
 public:
  Result<Value> read(std::string_view text) const override {
    CLEW_ASSIGN(YamlDocument document, parse_yaml(text));
    return std::move(document.value);
  }

  Result<SpanNode> find_spans(std::string_view text) const override {
    return find_yaml_spans(text);
  }

  Result<Splice> make_edit(std::string_view text, const SpanNode& root, const Value& tree,
                           const Edit& edit) const override {
    const YamlText yaml(text, root);
    const bool sets = edit.kind == EditKind::kSet;
    const TreePath path = sets ? edit.path : parent_of(edit.path);
    const NodeChain nodes = find_nodes(root, tree, path);
    if (nodes.empty()) return unlike();
    if (sets) return yaml.set(nodes, edit.value);
    const Value& container = *find_value(tree, path);
    if (edit.kind == EditKind::kInsert) return yaml.insert(nodes, container, edit);
    return yaml.remove(nodes, index_of(container, edit.path.back()));
  }

  Result<Splice> rewrite(std::string_view text, const SpanNode& root, const Value& tree,
                         const TreePath& path, const Value& value) const override {
    const NodeChain nodes = find_nodes(root, tree, path);
    if (nodes.empty()) return unlike();
    return YamlText(text, root).rewrite(nodes, value);
  }
};

}  // namespace

Result<std::string> edit_yaml(std::string_view text, const std::vector<Edit>& edits) {
  return edit_spans(text, edits, YamlFormat());
}

}  // namespace clew
