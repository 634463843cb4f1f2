#include "interface/mcp_tools/session_context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/stored_text.h"
#include "document/json/json.h"
#include "interface/mcp_tools/brief_size.h"
#include "interface/mcp_tools/next_call.h"
#include "interface/mcp_tools/session_reply.h"

namespace clew {
namespace {

// An answer that is longer than clients hand on to their model (25,000 tokens) is none. What is
// left out is said, with the call that finds it; the resources have everything.
constexpr size_t kMaxFacts = 32;          // of each kind; `total` says how many there are
constexpr size_t kMaxSteps = 50;          // around the current one
constexpr size_t kMaxStepsBefore = 10;    // of these
constexpr size_t kMaxFactBytes = 40'000;  // of all kinds together
constexpr size_t kMaxWords = 2'000;       // of each text
constexpr size_t kMaxListedWords = 400;   // of each in a list of many
constexpr size_t kMaxAuthors = 400;

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

// A conversation of several agents: the goal is the first event's author's, questions have their
// own, and the rest is by all who worked on it.
Result<Authors> authors_of(SessionCall& call) {
  CLEW_ASSIGN(Workspace* const workspace, call.reading());
  CLEW_ASSIGN(const SessionRef ref, workspace->find_session(Effect::kReads));
  CLEW_ASSIGN(const Loaded loaded, workspace->load(ref));
  CLEW_ASSIGN(const auto first, workspace->store().read(ref.id, Seq{1}, 1));
  Authors authors;
  if (!first.empty()) authors.goal = first.front().event.header.actor.text;
  authors.all = authors.goal;
  for (const auto& location : loaded.session.locations) {
    if (location.actor.text != authors.goal) authors.all += ", " + location.actor.text;
  }
  authors.questions = loaded.session.questions.items;
  return authors;
}

// The command to try next, as the call that does it.
void translate_next(Value& context) {
  const Value* next = context.find("next");
  if (next == nullptr) return;
  Value reported = picked(*next, {"text", "set_by"});
  const Value* command = next->find("command");
  if (command != nullptr && !command->as_string().empty()) {
    reported.set("call", next_call(command->as_string()));
  }
  context.set("next", std::move(reported));
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

// Fields of a step that a successor acts on.
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

// Cuts every text inside, whatever it is in.
void cut_texts(Value& value, size_t most) {
  if (value.is_string()) {
    if (value.as_string().size() > most) value = Value(cut(value.as_string(), most));
  } else if (value.is_list()) {
    for (auto& item : value.list_ref()) cut_texts(item, most);
  } else if (value.is_object()) {
    for (auto& [name, item] : value.object_ref()) cut_texts(item, most);
  }
}

std::string finds_others(const Value& context) {
  return fmt::format("session_find {{\"query\":\"…\",\"session\":{}}} finds others",
                     write_json(*context.find("session")));
}

size_t current_step(const Value& context, const Value::List& steps) {
  const Value* number = context.find("step")->find("number");
  const auto at = std::find_if(steps.begin(), steps.end(), [&](const Value& step) {
    return number != nullptr && *step.find("number") == *number;
  });
  return at == steps.end() ? 0 : static_cast<size_t>(at - steps.begin());
}

// Some of a long plan: where the work is.
void narrow_steps(Value& context) {
  const Value::List& all = context.find("steps")->as_list();
  if (all.size() <= kMaxSteps) return;
  const size_t current = current_step(context, all);
  const size_t from =
      std::min(current - std::min(current, kMaxStepsBefore), all.size() - kMaxSteps);
  const auto first = all.begin() + static_cast<long>(from);
  Value shown = Value(Value::List(first, first + kMaxSteps));
  context.set("steps_note", fmt::format("{} to {} of {} in the plan; {}", from + 1,
                                        from + kMaxSteps, all.size(), finds_others(context)));
  context.set("steps", std::move(shown));
}

// The latest of many.
void narrow_questions(Value& context) {
  const Value::List& all = context.find("open_questions")->as_list();
  if (all.size() <= kMaxFacts) return;
  Value shown = Value(Value::List(all.end() - kMaxFacts, all.end()));
  context.set("open_questions_note", fmt::format("the latest {} of {} open questions; {}",
                                                 kMaxFacts, all.size(), finds_others(context)));
  context.set("open_questions", std::move(shown));
}

// The first of many; `list` is "drift" or "stale_evidence".
void narrow_differences(Value& context, const std::string& list) {
  const Value::List& all = context.find(list)->as_list();
  if (all.size() <= kMaxFacts) return;
  Value shown = Value(Value::List(all.begin(), all.begin() + kMaxFacts));
  context.set(
      list + "_note",
      fmt::format("{} of {}; session_verify {{\"session\":{},\"detail\":\"detailed\"}} shows more",
                  kMaxFacts, all.size(), write_json(*context.find("session"))));
  context.set(list, std::move(shown));
}

void cut_part(Value& context, const char* name, size_t most) {
  const Value* given = context.find(name);
  if (given == nullptr) return;
  Value shorter = *given;
  cut_texts(shorter, most);
  context.set(name, std::move(shorter));
}

// Lists are shortened first and then the texts in them; each list that was shortened says so beside
// itself.
void narrow(Value& context) {
  narrow_steps(context);
  narrow_questions(context);
  for (const char* list : {"drift", "stale_evidence"}) narrow_differences(context, list);
  for (const char* list : {"steps", "open_questions"}) cut_part(context, list, kMaxListedWords);
  for (const char* part : {"step", "next", "last_error", "paused_reason", "paused_context", "drift",
                           "stale_evidence"}) {
    cut_part(context, part, kMaxWords);
  }
}

std::string note_line(const Value& context, const char* name) {
  const Value* note = context.find(name);
  return note == nullptr ? std::string() : "\n" + note->as_string();
}

// The plan: the brief shows the part of it that is at hand.
std::string step_lines(const Value& context) {
  constexpr size_t kMaxStepTitle = 120;
  const Value* steps = context.find("steps");
  if (steps == nullptr || steps->as_list().empty()) return {};
  const auto word = [](const Value& step, const char* name) {
    const Value* value = step.find(name);
    return value == nullptr ? std::string() : recorded(value->as_string(), kMaxStepTitle);
  };
  std::string out = "\n\nSteps:";
  for (const auto& step : steps->as_list()) {
    out +=
        fmt::format("\n{} {} {}", word(step, "number"),
                    quoted(step.find("title")->as_string(), kMaxStepTitle), word(step, "status"));
    if (step.find("aside") != nullptr) out += " · aside";
    if (step.find("gate") != nullptr) out += " · until " + word(step, "gate");
    if (step.find("findings") != nullptr) out += " · " + word(step, "findings");
    if (step.find("reason") != nullptr) out += " · " + word(step, "reason");
    if (step.find("holder") != nullptr) out += " · held by " + word(step, "holder");
  }
  return out + note_line(context, "steps_note");
}

// With their numbers, by which they are answered.
std::string question_lines(const Value& context) {
  constexpr size_t kMaxQuestion = 200;
  const Value* open = context.find("open_questions");
  if (open == nullptr || open->as_list().empty()) return {};
  std::string out = "\n\nOpen questions:";
  for (const auto& question : open->as_list()) {
    out += fmt::format("\n{} {}", question.find("id")->as_int(),
                       quoted(question.find("text")->as_string(), kMaxQuestion));
  }
  return out + note_line(context, "open_questions_note");
}

constexpr const char* kFactKinds[] = {
    "decisions", "failed_approaches", "questions",  "notes", "claims", "errors", "files", "runs",
    "agents",    "artifacts",         "checkpoints"};

// The latest of each kind, with the total, so that a reader sees that there are more.
Value facts_within(const Value& session, size_t most_items, size_t most_words) {
  Value out = Value::object();
  for (const char* kind : kFactKinds) {
    const Value* kept = session.find(kind);
    const Value* items = kept == nullptr ? nullptr : kept->find("items");
    if (items == nullptr || items->as_list().empty()) continue;
    const Value::List& all = items->as_list();
    const auto from = all.end() - static_cast<long>(std::min(all.size(), most_items));
    Value facts = Value::object();
    facts.set("total", *kept->find("total"));
    Value latest = Value(Value::List(from, all.end()));
    cut_texts(latest, most_words);
    facts.set("items", std::move(latest));
    out.set(kind, std::move(facts));
  }
  if (const Value* instruction = session.find("instruction")) {
    out.set("instruction", *instruction);
  }
  return out;
}

// Only the latest of each kind, and long texts cut; fewer and shorter until they fit.
Result<Value> latest_facts(SessionCall& call) {
  CLEW_ASSIGN(const Answer whole, call.run("show", Value::object()));
  size_t items = kMaxFacts;
  size_t words = kMaxWords;
  Value facts = facts_within(whole.data, items, words);
  while (write_json(facts).size() > kMaxFactBytes && items > 1) {
    if (words > kMaxListedWords) {
      words /= 2;
    } else {
      items /= 2;
    }
    facts = facts_within(whole.data, items, words);
  }
  return facts;
}

}  // namespace

// The text and the fields hold the same, because clients show their model one or the other.
Result<SessionReply> session_context(SessionCall& call) {
  if (call.is_detailed()) call.tell_all();
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
                "stale",      "stale_evidence"});
    shorten_steps(context);
  }
  narrow(context);
  context.set("goal_by", authors.goal);
  translate_next(context);
  sign_questions(authors, context);
  // A client shows its model either the fields or the text: each says all of it.
  context.set("brief", brief.text);
  SessionReply reply;
  reply.fields = Value::object();
  reply.fields.set("about", fmt::format("{} Recorded by {}.", kRecordedFacts,
                                        recorded(authors.all, kMaxAuthors)));
  reply.text = brief.text + step_lines(context) + question_lines(context);
  if (const Value* call_next = context.find("next")->find("call")) {
    reply.text += "\n\nnext: " + call_next->as_string();
  }
  reply.text += fmt::format("\nRecorded by {}.", recorded(authors.all, kMaxAuthors));
  if (call.is_detailed()) {
    CLEW_ASSIGN(const Value facts, latest_facts(call));
    reply.text += "\n\nThe latest of each kind:\n" + visible(write_json(facts));
    for (const auto& [kind, items] : facts.as_object()) context.set(kind, items);
  }
  reply.fields.set("context", std::move(context));
  return reply;
}

}  // namespace clew
