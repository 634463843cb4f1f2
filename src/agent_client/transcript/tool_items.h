#pragma once
// What a tool did, as a hook of the same client would tell it, made into items of a transcript.
// Private to agent_client.

#include <string>
#include <vector>

#include "agent_client/hook_event.h"
#include "agent_client/transcript/transcript_item.h"

namespace clew::transcript {

std::vector<TranscriptItemData> items_of_tool(const HookEvent& event, const std::string& call);

}  // namespace clew::transcript
