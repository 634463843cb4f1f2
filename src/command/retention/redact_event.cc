#include "command/retention/redact_event.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "base/shell_word.h"
#include "command/retention/redact_kept_files.h"
#include "dialect/redacted_text.h"
#include "engine/append.h"
#include "engine/idempotency.h"
#include "engine/remote/remote_state.h"
#include "engine/reply.h"
#include "session/event.h"
#include "store/codec/event_codec.h"
#include "store/codec/large_payload.h"
#include "view/open_view.h"

namespace clew {
namespace {

// Strings that name something rather than tell it.
constexpr std::array<std::string_view, 20> kSecretNames = {
    "path",    "paths",    "project",     "project_path", "device",   "mode",   "model",
    "branch",  "commit",   "key",         "id",           "dialect",  "type",   "workflow",
    "version", "archived", "archived_as", "created",      "modified", "deleted"};

bool is_name(std::string_view field) {
  for (const auto name : kSecretNames) {
    if (name == field) return true;
  }
  return false;
}

// Fields of evidence and gates are matched by name; what a gate compares with is its structure.
bool is_gate_part(const TypeInfo& type) {
  return &type == &kTypeInfo<EvidenceItem> || &type == &kTypeInfo<GateField> ||
         &type == &kTypeInfo<GateFinding> || &type == &kTypeInfo<CrossRule> ||
         &type == &kTypeInfo<Check>;
}

bool is_gate_name(std::string_view field) {
  return field == "name" || field == "left" || field == "right" || field == "operand";
}

bool names_content(std::string_view field) { return field == "content" || field == "output"; }

// What goes, and what becomes of it.
class Scrubbing {
 public:
  virtual ~Scrubbing() = default;
  virtual bool spares(const TypeInfo& of, std::string_view field) const = 0;
  virtual void text(std::string& text) const = 0;
  virtual bool lets_go(const Hash& content) const = 0;
};

class Everything : public Scrubbing {
 public:
  bool spares(const TypeInfo& of, std::string_view field) const override {
    return is_name(field) || (is_gate_part(of) && is_gate_name(field));
  }
  void text(std::string& text) const override {
    if (!text.empty()) text = kRedacted;
  }
  bool lets_go(const Hash&) const override { return true; }
};

class OneText : public Scrubbing {
 public:
  OneText(const std::string& text, const std::function<bool(const Hash&)>& holds)
      : text_(text), holds_(holds) {}
  bool spares(const TypeInfo&, std::string_view) const override { return false; }
  void text(std::string& text) const override {
    const std::string_view mark = kRedacted;
    for (size_t at = text.find(text_); at != std::string::npos;
         at = text.find(text_, at + mark.size())) {
      text.replace(at, text_.size(), mark);
    }
  }
  bool lets_go(const Hash& content) const override { return holds_(content); }

 private:
  const std::string& text_;
  const std::function<bool(const Hash&)>& holds_;
};

void scrub_value(Value& value, const Scrubbing& how) {
  if (value.is_string()) {
    std::string text = value.as_string();
    how.text(text);
    value = Value(std::move(text));
  } else if (value.is_list()) {
    for (auto& item : value.list_ref()) scrub_value(item, how);
  } else if (value.is_object()) {
    for (auto& [key, item] : value.object_ref()) scrub_value(item, how);
  }
}

void scrub(const TypeInfo& type, void* x, const Scrubbing& how);

void scrub_members(const TypeInfo& type, void* x, const Scrubbing& how) {
  for (const MemberInfo& member : type.structure().members) {
    if (member.type->form == TypeForm::kHash) {
      auto& hash = *static_cast<Hash*>(member.of(x));
      if (!hash.empty() && names_content(member.name) && how.lets_go(hash)) hash = Hash{};
    } else if (!how.spares(type, member.name)) {
      scrub(*member.type, member.of(x), how);
    }
  }
}

void scrub(const TypeInfo& type, void* x, const Scrubbing& how) {
  if (type.form == TypeForm::kText) {
    how.text(text_in(x));
  } else if (type.form == TypeForm::kValue) {
    scrub_value(*static_cast<Value*>(x), how);
  } else if (type.form == TypeForm::kStruct) {
    scrub_members(type, x, how);
  } else {
    for_each_part(type, x, [&](const TypeInfo& inner, void* part) { scrub(inner, part, how); });
  }
}

Result<std::set<Seq>> parse_events(const std::vector<std::string>& words) {
  std::set<Seq> events;
  for (const auto& word : words) {
    uint32_t number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (code != std::errc() || end != word.data() + word.size() || number == 0) {
      return make_error(ErrorCode::kUsage, fmt::format("\"{}\" is not an event number", word), word,
                        "clew log");
    }
    events.insert(Seq{number});
  }
  return events;
}

Result<StoredEvent> read_event(StoreReader& store, const SessionId& id, Seq seq) {
  CLEW_ASSIGN(auto found, store.read(id, seq, 1));
  if (found.empty() || found.front().event.header.seq != seq) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no event {}", seq.number),
                      id.text, "clew log " + id.text);
  }
  return std::move(found.front());
}

EventData replacement_for(StoreReader& store, const EventData& data, const std::string& text) {
  if (text.empty()) return scrub_event(data);
  return scrub_text(data, text, [&](const Hash& content) {
    const auto bytes = store.blob(content);
    return bytes && bytes->find(text) != std::string::npos;
  });
}

// Brings the views of these sessions and their files together. What stands in the way is said.
void settle_views(Workspace& workspace, const std::vector<SessionId>& shown,
                  std::vector<std::string>& notices) {
  for (const auto& id : shown) {
    const auto done = workspace.execute_unkeyed(id, {});
    if (!done) notices.push_back(fmt::format("{}: {}", kBehindWords, done.error().message));
    if (!done) continue;
    for (const auto& notice : done->notices) {
      const bool is_said = std::find(notices.begin(), notices.end(), notice) != notices.end();
      if (!is_said) notices.push_back(notice);
    }
  }
}

// Where the words are still to be found, with what to do about each.
Status say_what_is_left(Workspace& workspace, const SessionId& id, const RedactedWords& words,
                        std::vector<std::string>& notices) {
  CLEW_ASSIGN(const auto events, events_that_tell(workspace.store(), id, words));
  if (!events.empty()) {
    notices.push_back(fmt::format("it is still in event {}; run:  clew redact {} -s {} --text {}",
                                  fmt::join(events, ", "), fmt::join(events, " "), id.text,
                                  shell_word(words.named.front())));
  }
  if (is_in_id(id, words)) {
    notices.push_back(
        fmt::format("the id {} contains part of it, and ids cannot change; to delete the session's "
                    "content:  clew forget {}",
                    id.text, id.text));
  }
  CLEW_ASSIGN(auto files, files_that_tell(workspace, id, words));
  std::move(files.begin(), files.end(), std::back_inserter(notices));
  return success();
}

Answer unchanged(const SessionRef& ref, const Loaded& loaded, const RedactRequest& request) {
  Session after = loaded.session;
  after.identity.id = ref.id;
  Done done;
  done.after = std::move(after);
  done.head = loaded.head;
  done.changed = false;
  Answer answer;
  answer.data = done_fields(done);
  answer.data.set("redacted", Value::list());
  answer.text =
      request.text.empty() ? "there is no text left to redact" : "the text does not occur in it";
  return answer;
}

struct Redacted {
  Answer answer;
  std::optional<Done> done;  // what was recorded of it; unset: no event was redacted
  RedactedWords words;
};

Result<WithOutcome<Redacted>> redact_in(Workspace& workspace, Transaction& transaction,
                                        const SessionRef& ref, const RedactRequest& request,
                                        const std::set<Seq>& wanted, const KeyedAnswer& key) {
  using Ended = WithOutcome<Redacted>;
  CLEW_ASSIGN(auto seen, key.find(transaction));
  if (seen)
    return Ended{
        {std::move(*seen), std::nullopt, {}},
        Outcome::kRollBack
    };
  std::vector<EventData> notices;
  RedactedWords words;
  if (!request.text.empty()) words.named.push_back(request.text);
  Value redacted = Value::list();
  std::string numbers;
  for (const Seq seq : wanted) {
    CLEW_ASSIGN(const StoredEvent stored, read_event(transaction, ref.id, seq));
    const EventData replacement = replacement_for(transaction, stored.event.data, request.text);
    if (replacement == stored.event.data) continue;
    CLEW_TRY(transaction.redact(ref.id, seq, replacement));
    if (request.text.empty()) {
      words.add(words_gone(data_to_value(stored.event.data), data_to_value(replacement)));
    }
    notices.push_back(
        EventRedacted{seq, sha256(stored_payload(encode_data(replacement))), request.reason});
    redacted.push(seq.number);
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", seq.number);
  }
  CLEW_ASSIGN(const bool cleared, redact_texts(transaction, ref.id, words));
  if (notices.empty()) {
    CLEW_ASSIGN(const Loaded loaded, transaction.load(ref.id));
    Answer answer = unchanged(ref, loaded, request);
    if (!cleared) {
      CLEW_ASSIGN(const Outcome outcome, key.keep_alone(transaction, answer));
      return Ended{
          {std::move(answer), std::nullopt, {}},
          outcome
      };
    }
    answer.text += "; it was removed from the data kept outside the log";
    CLEW_TRY(key.keep(transaction, answer));
    return Ended{
        {std::move(answer), std::nullopt, {}}
    };
  }
  CLEW_TRY(forget_answers(transaction, {ref.id}));
  CLEW_TRY(note_erasure(transaction));
  CLEW_ASSIGN(Done done, append_events_in(workspace, transaction, ref.id, std::move(notices)));
  Answer answer =
      said(workspace, done, fmt::format("redacted: event {} of {}", numbers, ref.id.text));
  answer.data.set("redacted", redacted);
  CLEW_TRY(key.keep(transaction, answer));
  return Ended{
      {std::move(answer), std::move(done), std::move(words)}
  };
}

}  // namespace

EventData scrub_event(EventData data) {
  scrub(type_of(data), data.content(), Everything());
  return data;
}

EventData scrub_text(EventData data, const std::string& text,
                     const std::function<bool(const Hash& content)>& holds) {
  scrub(type_of(data), data.content(), OneText(text, holds));
  return data;
}

Result<Answer> redact_event(Workspace& workspace, const RedactRequest& request) {
  CLEW_ASSIGN(const std::set<Seq> wanted, parse_events(request.events));
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  const KeyedAnswer key(workspace);
  // What the files of its view say comes first: it is then known, and goes with the words.
  CLEW_ASSIGN(const auto shown, shown_with(workspace.store(), ref.id));
  std::vector<std::string> of_views;
  if (!shown.empty()) {
    CLEW_ASSIGN(const auto before, key.find());
    if (before) return *before;
    settle_views(workspace, shown, of_views);
  }
  CLEW_ASSIGN(Redacted redacted,
              transact(workspace, workspace.write_deadline(), [&](Transaction& transaction) {
                return redact_in(workspace, transaction, ref, request, wanted, key);
              }));
  Answer& answer = redacted.answer;
  if (!redacted.done) return std::move(answer);
  Done& done = *redacted.done;
  done.notices = workspace.store().notices();
  settle_views(workspace, shown, of_views);
  std::move(of_views.begin(), of_views.end(), std::back_inserter(done.notices));
  CLEW_TRY(say_what_is_left(workspace, ref.id, redacted.words, done.notices));
  if (!done.notices.empty()) answer.data.set("notices", to_value(done.notices));
  return with_notices(std::move(answer), done);
}

}  // namespace clew
