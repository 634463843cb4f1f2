#pragma once
// `clew on` and `clew off`: whether anything is recorded, everywhere or in this checkout.

#include "command/verb.h"

namespace clew {

struct SwitchRequest {
  bool here = false;
  static constexpr auto params() {
    return field_list(flag("here", &SwitchRequest::here, "only in this checkout"));
  }
};

Result<Answer> switch_on(Workspace& workspace, const SwitchRequest& request);
Result<Answer> switch_off(Workspace& workspace, const SwitchRequest& request);

// CLEW_OFF, or switched off everywhere or here. A store that cannot be read is not off: the verb
// itself then says what is wrong.
bool is_off(Workspace& workspace);
// What switches it on again, as "clew on --here"; empty while it is on.
std::string way_to_record(Workspace& workspace);
// The answer of a verb that tells where the work stands, with a line that recording is off. An
// error stays one, below that line.
Result<Answer> with_off_words(Workspace& workspace, Result<Answer> answer);
// Whether a verb records, so that being off stops it. Mending, forgetting and the switches go on.
bool is_recording(const Verb& verb);
// What a recording verb answers instead of doing anything.
Answer answer_off(Workspace& workspace);

}  // namespace clew
