#pragma once
// opencode's plugin as a text: integrations/opencode/clew.js, with the program that it calls.

#include <string>
#include <string_view>

namespace clew {

std::string opencode_plugin_text(const std::string& program);
// Of this or another version of clew.
bool is_opencode_plugin(std::string_view text);
// Empty when the text is no such plugin.
std::string program_of_opencode_plugin(std::string_view text);

}  // namespace clew
