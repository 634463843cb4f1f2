#include "command/convert/import_log.h"

#include <fmt/format.h>

#include "command/convert/read_log.h"
#include "engine/arrival/arrival.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "files/whole_file.h"
#include "secrets/find_secrets.h"

namespace clew {
namespace {

constexpr uint64_t kMaxLog = uint64_t{2} << 30;

Result<Bytes> read_source(Workspace& workspace, const std::string& file) {
  if (file != "-") return read_whole_file(workspace.files(), caller_path(workspace, file), kMaxLog);
  return workspace.read_input();
}

// A fork names its parent as that was called where the log was exported.
SessionId hashed_id_of_parent(Transaction& transaction, const std::vector<LogSection>& sections,
                              const SessionId& parent) {
  for (const auto& section : sections) {
    if (section.opening.name() == parent) return section.opening.session;
  }
  return transaction.hashed_id(parent).value_or(parent);
}

ArrivingSession arriving(Transaction& transaction, const std::vector<LogSection>& sections,
                         const LogSection& section) {
  const LogOpening& opening = section.opening;
  ArrivingSession session;
  session.id = opening.session;
  session.genesis = section.events.front().hash;
  session.fork = opening.fork;
  if (session.fork) {
    session.fork->parent = hashed_id_of_parent(transaction, sections, session.fork->parent);
  }
  session.events = section.events;
  session.head = Head{section.events.back().header.seq, section.events.back().hash};
  session.contents = section.contents;
  return session;
}

Result<Arrived> take_section(Context& context, Transaction& transaction,
                             const std::vector<LogSection>& sections, const LogSection& section,
                             const std::string& device) {
  if (section.events.empty()) {
    return make_error(ErrorCode::kInvalid, "there are no events to restore",
                      section.opening.session.text);
  }
  ArrivingSession session = arriving(transaction, sections, section);
  session.device = device;
  CLEW_ASSIGN(Arrived arrived, take_in(context, transaction, session, WhenDiverged::kRefuse));
  if (arrived.was != LogRelation::kDiverged) return arrived;
  const Head& there = section.opening.head;
  const Head& here = arrived.head;
  return make_error(
      ErrorCode::kConflict,
      fmt::format("{} has diverged: the file is at event {}, head {}; this store at event {}, "
                  "head {}",
                  arrived.session.text, there.seq.number, there.hash.brief(), here.seq.number,
                  here.hash.brief()),
      arrived.session.text, "clew log " + arrived.session.text);
}

Answer answer_for(const std::vector<Arrived>& taken) {
  Answer answer;
  Value list = Value::list();
  bool changed = false;
  for (const auto& each : taken) {
    changed = changed || each.changed;
    Value fields = Value::object();
    fields.set("session", each.session.text);
    fields.set("seq", each.head.seq.number);
    fields.set("hash", each.head.hash.hex());
    fields.set("changed", each.changed);
    list.push(fields);
    answer.text +=
        fmt::format("{}{}  {} · {} events, head {}", answer.text.empty() ? "" : "\n",
                    each.session.text, each.changed ? "imported" : "already in the store",
                    each.head.seq.number, each.head.hash.brief());
  }
  const Arrived& last = taken.back();
  answer.data.set("session", last.session.text);
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

Result<Answer> import_sections(Workspace& workspace, const std::vector<LogSection>& sections,
                               const std::string& device) {
  const KeyedAnswer key(workspace);
  bool is_repeated = false;
  const auto take_all = [&](Transaction& transaction) -> Result<WithOutcome<Answer>> {
    using Ended = WithOutcome<Answer>;
    CLEW_ASSIGN(auto seen, key.find(transaction));
    is_repeated = seen.has_value();
    if (seen) return Ended{std::move(*seen), Outcome::kRollBack};
    std::vector<Arrived> taken;
    for (const auto& section : sections) {
      CLEW_ASSIGN(Arrived each, take_section(workspace, transaction, sections, section, device));
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
