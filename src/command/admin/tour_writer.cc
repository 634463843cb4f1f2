#include "command/admin/tour_writer.h"

#include <fmt/format.h>

#include <csignal>

#include "engine/workspace.h"
#include "session/apply.h"

namespace clew {
namespace {

constexpr int kNotes = 100;

Status die_in_the_middle(Workspace& workspace, const SessionId& id) {
  return transact(workspace, {seconds(5)}, [&](Transaction& transaction) -> Status {
    CLEW_ASSIGN(const Loaded loaded, transaction.load(id));
    Event event;
    event.header.seq = Seq{loaded.head.seq.number + 1};
    event.header.at = workspace.now();
    event.header.actor = workspace.caller().actor;
    event.data = NoteAdded{kRoot, "half written", ""};
    const Session after = apply(Session(loaded.session), event);
    CLEW_TRY(transaction.append(Append{id, loaded.head.seq, {event}, &after, {}}));
    std::raise(SIGKILL);
    return success();
  });
}

}  // namespace

Result<Answer> write_until_killed(Workspace& workspace, const NoRequest&) {
  SessionId id;
  for (int i = 1; i <= kNotes; ++i) {
    CLEW_ASSIGN(const Done done, workspace.execute(RecordFact{
                                     NoteAdded{kRoot, fmt::format("note {}", i), ""},
                                     {}
    }));
    id = done.after.identity.id;
    const Value fields = done_fields(done);
    workspace.caller().emit(fields,
                            fmt::format("{} {}", done.head.seq.number, done.head.hash.hex()));
  }
  CLEW_TRY(die_in_the_middle(workspace, id));
  return make_error(ErrorCode::kFailed, "this process should have been killed", id.text);
}

}  // namespace clew
