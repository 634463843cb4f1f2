#pragma once
// The words of the format and the core's, both ways. A word the format lacks is written as the
// nearest, and kept exactly in metadata.clew.

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::orchestration {

std::vector<std::string> status_words();  // in_progress …, of a session
std::vector<std::string> lifecycle_words();
std::vector<std::string> mode_words();
std::vector<std::string> agent_words();
std::vector<std::string> result_words();  // without "none", which is null
std::vector<std::string> error_words();   // without "unknown"
std::vector<std::string> file_words();
std::vector<std::string> step_words();
std::vector<std::string> order_words();

const char* status_word(Lifecycle status);
bool is_exact(Lifecycle status);
// `exact` is what metadata.clew says; it counts while `word` is the nearest to it.
Lifecycle status_of(std::string_view word, std::string_view exact);

// The mode as written; the default for what is none of the format's.
const char* mode_word(const std::string& mode);
std::string mode_of(std::string_view word, std::string_view exact);

const char* error_word(ErrorCategory category);
ErrorCategory error_of(std::string_view word, std::string_view exact);

}  // namespace clew::orchestration
