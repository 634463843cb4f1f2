#pragma once
// Events that `clew repair --from` cut off a damaged log. They are not thrown away: their bytes are
// a blob (store/codec/raw_log.h) that a note of the session names, and can be read from there.

#include "engine/workspace.h"

namespace clew {

// The note that tells of it; `span` says which events, in words.
NoteAdded quarantine_note(const std::string& span, const Hash& content);
// The content that such a note names; nothing for any other event.
std::optional<Hash> quarantined_in(const EventHeader& header, const EventData& data);

// `clew log --set-aside`: every event that was ever set aside, and what is wrong with it.
Result<Answer> show_quarantined(Workspace& workspace, const SessionRef& ref);

}  // namespace clew
