#pragma once
// Elements of a list in a TOML text: one more at its end, one taken out. The layout stays, and
// comments stay with what they are about.

#include <string>

#include "document/json/jsonc_edit.h"
#include "document/toml/toml_spans.h"

namespace clew {

void add_element(SettingsEdit& text, const TomlEntry& list, const std::string& element);
// REQUIRES: index is one of the list's elements.
void remove_element(SettingsEdit& text, const TomlEntry& list, size_t index);

}  // namespace clew
