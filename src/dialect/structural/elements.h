#pragma once
// The sessions within one file: the file is one object, or a list of them.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/finding.h"
#include "document/spans.h"

namespace clew::structural {

// One session's object within a file.
struct Element {
  std::string text;
  Value tree;
  Span span;
  TextPosition start;
  std::optional<size_t> index;  // in the list; unset: the object is the file
};

// kInvalid when the file is no JSON.
Result<std::vector<Element>> find_elements(const std::string& file);
// A version that may mean something else than ours does.
bool is_unknown_version(const Value& tree);
// A pointer into the element, as one into the file.
std::string pointer_in_file(const std::string& pointer, const Element& element);
// What was found in the element's own text, as found in the file.
void location_in_file(Finding& finding, const Element& element);

}  // namespace clew::structural
