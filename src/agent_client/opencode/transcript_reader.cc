#include "agent_client/opencode/transcript_reader.h"

#include <algorithm>

#include "agent_client/opencode/hook_event.h"
#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/session_builder.h"
#include "agent_client/transcript/value_access.h"
#include "document/json/lenient_json.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

constexpr size_t kMaxDocument = size_t{256} << 20;

constexpr int64_t kYear10000 = 253'402'300'800'000;

// Milliseconds since 1970.
Time time_at(const Value& times, const char* name, Time otherwise) {
  const int64_t ms = integer_in(times, name).value_or(0);
  return ms > 0 && ms < kYear10000 ? Time{ms} : otherwise;
}

bool is_from_person(const Value& part) {
  return text_in(part, "type") == "text" && !member(part, "synthetic").as_bool() &&
         !member(part, "ignored").as_bool();
}

// The document is read as a whole when its file ends; one that breaks off is read as far as it
// goes.
class OpencodeReader final : public TranscriptReader {
 public:
  OpencodeReader() { about_.client = kOpencodeTranscripts.client; }

  void begin(const TranscriptFile& file) override {
    name_ = file.name;
    is_part_ = !file.agent.empty();
    is_over_ = false;
    text_.clear();
  }
  void add(BytesView piece) override {
    if (text_.size() + piece.size() <= kMaxDocument) {
      text_ += piece;
    } else {
      is_over_ = true;
    }
  }
  void end() override;
  TranscriptReading take() override;

 private:
  void report(Severity severity, const char* rule, std::string message);
  void read_message(const Value& message);
  void read_prompt(const Value& message);
  void read_answer(const Value& message);
  void read_call(const Value& part);
  void add_item(Time at, TranscriptItemData data) {
    items_.push_back({at, {}, false, std::move(data)});
  }

  TranscriptReading reading_;
  About about_;
  std::string name_;
  std::string text_;
  bool is_over_ = false;
  bool is_part_ = false;  // of a subagent: no such file is known
  Time at_;
  std::vector<TranscriptItem> items_;
  Tokens tokens_;
  int64_t answers_ = 0;
};

// Findings without a place: a database's export has no lines that a person would look at.
void OpencodeReader::report(Severity severity, const char* rule, std::string message) {
  Finding finding;
  finding.severity = severity;
  finding.rule = rule;
  finding.file = name_;
  finding.message = std::move(message);
  reading_.findings.push_back(std::move(finding));
}

// A document over the limit is cut there, and what was kept of it is read.
void OpencodeReader::end() {
  if (is_part_) return;
  const auto tree = parse_cut_json(text_);
  if (!tree || is_over_) {
    ++reading_.counts.lines;
    ++reading_.counts.unreadable;
    report(Severity::kWarning, "damaged",
           is_over_ ? "the document is over the limit of 256 MiB" : tree.error().message);
    if (!tree) return;
  }
  const Value& info = member(*tree, "info");
  about_.entry = text_in(info, "id");
  about_.folder = text_in(info, "directory");
  about_.version = text_in(info, "version");
  about_.began = time_at(member(info, "time"), "created", {});
  about_.last = time_at(member(info, "time"), "updated", about_.began);
  at_ = about_.began;
  for (const auto& message : member(*tree, "messages").as_list()) read_message(message);
  text_.clear();
}

void OpencodeReader::read_message(const Value& message) {
  ++reading_.counts.lines;
  const Value& info = member(message, "info");
  at_ = time_at(member(info, "time"), "created", at_);
  about_.last = std::max(about_.last, at_);
  reading_.lines.push_back(text_in(info, "id"));
  const std::string role = text_in(info, "role");
  if (role == "user") {
    read_prompt(message);
  } else if (role == "assistant") {
    read_answer(message);
  } else {
    ++reading_.counts.unknown;
  }
}

void OpencodeReader::read_prompt(const Value& message) {
  std::string text;
  for (const auto& part : member(message, "parts").as_list()) {
    if (text_in(part, "type") == "compaction") add_item(at_, Compacted{});
    if (!is_from_person(part)) continue;
    text += (text.empty() ? "" : "\n") + without_opencode_quotes(text_in(part, "text"));
  }
  PersonText said = read_person_text(text);
  if (said.kind != PersonTextKind::kPrompt) return;
  add_item(at_, Prompt{std::move(said.text), PromptKind::kTyped});
}

// A summary of a compaction comes as an answer that says so. An answer that ends with tool calls
// goes on.
void OpencodeReader::read_answer(const Value& message) {
  const Value& info = member(message, "info");
  ++answers_;
  about_.model = text_in(info, "modelID");
  const Value& tokens = member(info, "tokens");
  const auto count = [](const Value& from, const char* name) {
    return std::max<int64_t>(integer_in(from, name).value_or(0), 0);
  };
  tokens_.add({count(tokens, "input"),
               capped_sum(count(tokens, "output"), count(tokens, "reasoning")),
               count(member(tokens, "cache"), "read"), count(member(tokens, "cache"), "write")});
  const bool is_summary = member(info, "summary").as_bool();
  std::string text;
  for (const auto& part : member(message, "parts").as_list()) {
    if (is_from_person(part)) text += (text.empty() ? "" : "\n") + text_in(part, "text");
    if (text_in(part, "type") == "tool") read_call(part);
  }
  const Time ended = time_at(member(info, "time"), "completed", at_);
  about_.last = std::max(about_.last, ended);
  if (is_summary) {
    if (!text.empty()) add_item(ended, Compacted{std::move(text)});
    return;
  }
  const bool goes_on = text_in(info, "finish") == "tool-calls";
  if (!text.empty()) {
    add_item(ended, AgentMessage{std::move(text), goes_on ? TurnState::kGoesOn : TurnState::kEnds});
  }
  const Value& error = member(info, "error");
  const std::string name = text_in(error, "name");
  if (name.empty()) return;
  if (name == "MessageAbortedError") {
    add_item(ended, TurnEnded{TurnEnding::kInterrupted});
  } else {
    add_item(ended, ErrorReported{call_words(name, text_in(member(error, "data"), "message")),
                                  ErrorCategory::kUnknown});
  }
}

// Call and result are one part; a call that never ended tells nothing but its start.
void OpencodeReader::read_call(const Value& part) {
  const Value& state = member(part, "state");
  const Value& times = member(state, "time");
  const Time began = time_at(times, "start", at_);
  const Time ended = time_at(times, "end", began);
  const std::string id = text_in(part, "callID");
  const std::string status = text_in(state, "status");
  HookEvent event;
  event.tool = text_in(part, "tool");
  const Value& given = member(state, "input");
  add_item(began, ToolCallStarted{id, call_words(event.tool, text_in(given, "command"))});
  if (status == "completed") {
    read_opencode_tool(given, state, event);
    if (event.command && ended >= began) event.command->duration = ended - began;
  } else if (status == "error") {
    add_item(ended, ErrorReported{call_words(event.tool, text_in(state, "error")),
                                  ErrorCategory::kUnknown});
  } else {
    return;  // it was running when the session was left
  }
  for (auto& data : items_of_tool(event, id)) add_item(ended, std::move(data));
  add_item(ended, ToolCallEnded{id});
}

TranscriptReading OpencodeReader::take() {
  reading_.folder = about_.folder;
  SessionBuilder builder(about_);
  for (const auto& item : items_) {
    if (is_work(item.data)) reading_.entry = about_.entry;
    builder.add(item);
  }
  builder.count({}, tokens_, answers_);
  reading_.session = builder.take();
  return std::move(reading_);
}

std::optional<TranscriptHint> no_line(const Value&) { return std::nullopt; }
std::optional<TranscriptHint> no_start(std::string_view) { return std::nullopt; }

// {"info": {"id": "ses_…": the rest may be longer than what was read of it.
std::optional<TranscriptHint> read_opencode_hint(std::string_view beginning) {
  constexpr size_t kHead = 400;
  constexpr std::string_view kSession = "\"ses_";
  const std::string_view head = beginning.substr(0, kHead);
  const size_t info = head.find("\"info\"");
  const size_t id = head.find("\"id\"", info == std::string_view::npos ? kHead : info);
  const size_t at = head.find(kSession, id == std::string_view::npos ? kHead : id);
  const bool is_first = info < 16 && id < info + 32 && at < id + 8;
  const size_t end = is_first ? head.find('"', at + 1) : std::string_view::npos;
  if (end == std::string_view::npos) return std::nullopt;
  return TranscriptHint{&kOpencodeTranscripts, std::string(head.substr(at + 1, end - at - 1))};
}

}  // namespace

const TranscriptFormat kOpencodeTranscripts{
    .client = "opencode",
    .make_reader = [](TranscriptOptions) -> std::unique_ptr<TranscriptReader> {
      return std::make_unique<OpencodeReader>();
    },
    .read_hint = no_line,
    .guess_hint = nullptr,
    .read_cut_hint = no_start,
    .subagents = SubagentFiles::kOnTheirOwn,
    .read_document_hint = read_opencode_hint,
};

}  // namespace clew::transcript
