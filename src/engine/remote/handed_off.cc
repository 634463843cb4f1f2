#include "engine/remote/handed_off.h"

#include <fmt/format.h>

#include "base/bytes.h"
#include "brief/standing.h"
#include "bundle/device_key.h"
#include "engine/arrival/side_session.h"

namespace clew {

bool is_this_device(Context& context, const Handoff& handoff) {
  const Surroundings& around = context.surroundings();
  if (around.state_folder.empty()) return false;
  const auto key =
      read_member_key(context.files(), around.state_folder, handoff.remote, around.user);
  return key && to_hex(key->signing_key()) == handoff.signing_key;
}

Holder holder_of(Context& context, StoreReader& store, const Session& session) {
  if (!session.handoff) return Holder::kNobody;
  const auto moved = moved_out_of(store, session.identity.id);
  if (moved && !moved->empty()) return Holder::kNobody;
  return is_this_device(context, *session.handoff) ? Holder::kHere : Holder::kElsewhere;
}

std::string handed_off_words(const Handoff& handoff, Time now) {
  return fmt::format("handed to {} {}; what is recorded here goes into a fork", handoff.device,
                     when(handoff.origin.at, now));
}

}  // namespace clew
