#pragma once
// Lists and objects between brackets, as JSON has them and YAML's flow style: how a text lays them
// out, and how to change one of them in that manner.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/value.h"
#include "document/spans.h"

namespace clew {

// How JSON or YAML spells what is not a container.
struct FlowWords {
  std::function<std::string(const Value& scalar)> scalar;
  std::function<std::string(const std::string& name)> name;
  std::string tight_colon = ":";  // the narrowest that is understood
};

struct FlowLayout {
  std::string newline = "\n";
  std::string unit = "  ";     // of indentation
  std::string colon = ": ";    // with what is around it
  std::string comma = ", ";    // the same, within one line
  std::string object_padding;  // behind { and before } in one line
  std::string list_padding;
};

class FlowEditor {
 public:
  // Looks at the whole text for its layout, first at `container` and what is in it.
  // REQUIRES: text and nodes outlive the editor
  FlowEditor(std::string_view text, const SpanNode& root, const SpanNode& container,
             FlowWords words);

  // `parent` is null when the value is not in a flow container.
  Splice set(const SpanNode& node, const SpanNode* parent, const Value& value) const;
  // `name` is null for an element of a list.
  Splice insert(const SpanNode& container, const SpanNode* parent, size_t index,
                const std::string* name, const Value& value) const;
  Splice remove(const SpanNode& container, size_t index) const;

  std::string write_flat(const Value& value) const;

 private:
  struct LayoutSigns;

  bool stands_tall(const SpanNode* container) const;
  bool looks_flat(const SpanNode* parent, const SpanNode* old, const Value& value) const;
  std::string separator(const SpanNode& container, size_t index) const;
  // `indent` is that of the line on which the value starts.
  std::string write_tall(const Value& value, const std::string& indent) const;
  std::string write_items(const Value& value, const std::string& first, const std::string& between,
                          const std::string& last, const std::string* indent) const;

  std::string_view text_;
  FlowWords words_;
  FlowLayout layout_;
};

}  // namespace clew
