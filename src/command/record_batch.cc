#include "command/record_batch.h"

#include <fmt/format.h>

#include "command/record_lines.h"
#include "command/said.h"
#include "session/apply.h"

namespace clew {
namespace {

constexpr const char* kExample =
    "echo '{\"type\":\"note_added\",\"data\":{\"text\":\"…\"}}' | clew record";

Result<std::vector<Wish>> wishes_for(const std::vector<RecordLine>& lines, const Session& session,
                                     const ActorId& actor) {
  std::vector<Wish> wishes;
  for (const auto& line : lines) {
    auto wish = wish_of(line, session, actor);
    if (!wish) return at_line(line.number, wish.error());
    wishes.push_back(std::move(*wish));
  }
  return wishes;
}

// Which line was refused. Only asked once something was: deciding knows wishes, not lines.
Error name_line(const std::vector<RecordLine>& lines, Session session, const Intent& frame,
                const Error& error) {
  for (const auto& line : lines) {
    auto wish = wish_of(line, session, frame.actor);
    if (!wish) return at_line(line.number, wish.error());
    const auto drafts = decide(session, Intent{frame.now, frame.actor, *wish});
    if (!drafts) return at_line(line.number, drafts.error());
    for (const auto& draft : *drafts) {
      EventHeader header;
      header.seq = Seq{session.head.number + 1};
      header.at = draft.at.value_or(frame.now);
      header.actor = frame.actor;
      session = apply(std::move(session), Event{header, draft.data});
    }
  }
  return error;
}

// A gate that stayed shut is recorded, and said.
std::optional<Error> shut_gate(const Done& done) {
  for (const auto& event : done.events) {
    const auto* failed = std::get_if<AttemptFailed>(&event.data);
    if (failed == nullptr) continue;
    const std::string label = label_of(done.after, failed->step);
    return make_error(ErrorCode::kInvalid,
                      fmt::format("step {} is not done (its gate failed: {}); everything else is "
                                  "recorded",
                                  label, to_text(failed->findings)),
                      label, "clew done " + number_of(done.after, failed->step));
  }
  return std::nullopt;
}

}  // namespace

Result<Answer> record_batch(Workspace& workspace, const RecordRequest& request) {
  CLEW_ASSIGN(const std::string input, workspace.read_input());
  CLEW_ASSIGN(const std::vector<RecordLine> lines, read_record_lines(input));
  if (lines.empty()) {
    return make_error(ErrorCode::kUsage, "there is no line to record", "record", kExample);
  }
  const ActorId& actor = workspace.caller().actor;
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  Session seen;
  if (request.dry_run) {
    CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
    const Error fine;
    const Error error =
        name_line(lines, loaded.session, {workspace.now(), actor, ResumeSession()}, fine);
    if (error != fine) return error;
    Answer answer;
    answer.data.set("session", ref.id.text);
    answer.data.set("seq", loaded.head.seq.number);
    answer.data.set("hash", loaded.head.hash.hex());
    answer.data.set("changed", false);
    answer.data.set("lines", static_cast<int64_t>(lines.size()));
    answer.text = fmt::format("{} {} fine; nothing was recorded", lines.size(),
                              lines.size() == 1 ? "line is" : "lines are");
    return answer;
  }
  const auto wishes = [&](const Session& session) {
    seen = session;
    return wishes_for(lines, session, actor);
  };
  auto done = workspace.execute(ref.id, wishes);
  if (!done && !seen.exists()) return done.error();
  if (!done) {
    const Time now = std::max(workspace.now(), seen.last_activity);
    return name_line(lines, seen, {now, actor, ResumeSession()}, done.error());
  }
  Answer answer =
      said(workspace, *done,
           fmt::format("recorded {} {}", lines.size(), lines.size() == 1 ? "line" : "lines"));
  answer.data.set("lines", static_cast<int64_t>(lines.size()));
  Value events = Value::list();
  for (const auto& event : done->events) events.push(event.header.seq.number);
  answer.data.set("events", std::move(events));
  answer.refusal = shut_gate(*done);
  return answer;
}

}  // namespace clew
