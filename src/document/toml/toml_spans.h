#pragma once
// Where things stand in a TOML text: tables, keys, values and the elements of lists, as spans of
// bytes. Enough to insert a line or an element and to take it out again; values are not understood
// beyond strings. Text that this cannot follow is refused with its line.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/json/jsonc_edit.h"
#include "document/spans.h"

namespace clew {

using TomlPath = std::vector<std::string>;

struct TomlEntry {
  TomlPath path;  // whole: the table's and the key's
  Span line;      // from the start of its line to behind the line's end
  Span value;
  std::vector<Span> elements;  // of a list
  bool is_list = false;
};

struct TomlTable {
  TomlPath path;   // empty: what stands before the first header
  Span header;     // its line with the line's end; empty for the first
  size_t end = 0;  // behind the line of its last entry
  std::vector<TomlEntry> entries;
};

struct TomlDocument {
  std::vector<TomlTable> tables;
  std::vector<TomlEntry> inner;  // of inline tables, however deep; their line is the one around

  const TomlTable* find_table(const TomlPath& path) const;
  const TomlEntry* find_entry(const TomlPath& path) const;  // also inside of an inline table
  bool has_below(const TomlPath& path) const;  // any table or entry under it, or itself
};

Result<TomlDocument> scan_toml(std::string_view text);

// What a string says, without its quotes; anything else as it is spelled.
std::string toml_text(std::string_view value);
std::string toml_string(std::string_view text);

// Elements of a list: one more at its end, one taken out. The layout stays, and comments stay with
// what they are about.
void add_element(SettingsEdit& text, const TomlEntry& list, const std::string& element);
// REQUIRES: index is one of the list's elements.
void remove_element(SettingsEdit& text, const TomlEntry& list, size_t index);

}  // namespace clew
