#include "command/convert/export_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "command/convert/log_contents.h"
#include "engine/context.h"
#include "engine/log/checked_log.h"
#include "engine/log/log_lines.h"
#include "engine/log/own_log.h"
#include "engine/session_list.h"
#include "store/at_once.h"

#include "engine/confirm.h"
namespace clew {
namespace {

Result<std::vector<SessionId>> sessions_asked_for(Workspace& workspace, const LogExport& request) {
  std::vector<SessionId> ids;
  if (request.all) {
    ListQuery query;
    query.archived = true;
    query.limit = kEverySession;
    CLEW_ASSIGN(const auto summaries, workspace.store().list(query));
    for (const auto& summary : summaries) {
      if (!summary.forgotten) ids.push_back(summary.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
  }
  std::vector<SessionRef> refs;
  if (request.sessions.empty()) {
    CLEW_ASSIGN(SessionRef ref, workspace.find_session(Effect::kReads));
    refs.push_back(std::move(ref));
  }
  for (const auto& name : request.sessions) {
    CLEW_ASSIGN(SessionRef ref, workspace.parse_ref(name));
    refs.push_back(std::move(ref));
  }
  for (const auto& ref : refs) {
    if (ref.at) {
      return make_error(ErrorCode::kUsage, "a log can only be exported as a whole",
                        fmt::format("{}@{}", ref.id.text, ref.at->number),
                        "clew export --log " + ref.id.text);
    }
    ids.push_back(ref.id);
  }
  return ids;
}

// Adds a session after those it was forked from; each once.
Status add_with_parents(Workspace& workspace, const SessionId& id,
                        std::vector<SessionSummary>& line) {
  std::vector<SessionSummary> chain;
  for (SessionId at = id; !at.empty();) {
    const auto is_it = [&](const SessionSummary& summary) { return summary.id == at; };
    if (std::any_of(line.begin(), line.end(), is_it)) break;
    if (std::any_of(chain.begin(), chain.end(), is_it)) {
      return make_error(ErrorCode::kCorrupt, "its forks form a cycle", at.text,
                        "clew verify " + at.text);
    }
    CLEW_ASSIGN(SessionSummary summary, workspace.store().summary(at));
    if (summary.forgotten) {
      return make_error(ErrorCode::kInvalid,
                        "the session was forgotten; there is nothing to export", at.text,
                        "clew list --archived");
    }
    at = summary.parent;
    chain.push_back(std::move(summary));
  }
  line.insert(line.end(), chain.rbegin(), chain.rend());
  return success();
}

using Sink = std::function<void(const Value& line)>;

Status write_content(Workspace& workspace, const SessionId& id, const Hash& hash,
                     const Sink& sink) {
  CLEW_ASSIGN(const Bytes bytes, workspace.store().blob(hash));
  size_t at = 0;
  do {  // an empty content has one piece, too
    sink(content_line({id, hash, bytes.size(), at, bytes.substr(at, kContentPiece)}));
    at += kContentPiece;
  } while (at < bytes.size());
  return success();
}

// A log that leaves is taken for true elsewhere: no line of a damaged one does. Other sessions can
// still be named one by one.
Status refuse_damaged(Workspace& workspace, const SessionId& id) {
  CheckedLog log(workspace.store(), id);
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, log.read(from, kEventsAtOnce));
    if (page.empty()) return success();
    from = Seq{page.back().raw.header.seq.number + 1};
    for (const auto& event : page) {
      if (event.problem.empty()) continue;
      return make_error(
          ErrorCode::kCorrupt,
          fmt::format("event {} of {}: {}; nothing was exported", event.raw.header.seq.number,
                      event.raw.session.text, event.problem),
          id.text, "clew verify " + event.raw.session.text);
    }
  }
}

// What was written of it.
struct Written {
  LogOpening opening;
  Hash genesis;
};

Result<Written> write_session(Workspace& workspace, const SessionSummary& summary,
                              const Sink& sink) {
  CLEW_ASSIGN(const auto events, own_events(workspace.store(), summary.id));
  if (events.empty()) {
    return make_error(ErrorCode::kCorrupt, "the session has no events", summary.id.text,
                      "clew verify " + summary.id.text);
  }
  CLEW_ASSIGN(const auto contents, contents_of(workspace.store(), events));
  LogOpening opening;
  CLEW_ASSIGN(opening.session, workspace.store().hashed_id(summary.id));
  if (opening.session != summary.id) opening.handle = summary.id;
  opening.events = static_cast<uint32_t>(events.size());
  opening.head = Head{events.back().header.seq, events.back().hash};
  opening.contents = static_cast<uint32_t>(contents.size());
  if (!summary.parent.empty()) {
    opening.fork = Fork{summary.parent, Seq{events.front().header.seq.number - 1}};
  }
  sink(opening_line(opening));
  for (const auto& event : events) {
    CLEW_ASSIGN(const Value line, event_line_of(event));
    sink(line);
  }
  for (const auto& hash : contents) CLEW_TRY(write_content(workspace, opening.session, hash, sink));
  return Written{std::move(opening), events.front().hash};
}

Result<std::vector<SessionSummary>> undamaged_with_parents(Workspace& workspace,
                                                           const std::vector<SessionId>& ids) {
  std::vector<SessionSummary> line;
  for (const auto& id : ids) CLEW_TRY(add_with_parents(workspace, id, line));
  for (const auto& summary : line) CLEW_TRY(refuse_damaged(workspace, summary.id));
  return line;
}

Result<Hash> hash_before(Workspace& workspace, const LogOpening& opening) {
  if (!opening.fork) return Hash{};
  const Seq seq = opening.fork->parent_seq;
  CLEW_ASSIGN(const auto found, workspace.store().read_raw(opening.fork->parent, seq, 1));
  return found.empty() ? Hash{} : found.front().hash;
}

// As it was asked for: " oauth-7f3a", " --all".
std::string export_words(const LogExport& request) {
  std::string words = request.all ? " --all" : "";
  for (const auto& session : request.sessions) words += " " + session;
  return words;
}

}  // namespace

Result<std::vector<SessionLog>> logs_of(Workspace& workspace,
                                        const std::vector<std::string>& sessions) {
  CLEW_ASSIGN(const auto ids, sessions_asked_for(workspace, {sessions, false, {}}));
  CLEW_ASSIGN(const auto line, undamaged_with_parents(workspace, ids));
  std::vector<SessionLog> logs;
  for (const auto& summary : line) {
    SessionLog log;
    const Sink sink = [&](const Value& each) { log.text += line_text(each) + "\n"; };
    CLEW_ASSIGN(Written written, write_session(workspace, summary, sink));
    log.opening = std::move(written.opening);
    log.genesis = written.genesis;
    CLEW_ASSIGN(log.parent, hash_before(workspace, log.opening));
    logs.push_back(std::move(log));
  }
  return logs;
}

Result<Answer> export_log(Workspace& workspace, const LogExport& request) {
  const bool streams = request.out.empty() && workspace.caller().emit;
  const auto ids = sessions_asked_for(workspace, request);
  // What a stream is written into is to be a log; nobody wants a list there.
  if (!ids && request.sessions.empty() && !streams) return list_open(workspace, ids.error());
  if (!ids) {
    Error error = ids.error();
    const bool asks = error.code == ErrorCode::kUsage && !workspace.names_session();
    if (asks && request.sessions.empty()) {
      error.next = "clew export --log ID   for one, clew export --log --all   for all";
    }
    return error;
  }
  CLEW_ASSIGN(const auto line, undamaged_with_parents(workspace, *ids));
  std::string text;
  const Sink sink = [&](const Value& each) {
    if (streams) {
      workspace.caller().emit(each, line_text(each));
    } else {
      text += line_text(each) + "\n";
    }
  };
  size_t events = 0;
  Value names = Value::list();
  for (const auto& summary : line) {
    CLEW_ASSIGN(const Written written, write_session(workspace, summary, sink));
    events += written.opening.events;
    names.push(summary.id.text);
  }
  Answer answer;
  if (streams) {  // what was asked for is already said
    answer.data = Value();
    return answer;
  }
  answer.data.set("sessions", names);
  answer.data.set("events", static_cast<int64_t>(events));
  if (request.out.empty()) {
    if (!text.empty()) text.pop_back();
    answer.data.set("log", text);
    answer.text = std::move(text);
    return answer;
  }
  CLEW_TRY(write_agreed(
      workspace, request.out, text,
      "clew export" + export_words(request) + " --log --out " + shell_word(request.out)));
  answer.data.set("file", caller_path(workspace, request.out));
  answer.text = fmt::format("{} events of {} written to {}\nnext  clew import {}", events,
                            counted(line.size(), "session", "sessions"), request.out,
                            shell_word(request.out));
  return answer;
}

}  // namespace clew
