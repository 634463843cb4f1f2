#include "command/convert/import_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "command/convert/log_contents.h"
#include "command/convert/read_log.h"
#include "engine/append.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "files/whole_file.h"
#include "secrets/find_secrets.h"
#include "store/at_once.h"
#include "store/codec/event_codec.h"

namespace clew {
namespace {

constexpr uint64_t kMaxLog = uint64_t{2} << 30;

Result<Bytes> read_source(Workspace& workspace, const std::string& file) {
  if (file != "-") return read_whole_file(workspace.files(), caller_path(workspace, file), kMaxLog);
  return workspace.read_input();
}

// What the store had of a session before.
struct Known {
  std::optional<Head> head;
  std::vector<RawEvent> to_redact;  // redacted where the log comes from, and not yet here
};

Result<Known> look_up(Transaction& transaction, const LogSection& section) {
  Known known;
  const SessionId& id = section.opening.session;
  CLEW_ASSIGN(const bool there, transaction.exists(id));
  if (!there) return known;
  CLEW_ASSIGN(const SessionSummary summary, transaction.summary(id));
  known.head = summary.head;
  for (const auto& event : section.events) {
    if (!event.redacted || event.header.seq > summary.head.seq) continue;
    CLEW_ASSIGN(const auto here, transaction.read_raw(id, event.header.seq, 1));
    if (!here.empty() && here.front().hash == event.hash && !here.front().redacted) {
      known.to_redact.push_back(event);
    }
  }
  return known;
}

// Content of events that were redacted here stays away: only what the session names now.
Result<bool> take_contents(Transaction& transaction, const LogSection& section) {
  if (section.contents.empty()) return false;
  const SessionId& id = section.opening.session;
  std::set<Hash> named;
  for (Seq from{1};;) {
    CLEW_ASSIGN(const auto page, transaction.read_raw(id, from, kEventsAtOnce));
    if (page.empty()) break;
    from = Seq{page.back().header.seq.number + 1};
    for (const auto& hash : hashes_named(page)) named.insert(hash);
  }
  bool changed = false;
  for (const auto& blob : section.contents) {
    if (named.count(blob.hash) == 0) continue;
    changed = changed || !transaction.blob(blob.hash);
    CLEW_TRY(transaction.put_blob(blob, id));
  }
  if (changed) CLEW_TRY(transaction.remake(id));  // the words of artifacts can be found again
  return changed;
}

struct Taken {
  SessionId id;
  Head head;
  bool changed = true;
};

Result<Taken> take_section(Transaction& transaction, const LogSection& section) {
  const LogOpening& opening = section.opening;
  CLEW_ASSIGN(const Known known, look_up(transaction, section));
  const auto restored = transaction.restore_chain(opening.session, section.events, opening.fork);
  if (!restored) {
    Error error = restored.error();
    if (error.code == ErrorCode::kConflict) {
      error.message = fmt::format(
          "{} has diverged: the file is at event {}, head {}; this store at event {}, head {}; {}",
          opening.session.text, opening.head.seq.number, opening.head.hash.brief(),
          known.head ? known.head->seq.number : 0, known.head ? known.head->hash.brief() : "none",
          error.message);
    }
    return error;
  }
  for (const auto& event : known.to_redact) {
    CLEW_ASSIGN(const EventData data, decode_data(event.kind, event.payload));
    CLEW_TRY(transaction.redact(opening.session, event.header.seq, data));
  }
  CLEW_ASSIGN(const bool brought, take_contents(transaction, section));
  const bool changed =
      !known.head || *known.head != *restored || !known.to_redact.empty() || brought;
  return Taken{opening.session, *restored, changed};
}

Answer answer_for(const std::vector<Taken>& taken) {
  Answer answer;
  Value list = Value::list();
  bool changed = false;
  for (const auto& each : taken) {
    changed = changed || each.changed;
    Value fields = Value::object();
    fields.set("session", each.id.text);
    fields.set("seq", each.head.seq.number);
    fields.set("hash", each.head.hash.hex());
    fields.set("changed", each.changed);
    list.push(fields);
    answer.text += fmt::format("{}{}  {} · {} events, head {}", answer.text.empty() ? "" : "\n",
                               each.id.text, each.changed ? "imported" : "already in the store",
                               each.head.seq.number, each.head.hash.brief());
  }
  const Taken& last = taken.back();
  answer.data.set("session", last.id.text);
  answer.data.set("seq", last.head.seq.number);
  answer.data.set("hash", last.head.hash.hex());
  answer.data.set("changed", changed);
  answer.data.set("sessions", list);
  return answer;
}

// Events are taken in as they are, or their hashes would be others: what looks like a secret is
// only named.
std::vector<std::string> secrets_in(const std::vector<LogSection>& sections) {
  constexpr size_t kMaxNamed = 20;
  std::vector<std::string> notices;
  for (const auto& section : sections) {
    for (const auto& event : section.events) {
      const auto secrets = find_secrets(event.payload);
      if (secrets.empty()) continue;
      if (notices.size() == kMaxNamed) {
        notices.push_back("more events look like they hold secrets");
        return notices;
      }
      notices.push_back(fmt::format(
          "event {0} of {1} looks like it holds a secret ({2}); it is kept unchanged: clew redact "
          "{0} -s {1}",
          event.header.seq.number, section.opening.session.text, secrets.front().kind));
    }
  }
  return notices;
}

}  // namespace

FindHead heads_of(Workspace& workspace) {
  return [&workspace](const SessionId& id, Seq seq) -> Result<Head> {
    CLEW_ASSIGN(const auto found, workspace.store().read_raw(id, seq, 1));
    if (found.empty() || found.front().header.seq != seq) {
      return make_error(ErrorCode::kNotFound, "there is no such event", id.text);
    }
    return Head{seq, found.front().hash};
  };
}

Result<Answer> import_log(Workspace& workspace, const std::string& file) {
  CLEW_ASSIGN(const Bytes bytes, read_source(workspace, file));
  CLEW_ASSIGN(const auto sections, read_log(bytes, file, heads_of(workspace)));
  if (file != "-") workspace.count_as_request(bytes);
  return import_sections(workspace, sections);
}

Result<Answer> import_sections(Workspace& workspace, const std::vector<LogSection>& sections) {
  const KeyedAnswer key(workspace);
  bool is_repeated = false;
  const auto take_all = [&](Transaction& transaction) -> Result<WithOutcome<Answer>> {
    using Ended = WithOutcome<Answer>;
    CLEW_ASSIGN(auto seen, key.find(transaction));
    is_repeated = seen.has_value();
    if (seen) return Ended{std::move(*seen), Outcome::kRollBack};
    std::vector<Taken> taken;
    for (const auto& section : sections) {
      CLEW_ASSIGN(Taken each, take_section(transaction, section));
      taken.push_back(std::move(each));
    }
    Answer answer = answer_for(taken);
    CLEW_TRY(key.keep(transaction, answer));
    return Ended{std::move(answer)};
  };
  CLEW_ASSIGN(Answer answer, transact(workspace, workspace.write_deadline(), take_all));
  if (is_repeated) return answer;
  const auto secrets = secrets_in(sections);
  if (!secrets.empty()) answer.data.set("notices", to_value(secrets));
  for (const auto& notice : secrets) answer.text += "\nnote: " + notice;
  for (const auto& notice : workspace.store().notices()) answer.text += "\nnote: " + notice;
  return answer;
}

}  // namespace clew
