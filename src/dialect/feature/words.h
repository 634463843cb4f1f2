#pragma once
// The words of the feature dialect beside the core's: one total table each, both ways. A core word
// that the dialect lacks is written as the nearest it has; the exact one is kept in `x-clew`, and
// counts as long as it still goes with the word told.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace clew::feature {

const char* word_of(StepStatus status);    // pending, in_progress, completed, blocked
const char* word_of(Lifecycle lifecycle);  // active, paused, completed
// Nothing for a word that is none of them.
std::optional<StepStatus> task_status(std::string_view word);
std::optional<Lifecycle> session_status(std::string_view word);
// Does the table give this status back for its own word?
bool is_exact(StepStatus status);
bool is_exact(Lifecycle lifecycle);
// What the file says, made exact by what `x-clew` says.
StepStatus refine(StepStatus reported, std::string_view exact);
Lifecycle refine(Lifecycle reported, std::string_view exact);

// The words for models. A longer name is written as the one word it has of the list:
// claude-opus-4-1 is "opus". Nothing when it has none, or several.
std::optional<std::string> model_word(const std::vector<std::string>& words,
                                      const std::string& model);
// `exact` as long as it goes with the word told, else the word.
std::string exact_model(const std::vector<std::string>& words, const std::string& reported,
                        const std::string& exact);

}  // namespace clew::feature
