#include "store/codec/session_summary.h"

#include "session/progress.h"
#include "store/codec/field_codec.h"

namespace clew {

SummaryText summary_text(const Session& session, const ActorId& actor, Time now) {
  SummaryText summary;
  summary.goal = session.identity.goal;
  summary.project_path = session.identity.project_path;
  summary.actor = actor;
  if (session.steps.empty()) return summary;
  summary.step = label_of(session, current_step(session, actor));
  const Progress at = progress(session, actor, now);
  summary.percent = at.percent;
  summary.open_ended = at.open_ended;
  return summary;
}

Bytes encode_summary(const SummaryText& summary) {
  Bytes out;
  wire::put_struct(out, summary);
  return out;
}

Result<SummaryText> decode_summary(BytesView bytes) {
  SummaryText summary;
  wire::Reader reader(bytes);
  wire::take_struct(reader, summary);
  if (!reader.ok()) return make_error(ErrorCode::kCorrupt, "the summary of a session is damaged");
  return summary;
}

}  // namespace clew
