#include "command/redact_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "command/append_in_turn.h"
#include "command/keyed_answer.h"
#include "command/redact_texts.h"
#include "command/said.h"
#include "command/scrub.h"
#include "store/event_codec.h"

namespace clew {
namespace {

Result<std::set<Seq>> parse_events(const std::vector<std::string>& words) {
  std::set<Seq> events;
  for (const auto& word : words) {
    uint32_t number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (code != std::errc() || end != word.data() + word.size() || number == 0) {
      return make_error(ErrorCode::kUsage, fmt::format("\"{}\" is no number of an event", word),
                        word, "clew log");
    }
    events.insert(Seq{number});
  }
  return events;
}

Result<StoredEvent> read_event(Workspace& workspace, const SessionId& id, Seq seq) {
  CLEW_ASSIGN(auto found, workspace.store().read(id, seq, 1));
  if (found.empty() || found.front().event.header.seq != seq) {
    return make_error(ErrorCode::kNotFound, fmt::format("there is no event {}", seq.number),
                      id.text, "clew log " + id.text);
  }
  return std::move(found.front());
}

EventData replacement_for(Workspace& workspace, const EventData& data, const std::string& text) {
  if (text.empty()) return scrub_event(data);
  return scrub_text(data, text, [&](const Hash& content) {
    const auto bytes = workspace.store().blob(content);
    return bytes && bytes->find(text) != std::string::npos;
  });
}

// Brings the views of these sessions and their files together.
Status settle_views(Workspace& workspace, const std::vector<SessionId>& shown,
                    std::vector<std::string>& notices) {
  for (const auto& id : shown) {
    CLEW_ASSIGN(Done done, workspace.execute_unkeyed(id, {}));
    std::move(done.notices.begin(), done.notices.end(), std::back_inserter(notices));
  }
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

}  // namespace

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
    CLEW_TRY(settle_views(workspace, shown, of_views));
  }
  CLEW_ASSIGN(auto turn, workspace.store().begin_write(kWriteDeadline));
  CLEW_ASSIGN(const auto seen, key.find(*turn));
  if (seen) return *seen;
  std::vector<EventData> notices;
  RedactedWords words;
  if (!request.text.empty()) words.named.push_back(request.text);
  Value redacted = Value::list();
  std::string numbers;
  for (const Seq seq : wanted) {
    CLEW_ASSIGN(const StoredEvent stored, read_event(workspace, ref.id, seq));
    const EventData replacement = replacement_for(workspace, stored.event.data, request.text);
    if (replacement == stored.event.data) continue;
    CLEW_TRY(turn->redact(ref.id, seq, replacement));
    if (request.text.empty())
      words.add(words_gone(data_to_value(stored.event.data), data_to_value(replacement)));
    notices.push_back(EventRedacted{seq, sha256(encode_data(replacement)), request.reason});
    redacted.push(seq.number);
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", seq.number);
  }
  if (notices.empty()) {
    CLEW_ASSIGN(const Loaded loaded, turn->load(ref.id));
    const Answer answer = unchanged(ref, loaded, request);
    CLEW_TRY(key.keep_alone(*turn, answer));
    return answer;
  }
  CLEW_TRY(redact_texts(workspace, *turn, ref.id, words));
  CLEW_TRY(forget_answers(workspace.store(), *turn, {ref.id}));
  CLEW_ASSIGN(Done done, append_in_turn(workspace, *turn, ref.id, std::move(notices)));
  Answer answer =
      said(workspace, done, fmt::format("redacted: event {} of {}", numbers, ref.id.text));
  answer.data.set("redacted", redacted);
  CLEW_TRY(key.keep(*turn, answer));
  CLEW_TRY(turn->commit());
  turn.reset();
  done.notices = workspace.store().notices();
  CLEW_TRY(settle_views(workspace, shown, of_views));
  for (auto& notice : of_views) {
    const auto& all = done.notices;
    if (std::find(all.begin(), all.end(), notice) == all.end()) {
      done.notices.push_back(std::move(notice));
    }
  }
  CLEW_ASSIGN(auto telling, files_that_tell(workspace, ref.id, words));
  std::move(telling.begin(), telling.end(), std::back_inserter(done.notices));
  if (!done.notices.empty()) answer.data.set("notices", to_value(done.notices));
  return with_notices(std::move(answer), done);
}

}  // namespace clew
