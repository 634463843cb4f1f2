#pragma once
// What the state of a listed item means for its step. A step of somebody else is started, blocked,
// completed and skipped, but neither put back nor opened again: its state is for them to say. The
// agent says which item of its own it begins: none does by itself when another ends. A
// gate that stayed shut is not tried again by a list, which shows nothing new.

#include <string>

#include "agent_client/hook_event.h"
#include "session/decide.h"

namespace clew {

enum class ItemOwner { kThisList, kSomebodyElse };

// `list`: whose list says so, in words. Nothing happens when the step is as the list says.
void move_item(Trial& intents, StepId step, StepStatus state, ItemOwner whose,
               const std::string& list);
// Its gate asks for something to be shown, which no list does.
bool is_shut_to_lists(const Step& step);
void skip_item(Trial& intents, StepId step, ItemOwner whose, const std::string& reason);

}  // namespace clew
