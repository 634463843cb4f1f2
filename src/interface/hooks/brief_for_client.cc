#include "interface/hooks/brief_for_client.h"

#include <algorithm>

#include "base/text.h"
#include "brief/brief.h"
#include "drift/check.h"

namespace clew {
namespace {

// Four bytes of UTF-8 are two units of UTF-16; every other character is one.
size_t count_utf16(const std::string& text) {
  return count_characters(text) +
         static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
           return (static_cast<unsigned char>(c) & 0xF8) == 0xF0;
         }));
}

bool fits(const std::string& text, const ContextLimit& limit) {
  return count_characters(text) <= limit.characters && count_utf16(text) <= limit.utf16 &&
         text.size() <= limit.bytes;
}

World world_without(Workspace& workspace, const Loaded& loaded, LookDepth depth,
                    const std::vector<ActorId>& gone) {
  World world = look_at_world(workspace, loaded, depth);
  for (auto& agent : world.agents) {
    agent.there = agent.there && std::find(gone.begin(), gone.end(), agent.actor) == gone.end();
  }
  return world;
}

}  // namespace

std::string full_brief(Workspace& workspace, const Loaded& loaded, const ContextLimit& limit,
                       const std::vector<ActorId>& gone) {
  const World world = world_without(workspace, loaded, LookDepth::kQuick, gone);
  std::string text;
  for (size_t budget = limit.characters; budget >= kBriefLeast; budget = budget * 3 / 4) {
    text = write_brief(loaded.session, world, budget);
    if (fits(text, limit)) return text;
  }
  return write_short_brief(loaded.session, world);
}

std::string five_lines(Workspace& workspace, const Loaded& loaded,
                       const std::vector<ActorId>& gone) {
  return write_short_brief(loaded.session,
                           world_without(workspace, loaded, LookDepth::kNone, gone));
}

}  // namespace clew
