#pragma once
// Which words of an event `clew search` can find, and which contents (blobs) an event names: one
// place for each kind of event.

#include <vector>

#include "session/event.h"

namespace clew {

// The words of an event that a person would search for; empty for most kinds.
std::string searchable_text(const EventData& data);
// Every hash in it that is set, each once; some of them name blobs.
std::vector<Hash> hashes_in(const EventData& data);
// The blob whose text belongs to it, when it is an artifact; else the empty hash.
Hash artifact_in(const EventData& data);

inline constexpr size_t kMaxIndexedBytes = 256 * 1024;

}  // namespace clew
