#include "interface/toolbox/session_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "interface/toolbox/brief_size.h"
#include "interface/toolbox/session_reply.h"
#include "interface/toolbox/tool_words.h"

namespace clew {
namespace {

constexpr size_t kMostFacts = 32;     // of each kind; `total` says how many there are
constexpr size_t kMostWords = 2'000;  // of each text; the resources have them whole

// Who wrote what the fields of `status` do not say it of.
struct Authors {
  std::string goal;
  std::string all;
  std::vector<Question> questions;

  std::string of_question(int64_t id) const {
    for (const auto& question : questions) {
      if (question.origin.id.number == id) return question.origin.actor.text;
    }
    return {};
  }
};

Result<Authors> authors_of(SessionCall& call) {
  CLEW_ASSIGN(Workspace* const workspace, call.reading());
  CLEW_ASSIGN(const SessionRef ref, workspace->find_session(Effect::kReads));
  CLEW_ASSIGN(const Loaded loaded, workspace->load(ref));
  CLEW_ASSIGN(const auto first, workspace->store().read(ref.id, Seq{1}, 1));
  Authors authors;
  if (!first.empty()) authors.goal = first.front().event.header.actor.text;
  authors.all = authors.goal;
  for (const auto& place : loaded.session.places) {
    if (place.actor.text != authors.goal) authors.all += ", " + place.actor.text;
  }
  authors.questions = loaded.session.questions.items;
  return authors;
}

// The command to try next, as the call that does it.
void translate_next(Value& context) {
  const Value* next = context.find("next");
  if (next == nullptr) return;
  Value told = picked(*next, {"text", "set_by"});
  const Value* command = next->find("command");
  if (command != nullptr && !command->as_string().empty()) {
    told.set("call", next_call(command->as_string()));
  }
  context.set("next", std::move(told));
}

void sign_questions(const Authors& authors, Value& context) {
  const Value* open = context.find("open_questions");
  if (open == nullptr) return;
  Value signed_ones = Value::list();
  for (const auto& question : open->as_list()) {
    Value item = question;
    item.set("actor", authors.of_question(item.find("id")->as_int()));
    signed_ones.push(std::move(item));
  }
  context.set("open_questions", std::move(signed_ones));
}

void shorten_steps(Value& context) {
  const Value* steps = context.find("steps");
  if (steps == nullptr) return;
  Value brief = Value::list();
  for (const auto& step : steps->as_list()) {
    brief.push(picked(
        step, {"number", "title", "status", "aside", "gate", "findings", "reason", "holder"}));
  }
  context.set("steps", std::move(brief));
}

void cut_texts(Value& value) {
  if (value.is_string()) {
    if (value.as_string().size() > kMostWords) value = Value(cut(value.as_string(), kMostWords));
  } else if (value.is_list()) {
    for (auto& item : value.list_ref()) cut_texts(item);
  } else if (value.is_object()) {
    for (auto& [name, item] : value.object_ref()) cut_texts(item);
  }
}

// The whole plan: the brief shows the part of it that is at hand.
std::string step_lines(const Value& context) {
  constexpr size_t kMostShown = 50;
  constexpr size_t kMostStepTitle = 120;
  const Value* steps = context.find("steps");
  if (steps == nullptr || steps->as_list().empty()) return {};
  const auto word = [](const Value& step, const char* name) {
    const Value* value = step.find(name);
    return value == nullptr ? std::string()
                            : cut(visible(one_line(value->as_string())), kMostStepTitle);
  };
  std::string out = "\n\nSteps:";
  size_t shown = 0;
  for (const auto& step : steps->as_list()) {
    if (shown++ == kMostShown) {
      return out + fmt::format("\nand {} more", steps->as_list().size() - kMostShown);
    }
    out += fmt::format("\n{} \"{}\" {}", word(step, "number"), word(step, "title"),
                       word(step, "status"));
    if (step.find("aside") != nullptr) out += " · aside";
    if (step.find("gate") != nullptr) out += " · until " + word(step, "gate");
    if (step.find("findings") != nullptr) out += " · " + word(step, "findings");
    if (step.find("reason") != nullptr) out += " · " + word(step, "reason");
    if (step.find("holder") != nullptr) out += " · held by " + word(step, "holder");
  }
  return out;
}

// With their numbers, by which they are answered.
std::string question_lines(const Value& context) {
  constexpr size_t kMostQuestion = 200;
  const Value* open = context.find("open_questions");
  if (open == nullptr || open->as_list().empty()) return {};
  std::string out = "\n\nOpen questions:";
  for (const auto& question : open->as_list()) {
    out += fmt::format("\n{} \"{}\"", question.find("id")->as_int(),
                       cut(visible(one_line(question.find("text")->as_string())), kMostQuestion));
  }
  return out;
}

// Only the latest of each kind, and long texts cut, so that an answer stays an answer.
Result<Value> latest_facts(SessionCall& call) {
  CLEW_ASSIGN(const Answer whole, call.run("show", Value::object()));
  Value out = Value::object();
  for (const char* kind : {"decisions", "failed_approaches", "questions", "notes", "claims",
                           "errors", "files", "runs", "agents", "artifacts", "checkpoints"}) {
    const Value* kept = whole.data.find(kind);
    const Value* items = kept == nullptr ? nullptr : kept->find("items");
    if (items == nullptr || items->as_list().empty()) continue;
    const Value::List& all = items->as_list();
    const auto from = all.end() - static_cast<long>(std::min(all.size(), kMostFacts));
    Value facts = Value::object();
    facts.set("total", *kept->find("total"));
    Value latest = Value(Value::List(from, all.end()));
    cut_texts(latest);
    facts.set("items", std::move(latest));
    out.set(kind, std::move(facts));
  }
  if (const Value* instruction = whole.data.find("instruction")) {
    out.set("instruction", *instruction);
  }
  return out;
}

}  // namespace

Result<SessionReply> session_context(SessionCall& call) {
  CLEW_ASSIGN(const Answer status, call.run("status", Value::object()));
  const Detail length = call.is_detailed() ? Detail::kDetailed : Detail::kConcise;
  CLEW_ASSIGN(const Answer brief, call.run("brief", brief_request(length)));
  CLEW_ASSIGN(const Authors authors, authors_of(call));
  Value context = status.data;
  if (!call.is_detailed()) {
    context =
        picked(status.data,
               {"session",    "seq",           "hash",           "goal",          "lifecycle",
                "status",     "last_activity", "percent",        "steps_total",   "steps_complete",
                "stalled",    "step",          "next",           "paused_reason", "paused_context",
                "last_error", "steps",         "open_questions", "drift",         "drift_checked",
                "stale"});
    shorten_steps(context);
  }
  context.set("goal_by", authors.goal);
  translate_next(context);
  sign_questions(authors, context);
  // A client shows its model either the fields or the text: each says all of it.
  context.set("brief", brief.text);
  SessionReply reply;
  reply.fields = Value::object();
  reply.fields.set("about", fmt::format("{} Recorded by {}.", kRecordedFacts, authors.all));
  reply.text = brief.text + step_lines(context) + question_lines(context);
  if (const Value* call_next = context.find("next")->find("call")) {
    reply.text += "\n\nnext: " + call_next->as_string();
  }
  reply.text += fmt::format("\nRecorded by {}.", visible(authors.all));
  if (call.is_detailed()) {
    CLEW_ASSIGN(const Value facts, latest_facts(call));
    reply.text += "\n\nThe latest of each kind:\n" + json_line(facts);
    for (const auto& [kind, items] : facts.as_object()) context.set(kind, items);
  }
  reply.fields.set("context", std::move(context));
  return reply;
}

}  // namespace clew
