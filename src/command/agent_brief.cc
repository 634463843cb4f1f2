#include "command/agent_brief.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/brief.h"
#include "command/look_at_world.h"

namespace clew {
namespace {

constexpr const char* kAtWork = "\nAt work: ";
constexpr const char* kMore = "\nMore: ";

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

}  // namespace

std::string full_brief(Workspace& workspace, const Loaded& given, const ContextLimit& limit,
                       const std::vector<ActorId>& gone) {
  Loaded loaded = given;
  std::erase_if(loaded.session.places, [&](const ActorPlace& place) {
    return std::find(gone.begin(), gone.end(), place.actor) != gone.end();
  });
  const World world = look_at_world(workspace, loaded, LookDepth::kQuick);
  std::string text;
  for (size_t budget = limit.characters; budget >= kBriefLeast; budget = budget * 3 / 4) {
    text = write_brief(loaded.session, world, budget);
    if (fits(text, limit)) return text;
  }
  return write_short_brief(loaded.session, world);
}

std::string five_lines(Workspace& workspace, const Loaded& loaded,
                       const std::vector<std::string>& at_work) {
  const World world = look_at_world(workspace, loaded, LookDepth::kNone);
  std::string text = write_short_brief(loaded.session, world);
  const size_t more = text.rfind(kMore);
  if (at_work.empty() || text.find(kAtWork) != std::string::npos || more == std::string::npos) {
    return text;
  }
  std::vector<std::string> named(
      at_work.begin(), at_work.begin() + std::min<std::ptrdiff_t>(3, std::ssize(at_work)));
  if (at_work.size() > named.size()) {
    named.push_back(fmt::format("+{} more", at_work.size() - named.size()));
  }
  return text.insert(more, fmt::format("{}{}", kAtWork, fmt::join(named, " · ")));
}

}  // namespace clew
