#pragma once
// Events of one session as they travel: text that a remote carries without looking into it. First
// what the part is of, then a line per event as in an exported log, then the contents that they
// name:
//
//   {"clew_part":1,"session":"oauth-7f3a","genesis":"51aa…","seq":20,"hash":"9f3c…"}
//   {"session":"oauth-7f3a","seq":18,"type":"note_added",…}
//   {"session":"oauth-7f3a","content":"9f3c…","size":700000,"offset":0,"base64":"…"}
//
// docs/format-remote.md.

#include "engine/arrival/arrival.h"
#include "remote/entry.h"

namespace clew {

// kCorrupt when the events do not follow from `before`, the event that they go on from: what is
// damaged does not travel.
Result<Bytes> write_part(const ArrivingSession& part, const Head& before);
// Nothing of it is believed: take_in() checks every hash. kCorrupt: no such part, or of another
// session than the row says.
Result<ArrivingSession> read_part(BytesView text, const SentRow& row);

// One part after the other makes one; events that both have are taken once.
void join_parts(ArrivingSession& part, ArrivingSession next);

}  // namespace clew
