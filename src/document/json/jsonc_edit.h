#pragma once
// A settings file of another program under change: JSON as editors write it, where comments and a
// comma behind the last item are kept. Only the bytes that a change needs are touched, and every
// change knows how it is taken back, so that the very bytes can be had again.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/edit.h"
#include "document/spans.h"

namespace clew {

// Claude Code keeps its servers in one file with what it remembers of every project.
inline constexpr size_t kMaxSettings = size_t{256} << 20;

class SettingsEdit {
 public:
  explicit SettingsEdit(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  bool changed() const { return !undo_.empty(); }
  // To be made one after another in text(): what was there at first comes out.
  const std::vector<Splice>& undo() const { return undo_; }

  void change(const Splice& splice);
  // kInvalid when the text is no JSON or an edit does not fit it; then nothing has changed.
  Status edit_json_tree(const std::vector<Edit>& edits);

 private:
  Status edit_once(const Edit& edit);

  std::string text_;
  std::vector<Splice> undo_;
};

// The tree that a settings text says; an empty text is an empty object. kInvalid with line and
// column otherwise.
Result<Value> parse_settings(std::string_view text);

// The text with comments and commas behind last items as blanks, byte for byte as long.
std::string without_comments(std::string_view text);
// The same; and in a large text the members that no part of clew is in have nothing inside.
std::string plain_settings(std::string_view text);

// The shortest single splice that makes `after` out of `before`.
Splice difference(std::string_view before, std::string_view after);

// Edits to a tree, each of which sees what the ones before have made.
class TreeChange {
 public:
  explicit TreeChange(Value tree) : tree_(std::move(tree)) {}
  const Value& tree() const { return tree_; }
  const std::vector<Edit>& edits() const { return edits_; }
  void set(TreePath path, Value value);     // REQUIRES: something is there
  void insert(TreePath path, Value value);  // REQUIRES: the path but for its last part is there
  void remove(TreePath path);               // REQUIRES: something is there

 private:
  void make(Edit edit);

  Value tree_;
  std::vector<Edit> edits_;
};

}  // namespace clew
