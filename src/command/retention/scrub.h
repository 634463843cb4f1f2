#pragma once
// The same event without its words. Structure stays: ids, hashes, times, enums, numbers, and text
// that only names something (paths, keys, fields of gates).

#include <functional>
#include <string>

#include "dialect/redacted_text.h"
#include "session/event.h"

namespace clew {

// Every free text becomes [redacted], and contents that it names are let go.
EventData scrub_event(EventData data);

// Only `text`, wherever it occurs in the event, and contents of which `holds` says that they have
// it.
EventData scrub_text(EventData data, const std::string& text,
                     const std::function<bool(const Hash& content)>& holds);

}  // namespace clew
