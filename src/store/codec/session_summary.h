#pragma once
// What a list shows of a session, made from its state. The part that has no column of its own is
// kept as bytes (the layout is in event_codec.h).

#include "store/event_store.h"

namespace clew {

struct SummaryText {
  std::string goal;
  std::string project_path;
  ActorId actor;  // who touched it last
  std::string step;
  int percent = 0;
  bool open_ended = false;
  bool operator==(const SummaryText&) const = default;
  static constexpr auto fields() {
    return field_list(field(1, "goal", &SummaryText::goal),
                      field(2, "project_path", &SummaryText::project_path),
                      field(3, "actor", &SummaryText::actor), field(4, "step", &SummaryText::step),
                      field(5, "percent", &SummaryText::percent),
                      field(6, "open_ended", &SummaryText::open_ended));
  }
};

SummaryText summary_text(const Session& session, const ActorId& actor, Time now);
Bytes encode_summary(const SummaryText& summary);
Result<SummaryText> decode_summary(BytesView bytes);

}  // namespace clew
