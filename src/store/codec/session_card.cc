#include "store/codec/session_card.h"

#include "session/progress.h"
#include "store/codec/field_codec.h"

namespace clew {

CardText card_text(const Session& session, const ActorId& actor, Time now) {
  CardText card;
  card.goal = session.identity.goal;
  card.project_path = session.identity.project_path;
  card.actor = actor;
  if (session.steps.empty()) return card;
  card.step = label_of(session, current_step(session, actor));
  const Progress at = progress(session, actor, now);
  card.percent = at.percent;
  card.open_ended = at.open_ended;
  return card;
}

Bytes encode_card(const CardText& card) {
  Bytes out;
  wire::put_struct(out, card);
  return out;
}

Result<CardText> decode_card(BytesView bytes) {
  CardText card;
  wire::Reader reader(bytes);
  wire::take_struct(reader, card);
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "the summary of a session is damaged");
  return card;
}

}  // namespace clew
