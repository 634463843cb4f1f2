#include "drift/whole_text.h"

namespace clew {
namespace {

std::string long_text(const EventData& data) {
  if (const auto* instruction = get_if<InstructionGiven>(&data)) return instruction->text;
  if (const auto* checkpoint = get_if<CheckpointMade>(&data)) return checkpoint->note;
  if (const auto* run = get_if<CommandRan>(&data)) return run->output;
  return {};
}

}  // namespace

TextLookup whole_texts_of(StoreReader& store, const SessionId& session) {
  return [&store, session](Seq event) {
    const auto read = store.read(session, event, 1);
    const bool found = read && !read->empty() && read->front().event.header.seq == event;
    return found ? long_text(read->front().event.data) : std::string();
  };
}

}  // namespace clew
