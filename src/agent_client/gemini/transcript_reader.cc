#include "agent_client/gemini/transcript_reader.h"

#include <algorithm>

#include "agent_client/gemini/hook_event.h"
#include "agent_client/transcript/person_text.h"
#include "agent_client/transcript/session_builder.h"
#include "agent_client/transcript/value_access.h"
#include "document/members.h"

namespace clew::transcript {
namespace {

// A text, or parts of which some are texts.
std::string content_text(const Value& content) {
  if (content.is_string()) return content.as_string();
  std::string text;
  for (const auto& part : content.as_list()) text += text_in(part, "text");
  return text;
}

bool has_function_response(const Value& content) {
  const auto& parts = content.as_list();
  return std::any_of(parts.begin(), parts.end(),
                     [](const Value& part) { return part.find("functionResponse") != nullptr; });
}

// "**Workspace Directories:**\n  - /home/ana/oauth": the first path that a list names.
std::string folder_in(const std::string& context) {
  constexpr std::string_view kItem = "  - /";
  size_t at = context.find("Director");
  at = at == std::string::npos ? at : context.find(kItem, at);
  if (at == std::string::npos) return {};
  const size_t from = at + kItem.size() - 1;
  return context.substr(from, std::min(context.find('\n', from), context.size()) - from);
}

// As the hook after a tool tells it.
Value response_of(const Value& call) {
  Value response = Value::object();
  response.set("returnDisplay", member(call, "resultDisplay"));
  for (const auto& result : member(call, "result").as_list()) {
    const Value& answer = member(member(result, "functionResponse"), "response");
    if (answer.find("output") != nullptr) response.set("llmContent", member(answer, "output"));
    if (answer.find("error") != nullptr) {
      Value error = Value::object();
      error.set("message", member(answer, "error"));
      response.set("error", std::move(error));
    }
  }
  return response;
}

}  // namespace

GeminiReader::GeminiReader(TranscriptOptions)
    : feed_(kGeminiTranscripts.client, reading_.counts, reading_.findings,
            [this](const Value& line) { take_line(line); }) {
  about_.client = kGeminiTranscripts.client;
}

void GeminiReader::take_line(const Value& line) {
  if (is_part_) return;
  const Value& patch = member(line, "$set");
  if (patch.is_object()) {
    // What the model goes on with; what it no longer reads was done all the same.
    for (const auto& message : member(patch, "messages").as_list()) take_message(message);
    about_.last = std::max(about_.last, time_in(patch, "lastUpdated").value_or(Time()));
  } else if (line.find("$rewindTo") != nullptr) {
    rewind_to(text_in(line, "$rewindTo"));
  } else if (!text_in(line, "sessionId").empty()) {
    take_header(line);
  } else if (!text_in(line, "id").empty()) {
    take_message(line);
  } else {
    feed_.unknown(text_in(line, "type"));
  }
}

void GeminiReader::take_header(const Value& line) {
  about_.entry = text_in(line, "sessionId");
  about_.began = time_in(line, "startTime").value_or(about_.began);
  about_.last = std::max(about_.last, time_in(line, "lastUpdated").value_or(about_.began));
  at_ = about_.began;
}

void GeminiReader::take_message(const Value& line) {
  at_ = time_in(line, "timestamp").value_or(at_);
  if (about_.began == Time()) about_.began = at_;
  about_.last = std::max(about_.last, at_);
  Message message{text_in(line, "id"), {}, {}, false};
  const std::string type = text_in(line, "type");
  if (type == "user") {
    read_user(line, message);
  } else if (type == "gemini") {
    read_answer(line, message);
  } else if (type == "error") {
    message.items.push_back({
        at_, {},
         false, ErrorReported{content_text(member(line, "content")), {}}
    });
  } else if (type != "info" && type != "warning") {
    feed_.unknown(type);
  }
  const auto same = std::find_if(messages_.begin(), messages_.end(),
                                 [&](const Message& each) { return each.id == message.id; });
  if (same == messages_.end()) {
    messages_.push_back(std::move(message));
  } else {
    *same = std::move(message);
  }
}

// The message goes too. One that is not there takes back everything.
void GeminiReader::rewind_to(const std::string& id) {
  const auto from = std::find_if(messages_.begin(), messages_.end(),
                                 [&](const Message& each) { return each.id == id; });
  const auto first = from == messages_.end() ? messages_.begin() : from;
  reading_.counts.left_out += messages_.end() - first;
  messages_.erase(first, messages_.end());
}

// Answers of tools come in the person's name and are left out here; a summary stands where
// something was compressed.
void GeminiReader::read_user(const Value& line, Message& message) {
  const Value& content = member(line, "content");
  if (has_function_response(content)) return;
  const std::string text = content_text(content);
  if (text.starts_with("<session_context>") && about_.folder.empty()) {
    about_.folder = folder_in(text);
  }
  if (text.starts_with("<state_snapshot>")) {
    message.items.push_back({at_, {}, false, Compacted{}});
    message.items.push_back({at_, {}, false, Compacted{text}});
    return;
  }
  PersonText said = read_person_text(text);
  if (said.kind != PersonTextKind::kPrompt) return;
  message.items.push_back({
      at_, {},
       false, Prompt{std::move(said.text), PromptKind::kTyped}
  });
}

void GeminiReader::read_answer(const Value& line, Message& message) {
  message.is_answer = true;
  about_.model = text_in(line, "model");
  const Value& tokens = member(line, "tokens");
  const auto count = [&](const char* name) {
    return std::max<int64_t>(integer_in(tokens, name).value_or(0), 0);
  };
  // What came out of the cache is counted apart from what else went in.
  message.tokens = {std::max<int64_t>(count("input") - count("cached"), 0),
                    capped_sum(count("output"), count("thoughts")), count("cached"), 0};
  const auto& calls = member(line, "toolCalls").as_list();
  if (std::string text = content_text(member(line, "content")); !text.empty()) {
    const TurnState turn = calls.empty() ? TurnState::kEnds : TurnState::kGoesOn;
    message.items.push_back({
        at_, {},
         false, AgentMessage{std::move(text), turn}
    });
  }
  for (const auto& call : calls) read_call(call, message);
}

void GeminiReader::read_call(const Value& call, Message& message) {
  const std::string id = text_in(call, "id");
  const Time began = at_;
  const Time ended = time_in(call, "timestamp").value_or(began);
  HookEvent event;
  event.tool = text_in(call, "name");
  const Value& given = member(call, "args");
  const auto add = [&](Time at, TranscriptItemData data) {
    message.items.push_back({at, {}, false, std::move(data)});
  };
  add(began, ToolCallStarted{id, call_words(event.tool, text_in(given, "command"))});
  const std::string status = text_in(call, "status");
  // A call that failed has changed nothing; only of a command the failure is worth telling.
  if (status == "success" || event.tool == "run_shell_command") {
    read_gemini_tool(given, response_of(call), event);
  }
  for (auto& data : items_of_tool(event, id)) add(ended, std::move(data));
  if (status == "success" || status == "error" || status == "cancelled") {
    add(ended, ToolCallEnded{id});
  }
}

TranscriptReading GeminiReader::take() {
  feed_.end_all();
  reading_.folder = about_.folder;
  SessionBuilder builder(about_);
  Tokens tokens;
  int64_t answers = 0;
  for (const auto& message : messages_) {
    tokens.add(message.tokens);
    answers += message.is_answer ? 1 : 0;
    reading_.lines.push_back(message.id);
    for (const auto& item : message.items) {
      if (is_work(item.data)) reading_.entry = about_.entry;
      builder.add(item);
    }
  }
  builder.count({}, tokens, answers);
  reading_.session = builder.take();
  return std::move(reading_);
}

namespace {

std::optional<TranscriptHint> read_gemini_hint(const Value& line) {
  const bool is_header = !text_in(line, "sessionId").empty() && line.find("projectHash") != nullptr;
  const std::string kind = text_in(line, "kind");
  if (!is_header || (!kind.empty() && kind != "main")) return std::nullopt;
  return TranscriptHint{&kGeminiTranscripts, text_in(line, "sessionId"),
                        time_in(line, "startTime").value_or(Time())};
}

std::optional<TranscriptHint> read_cut_gemini_hint(std::string_view) { return std::nullopt; }

}  // namespace

const TranscriptFormat kGeminiTranscripts{
    .client = "gemini",
    .make_reader = [](TranscriptOptions options) -> std::unique_ptr<TranscriptReader> {
      return std::make_unique<GeminiReader>(std::move(options));
    },
    .read_hint = read_gemini_hint,
    .guess_hint = nullptr,
    .read_cut_hint = read_cut_gemini_hint,
    .subagents = SubagentFiles::kOnTheirOwn,
};

}  // namespace clew::transcript
