#pragma once
// Clients put more into the person's mouth than the person said: wrappers of commands, reminders,
// notices, summaries. What a text given as the person's really is.

#include <string>
#include <string_view>

namespace clew::transcript {

enum class PersonTextKind {
  kPrompt,
  kCommand,       // of the client: /review 12
  kInterruption,  // the person stopped the turn
  kNotice,        // a background task ended; the text has the tags
  kNothing,       // the client's own
};
struct PersonText {
  PersonTextKind kind = PersonTextKind::kNothing;
  std::string text;
};

// Blocks that the client added (<system-reminder>…) are taken out first.
PersonText read_person_text(std::string_view text);

// Of a prompt as it is sent: what the person typed; empty when the client said it by itself.
std::string typed_by_person(std::string_view text);

// What stands between <name> and </name>; empty when there is none.
std::string text_in_tag(std::string_view text, const std::string& name);

}  // namespace clew::transcript
