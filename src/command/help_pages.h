#pragma once
// Help, made from the catalogue: one verb, the first screen, everything; and the pages made from
// the same.

#include <string>

#include "command/verb.h"

namespace clew {

// --first-index for first_index
std::string option_name(const ParamInfo& param);
std::string help_for(const Verb& verb);
std::string help_first_screen();
std::string help_all();
std::string reference_page();                      // docs/cli.md
std::string event_table();                         // in docs/format-event-log.md
std::string man_page(const std::string& version);  // clew.1, in roff

}  // namespace clew
