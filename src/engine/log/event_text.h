#pragma once
// Renders one event: as one line for people, and as fields for programs. `clew log` and everything
// that lists events uses it.

#include <string>

#include "store/event_store.h"

namespace clew {

// {seq, type, at, actor, via, hash, data}
Value event_fields_of(const StoredEvent& stored);
// 17  14:32  ana@laptop  decided: hybrid JWT, because …
// Steps are called by their number in `plan`; by their id ("step #3") without one.
std::string event_line(const StoredEvent& stored, const Session* plan = nullptr);
// What happened, in a few words: "decided: hybrid JWT, because …".
std::string event_words(const EventData& data, const Session* plan = nullptr);

}  // namespace clew
