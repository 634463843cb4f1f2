#pragma once
// What a list shows of a session, made from its state. The part that has no column of its own is
// kept as bytes (the layout is in event_codec.h).

#include "store/event_store.h"

namespace clew {

struct CardText {
  std::string goal;
  std::string project_path;
  ActorId actor;  // who touched it last
  std::string step;
  int percent = 0;
  bool open_ended = false;
  bool operator==(const CardText&) const = default;
  static constexpr auto fields() {
    return field_list(
        field(1, "goal", &CardText::goal), field(2, "project_path", &CardText::project_path),
        field(3, "actor", &CardText::actor), field(4, "step", &CardText::step),
        field(5, "percent", &CardText::percent), field(6, "open_ended", &CardText::open_ended));
  }
};

CardText card_text(const Session& session, const ActorId& actor, Time now);
Bytes encode_card(const CardText& card);
Result<CardText> decode_card(BytesView bytes);

}  // namespace clew
