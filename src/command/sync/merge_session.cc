#include "command/sync/merge_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "brief/standing.h"
#include "engine/append.h"
#include "engine/arrival/merge_conflicts.h"
#include "engine/arrival/side_session.h"
#include "engine/reply.h"
#include "engine/session_writer.h"
#include "session/merge/merge_tail.h"

namespace clew {
namespace {

// A fork that holds a moved tail means the session it was moved from.
Result<SessionId> merged_session(Workspace& workspace, const SessionId& named) {
  CLEW_ASSIGN(const SessionId from, moved_out_of(workspace.store(), named));
  return from.empty() ? named : from;
}

Value fields_of(const MergeConflict& conflict) {
  Value fields = Value::object();
  fields.set("item", conflict.first.number);
  fields.set("fork", conflict.fork.text);
  fields.set("first", conflict.first.number);
  fields.set("last", conflict.last.number);
  fields.set("device", conflict.moved.device);
  fields.set("what", conflict.what);
  fields.set("why", conflict.why);
  return fields;
}

Answer listed(const SessionId& session, const std::vector<MergeConflict>& conflicts) {
  Answer answer;
  answer.data.set("session", session.text);
  Value list = Value::list();
  for (const auto& each : conflicts) {
    list.push(fields_of(each));
    answer.text += fmt::format("{:>4}  {}  {}\n      {}\n", each.first.number,
                               each.fork.empty() ? each.moved.device : each.fork.text,
                               cut(one_line(each.what), 160), cut(one_line(each.why), 160));
  }
  answer.data.set("conflicts", list);
  if (conflicts.empty()) {
    answer.text = "nothing contradicts in " + session.text;
  } else {
    answer.text += fmt::format("next  clew merge {} {} --take ours|theirs|both", session.text,
                               conflicts.front().first.number);
  }
  return answer;
}

Result<std::vector<MergeConflict>> chosen(const std::vector<MergeConflict>& conflicts,
                                          const SessionId& session,
                                          const std::vector<std::string>& items) {
  if (items.empty()) return conflicts;
  std::vector<MergeConflict> out;
  for (const auto& item : items) {
    const auto is_it = [&](const MergeConflict& each) {
      return item == std::to_string(each.first.number) ||
             item == fmt::format("{}@{}", each.fork.text, each.first.number);
    };
    const auto count = std::count_if(conflicts.begin(), conflicts.end(), is_it);
    if (count != 1) {
      return make_error(count == 0 ? ErrorCode::kNotFound : ErrorCode::kUsage,
                        count == 0 ? fmt::format("there is no conflict {}", item)
                                   : fmt::format("several forks have a conflict {}", item),
                        item, fmt::format("clew merge {} --list", session.text));
    }
    out.push_back(*std::find_if(conflicts.begin(), conflicts.end(), is_it));
  }
  return out;
}

// What is recorded in the session for one conflict.
Result<Drafts> decide_conflict(Workspace& workspace, StoreReader& store,
                               const MergeConflict& conflict, const std::string& take,
                               const Session& now) {
  if (conflict.fork.empty()) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("the events of {} have not arrived here", conflict.moved.device),
                      now.identity.id.text, "clew list --archived");
  }
  if (take == "theirs") return Drafts();
  if (take == "both") {
    RecordFact intent;
    NoteAdded note;
    note.text = fmt::format("on {}: {}", conflict.moved.device, conflict.what);
    intent.fact = RecordFact::Fact(std::move(note));
    return decide_all(now, {intent}, workspace.now(), workspace.caller().actor);
  }
  const Seq common{conflict.moved.first.number - 1};
  CLEW_ASSIGN(const Loaded base, store.load(conflict.fork, common));
  CLEW_ASSIGN(const Loaded before, store.load(conflict.fork, Seq{conflict.first.number - 1}));
  CLEW_ASSIGN(const auto stored, store.read(conflict.fork, conflict.first,
                                            conflict.last.number - conflict.first.number + 1));
  std::vector<Event> command;
  for (const auto& each : stored) command.push_back(each.event);
  return decide_moved({base.session, before.session, command, conflict.moved, workspace.now()},
                      now);
}

// All of them in turn, each on what the one before it left.
Result<Drafts> decide_conflicts(Workspace& workspace, StoreReader& store,
                                const std::vector<MergeConflict>& wanted, const std::string& take,
                                Session now) {
  Drafts all;
  for (const MergeConflict& each : wanted) {
    CLEW_ASSIGN(Drafts drafts, decide_conflict(workspace, store, each, take, now));
    now = preview(std::move(now), drafts, workspace.now(), workspace.caller().actor);
    std::move(drafts.begin(), drafts.end(), std::back_inserter(all));
  }
  return all;
}

// The forks say what was settled; one of which nothing is open is put away.
Status note_settled(Workspace& workspace, SessionWriter& writer,
                    const std::vector<MergeConflict>& settled, const std::string& take) {
  for (const MergeConflict& each : settled) {
    CLEW_TRY(append_events_in(workspace, writer.writing(), each.fork, {settling_note(take)},
                              each.first));
  }
  CLEW_ASSIGN(const auto left, open_conflicts(writer.reader(), writer.session()));
  for (const MergeConflict& each : settled) {
    const bool is_open = std::any_of(left.begin(), left.end(), [&](const MergeConflict& other) {
      return other.fork == each.fork;
    });
    CLEW_ASSIGN(const SessionSummary summary, writer.reader().summary(each.fork));
    if (is_open || summary.archived) continue;
    CLEW_TRY(append_events_in(workspace, writer.writing(), each.fork, {SessionArchived{true}}));
  }
  return success();
}

}  // namespace

Result<Answer> merge_session(Workspace& workspace, const MergeRequest& request) {
  SessionId named;
  std::vector<std::string> items = request.words;
  if (items.empty()) {
    CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kReads));
    named = ref.id;
  } else {
    CLEW_ASSIGN(const SessionRef ref, workspace.parse_ref(items.front()));
    named = ref.id;
    items.erase(items.begin());
  }
  CLEW_ASSIGN(const SessionId session, merged_session(workspace, named));
  if (request.take.empty() || request.list) {
    CLEW_ASSIGN(const auto open, open_conflicts(workspace.store(), session));
    CLEW_ASSIGN(const auto some, chosen(open, session, items));
    return listed(session, some);
  }
  if (request.take != "ours" && request.take != "theirs" && request.take != "both") {
    return make_error(ErrorCode::kUsage,
                      fmt::format("--take is ours, theirs or both, not \"{}\"", request.take),
                      request.take, fmt::format("clew merge {} --list", session.text));
  }
  size_t settled = 0;
  const auto record = [&](SessionWriter& writer) -> Result<Done> {
    std::vector<MergeConflict> wanted;
    CLEW_ASSIGN(Done done, writer.record(workspace, [&](const Loaded& now) -> Result<Drafts> {
      CLEW_ASSIGN(const auto open, open_conflicts(writer.reader(), session));
      CLEW_ASSIGN(wanted, chosen(open, session, items));
      return decide_conflicts(workspace, writer.reader(), wanted, request.take, now.session);
    }));
    settled = wanted.size();
    if (done.repeated || wanted.empty()) return done;
    CLEW_TRY(note_settled(workspace, writer, wanted, request.take));
    done.changed = true;
    return done;
  };
  CLEW_ASSIGN(const Done done, workspace.write_session(session, record));
  CLEW_ASSIGN(const auto left, open_conflicts(workspace.store(), session));
  Answer answer =
      said(workspace, done,
           {done.repeated ? "settled before"
                          : fmt::format("{} settled, {} left",
                                        counted(settled, "conflict", "conflicts"), left.size()),
            left.empty() ? "" : fmt::format("clew merge {} --list", session.text)});
  return answer;
}

}  // namespace clew
