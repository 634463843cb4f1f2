#include "agent_client/transcript/session_builder.h"

#include "agent_client/actor_name.h"
#include "agent_client/hook_event.h"
#include "agent_client/transcript/slashes.h"
#include "agent_client/transcript/transcript.h"
#include "base/text.h"

namespace clew::transcript {
namespace {

// Limits in bytes, as a transcript may hold anything: more is cut.
constexpr size_t kMaxSummary = 32'000;
constexpr size_t kMaxChoice = 2000;
constexpr size_t kMaxCommand = 64 * 1024;
constexpr size_t kMaxError = 1000;
constexpr size_t kMaxMessage = 8 * 1024;
constexpr size_t kMaxExplained = 4000;
constexpr size_t kLastLines = 12;  // of what a command printed
constexpr size_t kMaxOfLine = 200;

// Of a command that failed: what went wrong stands at the end of what it printed.
// The last lines of the output in one line, or the error as the client has it when nothing was
// printed.
std::string what_went_wrong(const ShellCommand& ran) {
  if (ran.outcome != RunOutcome::kFailure || ran.output.empty()) return ran.error;
  std::string_view rest = ran.output;
  std::vector<std::string> lines;
  while (!rest.empty() && lines.size() < kLastLines) {
    const size_t end = rest.rfind('\n');
    const size_t from = end == std::string_view::npos ? 0 : end + 1;
    if (std::string line = one_line(rest.substr(from)); !line.empty()) {
      lines.push_back(cut(line, kMaxOfLine));
    }
    rest = rest.substr(0, end == std::string_view::npos ? 0 : end);
  }
  std::string text;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    text += (text.empty() ? "" : " ") + *line;
  }
  return text.empty() ? ran.error : text;
}

template <class T>
// Ids count up in each list, as a session that is read from files has no events.
T& keep(Kept<T>& kept, T item) {
  kept.items.push_back(std::move(item));
  kept.total = static_cast<uint32_t>(kept.items.size());
  if constexpr (requires { kept.items.back().origin; }) {
    kept.items.back().origin.id = Seq{kept.total};
  }
  return kept.items.back();
}

std::vector<Step> root_of(const About& about) {
  Step root;
  root.order = ChildOrder::kAnyOrder;  // a list of the agent's asks for no order
  root.status = StepStatus::kActive;
  root.external = {
      {about.client, about.entry}
  };
  return {root};
}

}  // namespace

void Tokens::add(const Tokens& more) {
  input = capped_sum(input, more.input);
  output = capped_sum(output, more.output);
  cache_read = capped_sum(cache_read, more.cache_read);
  cache_write = capped_sum(cache_write, more.cache_write);
}

SessionBuilder::SessionBuilder(About about)
    : about_(std::move(about)),
      // The plan writes into the session's steps, so those are made first.
      plan_((session_.steps = root_of(about_), session_.steps), about_.client,
            conversation_actor(about_.client, about_.entry)) {}

void SessionBuilder::add(const TranscriptItem& item) {
  std::visit([&](const auto& data) { apply(item, data); }, item.data);
}

void SessionBuilder::count(const std::string& name, const Tokens& tokens, int64_t messages) {
  tokens_[name].add(tokens);
  messages_ += messages;
}

ActorId SessionBuilder::actor_of(const TranscriptItem& item) const {
  ActorId actor = conversation_actor(about_.client, about_.entry);
  if (!item.agent.empty()) actor.text += "/" + item.agent;
  return actor;
}

Origin SessionBuilder::origin_of(const TranscriptItem& item, const ActorId& actor) const {
  return {{}, item.at, actor, plan_.current()};
}

void SessionBuilder::note(const TranscriptItem& item, const ActorId& actor, std::string text,
                          const char* log) {
  keep(session_.notes, Note{origin_of(item, actor), std::move(text), log, {}});
}

// A prompt begins a turn. The same text while the turn is still open is the same prompt in another
// line. A command such as "/review" is no prompt, but names the session when there is none.
void SessionBuilder::apply(const TranscriptItem& item, const Prompt& prompt) {
  if (!item.agent.empty()) return;
  if (prompt.kind == PromptKind::kCommand) {
    if (command_.empty()) command_ = prompt.text;
    return;
  }
  // Formats tell one prompt by several lines.
  const bool twice =
      !prompts_.empty() && turn_ == Turn::kOpen && prompts_.back().text == prompt.text;
  end_turn();
  turn_ = Turn::kOpen;
  turn_at_ = item.at;
  calls_.clear();
  if (!twice) prompts_.push_back({item, prompt.text});
}

void SessionBuilder::apply(const TranscriptItem& item, const PlanChange& plan) {
  if (item.agent.empty()) plan_.add(plan, item.at);
}

// The same explanation is often told with each change of the plan; only a new one becomes a note.
void SessionBuilder::apply(const TranscriptItem& item, const PlanExplained& explained) {
  const bool is_reported = explained.text.empty() || explained.text == explained_;
  explained_ = explained.text;
  if (is_reported || item.repeated || !item.agent.empty()) return;
  note(item, actor_of(item), cut(explained.text, kMaxExplained), "plan");
}

// Choices are the person's, whoever asked; they answer the question that was raised by the same
// call.
void SessionBuilder::apply(const TranscriptItem& item, const UserDecision& chosen) {
  if (item.repeated) return;
  const AnsweredQuestion& answered = chosen.answered;
  Decision decision{origin_of(item, person_),
                    cut(one_line(answered.question), kMaxChoice),
                    answered.options,
                    cut(answered.answer, kMaxChoice),
                    cut(chosen.reason, kMaxPrompt),
                    {}};
  answer({chosen.call, answered.question}, decision.choice, item.at);
  keep(session_.decisions, std::move(decision));
}

void SessionBuilder::answer(const QuestionKey& key, const std::string& words, Time at) {
  const auto asked = questions_.find(key);
  if (asked == questions_.end()) return;
  Question& question = session_.questions.items[asked->second];
  question.answer = words;
  question.answered_by = person_;
  question.answered_at = at;
  questions_.erase(asked);
}

void SessionBuilder::apply(const TranscriptItem& item, const QuestionRaised& asked) {
  if (item.repeated) return;
  questions_[{asked.id, asked.text}] = session_.questions.items.size();
  keep(session_.questions,
       Question{origin_of(item, actor_of(item)), cut(asked.text, kMaxChoice), {}, {}, {}, {}});
}

// One record per path: what it was before the session, what it is now.
void SessionBuilder::apply(const TranscriptItem& item, const FileEdit& edit) {
  if (item.repeated || edit.path.empty()) return;
  const std::string who = item.agent.empty() ? kMainAgent : item.agent;
  const std::string path = with_slashes(edit.path);
  FileChange change{origin_of(item, actor_of(item)),
                    path,
                    edit.action,
                    edit.added,
                    edit.removed,
                    edit.before,
                    edit.after,
                    AgentId(who),
                    {}};
  const auto found = files_.find(path);
  if (found == files_.end()) {
    files_[path] = session_.files.items.size();
    keep(session_.files, std::move(change));
    return;
  }
  FileChange& known = session_.files.items[found->second];
  change.origin.id = known.origin.id;
  change.lines_added = capped_sum(known.lines_added, edit.added);
  change.lines_removed = capped_sum(known.lines_removed, edit.removed);
  change.hash_before = known.hash_before;
  const bool still_new =
      known.action == FileAction::kCreated && edit.action == FileAction::kModified;
  if (still_new) change.action = FileAction::kCreated;
  known = std::move(change);
}

// A line that repeats another session's is counted there.
void SessionBuilder::apply(const TranscriptItem& item, const ShellCommand& ran) {
  if (item.repeated) return;
  CommandRun run;
  run.origin = origin_of(item, actor_of(item));
  run.command = cut(ran.text, kMaxCommand);
  run.agent = AgentId(item.agent.empty() ? kMainAgent : item.agent);
  run.outcome = ran.outcome;
  run.exit_code = ran.exit_code;
  run.duration = ran.duration;
  run.error = cut(what_went_wrong(ran), kMaxError);
  keep(session_.runs, std::move(run));
}

void SessionBuilder::apply(const TranscriptItem& item, const ErrorReported& wrong) {
  if (item.repeated) return;
  const std::string text = cut(wrong.text, kMaxError);
  keep(session_.errors, ErrorFact{origin_of(item, actor_of(item)), text, wrong.category, {}});
  session_.lifecycle.last_error = text;
  session_.lifecycle.last_error_at = item.at;
}

// A subagent's last words are kept for its summary, the main agent's for the checkpoint of its
// turn.
void SessionBuilder::apply(const TranscriptItem& item, const AgentMessage& said) {
  if (!item.agent.empty()) {
    last_said_[item.agent] = said.text;
    return;
  }
  turn_ = said.turn == TurnState::kEnds ? Turn::kDone : Turn::kOpen;
  turn_at_ = item.at;
  if (!item.repeated) said_ = Words{item, said.text};
}

// A turn that came to its end leaves a checkpoint with the agent's last words, as hooks do.
void SessionBuilder::end_turn() {
  if (said_ && turn_ == Turn::kDone) {
    keep(session_.checkpoints, Checkpoint{origin_of(said_->item, actor_of(said_->item)), kEndOfTurn,
                                          cut(said_->text, kMaxMessage)});
  }
  said_.reset();
}

// A compaction without a summary is counted; the summary, when there is one, is a note.
void SessionBuilder::apply(const TranscriptItem& item, const Compacted& compacted) {
  if (item.repeated || !item.agent.empty()) return;
  if (compacted.summary.empty()) {
    ++session_.context.compressions;
    session_.context.last_compression = item.at;
  } else {
    note(item, actor_of(item), cut(compacted.summary, kMaxSummary), "compaction");
  }
}

void SessionBuilder::apply(const TranscriptItem& item, const ToolCallStarted& call) {
  if (!item.agent.empty()) return;
  turn_ = Turn::kOpen;
  turn_at_ = item.at;
  calls_[call.id] = call.words;
}

// A question whose call ended without an answer stays without one: "not answered".
void SessionBuilder::apply(const TranscriptItem& item, const ToolCallEnded& call) {
  for (auto asked = questions_.begin(); asked != questions_.end();) {
    const QuestionKey key = (asked++)->first;
    if (key.first == call.id) answer(key, "not answered", item.at);
  }
  if (!item.agent.empty()) return;
  calls_.erase(call.id);
  turn_ = Turn::kOpen;
  turn_at_ = item.at;
}

void SessionBuilder::apply(const TranscriptItem& item, const TurnEnded& ended) {
  if (!item.agent.empty()) return;
  turn_ = ended.how == TurnEnding::kInterrupted ? Turn::kInterrupted : Turn::kDone;
  turn_at_ = item.at;
  if (turn_ == Turn::kDone) calls_.clear();
}

Agent& SessionBuilder::agent(const std::string& name) {
  const auto [location, is_new] = agents_.emplace(name, session_.agents.items.size());
  if (is_new) {
    Agent fresh;
    fresh.id = AgentId(name);
    keep(session_.agents, std::move(fresh));
  }
  return session_.agents.items[location->second];
}

// Reports of the same agent come in pieces: what a piece does not say stays as it was. A status
// beyond running ends it.
void SessionBuilder::apply(const TranscriptItem& item, const SubagentReport& reported) {
  if (item.repeated || reported.id.empty()) return;
  Agent& record = agent(reported.id);
  if (!record.started_at) record.started_at = item.at;
  if (!reported.type.empty()) record.type = reported.type;
  if (!reported.description.empty()) {
    record.attributes = {
        {"description", Value(cut(one_line(reported.description), 300))}
    };
  }
  if (!reported.summary.empty()) record.summary = cut(reported.summary, kMaxChoice);
  if (!reported.status) return;
  record.status = *reported.status;
  if (record.status > AgentStatus::kRunning) {
    record.ended_at = item.at;
    agents_reported_.insert(reported.id);
  }
}

// Shared with the hooks of clients: what one tool did, as items of a transcript.
std::vector<TranscriptItemData> items_of_tool(const HookEvent& event, const std::string& call) {
  std::vector<TranscriptItemData> items;
  for (const auto& edit : event.edits) {
    FileEdit plain = edit;
    if (edit.original) plain.before = sha256(*edit.original);
    items.emplace_back(std::move(plain));
  }
  if (event.command) items.emplace_back(*event.command);
  if (event.plan) {
    PlanChange plan = *event.plan;
    plan.prefix = "step:";
    // Of a list that has no ids an item is known by its words.
    for (auto& item : plan.items) item.id = plan.prefix + item.title;
    items.emplace_back(std::move(plan));
  }
  for (const auto& answered : event.answers) items.emplace_back(UserDecision{call, answered, {}});
  return items;
}

}  // namespace clew::transcript
