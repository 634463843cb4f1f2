#pragma once
// Which intent led to the events of a command. The log keeps events, what followed from them
// included: a step that began because the one before it was done. Whoever wants to decide a command
// again needs what was asked for. Private to src/session.

#include <optional>
#include <span>

#include "session/intent.h"

namespace clew {

struct RecognisedIntent {
  Intent intent;
  size_t events = 0;  // of `rest`, that it led to
};

// The intent that led to the longest run of events at the front of `rest`, decided on the state
// `before` them; none when nothing that can be asked for gives those events.
std::optional<RecognisedIntent> recognise_intent(const Session& before,
                                                 std::span<const Event> rest);

// What records such a fact; none for an event that is no fact.
std::optional<Intent> fact_intent(const EventData& data);

// Going to sleep by inactivity, and waking up by the first work after it.
bool is_sleep(const EventData& data);
// The event that the command is about: the first that is no waking up after inactivity.
size_t leading_event(std::span<const Event> rest);

}  // namespace clew
