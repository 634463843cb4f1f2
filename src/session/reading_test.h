#pragma once
// Readings made up from a seed, for tests: sessions as a dialect tells them. Steps are numbered in
// the order of the document, each with its external id; nothing is removed or points nowhere, facts
// have no ids and are counted as they are.

#include "session/decide.h"
#include "session/merge/merge_edit.h"
#include "session/random_event_test.h"

namespace clew {

// What the fold of adopt(reading) is compared with, and the other way round: without ids of facts,
// places, head; steps renumbered in plan order.
Session plain(Session session);
// As plain; facts and agents in an order of their own, and without the latest fence, which no edit
// touches.
Session sorted(Session session);
// Any session that events can lead to, removed and orphaned steps included.
Session random_session(RandomEvents& random);
Session random_reading(uint64_t seed);
// As the log has it after these events.
Session fold(Session session, const Drafts& drafts, const std::string& actor = "file:x");
Session adopted(const Session& reading);
// The external id.
std::string name_in_test(const Session& session, const Step& step);
// As text, for messages that tell what differs.
std::string shown(const Session& session);

}  // namespace clew
