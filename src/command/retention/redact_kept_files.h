#pragma once
// For `clew redact`: the texts of files that are kept beside the log, as they were imported or
// taken in from a view, lose the words as well.

#include "dialect/redacted_text.h"
#include "engine/workspace.h"

namespace clew {

// It and its forks, as far as they have a view.
Result<std::vector<SessionId>> shown_with(StoreReader& store, const SessionId& session);

// In the turn that redacts: true when there was anything to take out. Where a text cannot be freed
// of the words, all of it goes.
Result<bool> redact_texts(Transaction& transaction, const SessionId& session,
                          const RedactedWords& words);

// Of words that a person named: events that still say them, by number.
Result<std::vector<uint32_t>> events_that_tell(StoreReader& store, const SessionId& session,
                                               const RedactedWords& words);
// Does what a person named have the word that the id is made of? It is one of the goal.
bool is_in_id(const SessionId& id, const RedactedWords& words);
// Files outside the store that still say them: a sentence each, with what to do about it.
Result<std::vector<std::string>> files_that_tell(Workspace& workspace, const SessionId& session,
                                                 const RedactedWords& words);

}  // namespace clew
