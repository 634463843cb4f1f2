#pragma once
// What drafts would lead to, before they are recorded.

#include "session/decide.h"

namespace clew {

// The session after `drafts`, told by the intent's actor at the intent's time.
Session after_drafts(Session session, const Intent& intent, const Drafts& drafts);

}  // namespace clew
