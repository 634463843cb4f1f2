#pragma once
// The part of a log that a session recorded itself, without what it inherited by a fork, and the
// contents that its events name: what is exported, and what travels to another machine.

#include <span>
#include <vector>

#include "store/event_store.h"

namespace clew {

// All events that a session recorded itself, from `from` on, without those of the session it was
// forked from.
Result<std::vector<RawEvent>> own_events(StoreReader& store, const SessionId& id,
                                         Seq from = Seq{1});
// Every hash that these events name, each once; not all of them name contents.
std::vector<Hash> hashes_named(std::span<const RawEvent> events);
// Of these, the ones whose content the store has.
Result<std::vector<Hash>> contents_of(StoreReader& store, std::span<const RawEvent> events);
// The hash of one of the session's own events; none when it has no such event.
// An ancestor's event has the number too when the session is a fork; it is not the session's own.
Result<std::optional<Hash>> own_hash(StoreReader& store, const SessionId& id, Seq seq);

}  // namespace clew
