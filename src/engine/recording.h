#pragma once
// Whether anything is recorded here: the switch of `clew off` and CLEW_OFF, for the whole machine
// or one checkout.

#include "engine/workspace.h"

namespace clew {

enum class OffScope { kEverywhere, kHere };
// The setting that says it.
std::string off_key(Workspace& workspace, OffScope scope);

enum class OffWhere { kNowhere, kEnvironment, kEverywhere, kHere };
OffWhere off_where(Workspace& workspace);
OffWhere off_where(Workspace& workspace, StoreReader& store);  // in a transaction
const char* way_back(OffWhere where);                          // "clew on --here"
const char* location_of(OffWhere where);                       // "here"

// CLEW_OFF, or switched off everywhere or here. A store that cannot be read is not off: the verb
// itself then says what is wrong.
bool is_off(Workspace& workspace);
// What switches it on again, as "clew on --here"; empty while it is on.
std::string way_to_record(Workspace& workspace);
// The answer of a verb that tells where the work stands, with a line that recording is off. An
// error stays one, below that line.
Result<Answer> with_off_words(Workspace& workspace, Result<Answer> answer);
// What a recording verb answers instead of doing anything.
Answer answer_off(Workspace& workspace);

}  // namespace clew
