#pragma once
// One parsed file and its grammar: what its nodes say. The functions of a language (grammar.h) read
// through this, and hand the imports they find to it. What a file is damaged in may lack any node:
// a null node may be asked anything, and says nothing.

#include <tree_sitter/api.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/grammar.h"

namespace clew {

class SourceReading {
 public:
  SourceReading(const Grammar& grammar, std::string_view bytes)
      : grammar_(grammar), bytes_(bytes) {}

  const Grammar& grammar() const { return grammar_; }
  const LanguageTable& table() const { return *grammar_.table; }

  std::string_view text(TSNode node) const;
  // Without white space and quotes, and not longer than a name is.
  std::string name_text(TSNode node) const;
  static std::string_view type(TSNode node) {
    return ts_node_is_null(node) ? "" : ts_node_type(node);
  }

  TSFieldId field_id(NodeField field) const { return grammar_.fields[static_cast<size_t>(field)]; }
  // Null when there is none.
  TSNode field(TSNode node, NodeField field) const;
  static TSNode first_named(TSNode node) {
    return ts_node_is_null(node) ? TSNode{} : ts_node_named_child(node, 0);
  }

  // The rule of a node below one of `parent` (0: unknown); nullptr when it is nothing special.
  const NodeRule* rule(TSNode node, TSSymbol parent = 0) const;
  Act act(TSNode node) const;

  // Without parentheses and the like around it.
  TSNode unwrapped(TSNode node) const;
  // What is called or annotated: an empty name when it is no name.
  Written written(TSNode node) const;
  // A node that stands before a name: "os.path", "self", "?" when it is more than names.
  std::string qualifier(TSNode node) const;
  // Whether the node is `this`, or an ordinary name that the language uses so.
  bool is_self(TSNode node) const;

  // Calls `visit(child, field id)` for each child.
  template <typename Visit>
  static void children(TSNode node, Visit&& visit) {
    if (ts_node_is_null(node)) return;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        visit(ts_tree_cursor_current_node(&cursor), ts_tree_cursor_current_field_id(&cursor));
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
  }

  // A mention with a relation of imports or includes; who it belongs to is filled in by the walk.
  void add_import(TSNode node, Mention mention);
  std::vector<Mention>& imports() { return imports_; }

 private:
  TSNode member(TSNode access, const NodeRule& rule) const;

  const Grammar& grammar_;
  std::string_view bytes_;
  std::vector<Mention> imports_;
};

// Of a module's name, "a/b/c.h" or "std::io": what stands after the last of `separators`.
std::string_view last_part(std::string_view module, std::string_view separators);

}  // namespace clew
