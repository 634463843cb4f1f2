#include "agent_client/transcript/session_builder.h"

#include "agent_client/transcript/slashes.h"
#include "agent_client/transcript/transcript.h"
#include "base/text.h"

namespace clew::transcript {
namespace {

constexpr size_t kMostSummary = 32'000;
constexpr size_t kMostChoice = 2000;
constexpr size_t kMostCommand = 4000;
constexpr size_t kMostError = 1000;

template <class T>
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
      plan_((session_.steps = root_of(about_), session_.steps), about_.client,
            transcript_actor(about_.client, about_.entry)) {}

void SessionBuilder::add(const Moment& moment) {
  std::visit([&](const auto& data) { tell(moment, data); }, moment.data);
}

void SessionBuilder::count(const std::string& name, const Tokens& tokens, int64_t messages) {
  tokens_[name].add(tokens);
  messages_ += messages;
}

ActorId SessionBuilder::actor_of(const Moment& moment) const {
  ActorId actor = transcript_actor(about_.client, about_.entry);
  if (!moment.agent.empty()) actor.text += "/" + moment.agent;
  return actor;
}

Origin SessionBuilder::origin_of(const Moment& moment, const ActorId& actor) const {
  return {{}, moment.at, actor, plan_.current()};
}

void SessionBuilder::note(const Moment& moment, const ActorId& actor, std::string text,
                          const char* log) {
  keep(session_.notes, Note{origin_of(moment, actor), std::move(text), log, {}});
}

void SessionBuilder::tell(const Moment& moment, const Prompt& prompt) {
  if (!moment.agent.empty()) return;
  if (prompt.kind == PromptKind::kCommand) {
    if (command_.empty()) command_ = prompt.text;
    return;
  }
  // Formats tell one prompt by several lines.
  const bool twice =
      !prompts_.empty() && turn_ == Turn::kOpen && prompts_.back().text == prompt.text;
  end_turn();
  turn_ = Turn::kOpen;
  turn_at_ = moment.at;
  calls_.clear();
  if (!twice) prompts_.push_back({moment, prompt.text});
}

void SessionBuilder::tell(const Moment& moment, const PlanListed& plan) {
  if (moment.agent.empty()) plan_.list(plan, moment.at);
}

void SessionBuilder::tell(const Moment& moment, const PlanItemTold& told) {
  if (moment.agent.empty()) plan_.tell(told, moment.at);
}

void SessionBuilder::tell(const Moment& moment, const Chosen& chosen) {
  if (moment.repeated) return;
  Decision decision{
      origin_of(moment, person_),      cut(one_line(chosen.topic), kMostChoice), chosen.options,
      cut(chosen.choice, kMostChoice), cut(chosen.reason, kMostPrompt),          {}};
  answer({chosen.call, chosen.topic}, decision.choice, moment.at);
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

void SessionBuilder::tell(const Moment& moment, const Asked& asked) {
  if (moment.repeated) return;
  questions_[{asked.id, asked.text}] = session_.questions.items.size();
  keep(session_.questions,
       Question{origin_of(moment, actor_of(moment)), cut(asked.text, kMostChoice), {}, {}, {}, {}});
}

// One record per path: what it was before the session, what it is now.
void SessionBuilder::tell(const Moment& moment, const Touched& touched) {
  if (moment.repeated || touched.path.empty()) return;
  const std::string who = moment.agent.empty() ? kMainAgent : moment.agent;
  const std::string path = with_slashes(touched.path);
  FileChange change{origin_of(moment, actor_of(moment)),
                    path,
                    touched.action,
                    touched.added,
                    touched.removed,
                    touched.before,
                    touched.after,
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
  change.lines_added = capped_sum(known.lines_added, touched.added);
  change.lines_removed = capped_sum(known.lines_removed, touched.removed);
  change.hash_before = known.hash_before;
  const bool still_new =
      known.action == FileAction::kCreated && touched.action == FileAction::kModified;
  if (still_new) change.action = FileAction::kCreated;
  known = std::move(change);
}

void SessionBuilder::tell(const Moment& moment, const Ran& ran) {
  if (moment.repeated) return;
  CommandRun run;
  run.origin = origin_of(moment, actor_of(moment));
  run.command = cut(ran.command, kMostCommand);
  run.agent = AgentId(moment.agent.empty() ? kMainAgent : moment.agent);
  run.outcome = ran.outcome;
  run.exit_code = ran.exit_code;
  run.duration = ran.duration;
  run.error = cut(ran.error, kMostError);
  keep(session_.runs, std::move(run));
}

void SessionBuilder::tell(const Moment& moment, const WentWrong& wrong) {
  if (moment.repeated) return;
  const std::string text = cut(wrong.text, kMostError);
  keep(session_.errors, ErrorFact{origin_of(moment, actor_of(moment)), text, wrong.category, {}});
  session_.lifecycle.last_error = text;
  session_.lifecycle.last_error_at = moment.at;
}

void SessionBuilder::tell(const Moment& moment, const Said& said) {
  if (!moment.agent.empty()) {
    last_said_[moment.agent] = said.text;
    return;
  }
  turn_ = said.turn == TurnState::kEnds ? Turn::kDone : Turn::kOpen;
  turn_at_ = moment.at;
  if (!moment.repeated) said_ = Words{moment, said.text};
}

// A turn that came to its end leaves a checkpoint with the agent's last words, as hooks do.
void SessionBuilder::end_turn() {
  if (said_ && turn_ == Turn::kDone) {
    keep(session_.checkpoints, Checkpoint{origin_of(said_->moment, actor_of(said_->moment)),
                                          "end of turn", cut(said_->text, kMostChoice)});
  }
  said_.reset();
}

void SessionBuilder::tell(const Moment& moment, const Compacted& compacted) {
  if (moment.repeated || !moment.agent.empty()) return;
  if (compacted.summary.empty()) {
    ++session_.context.compressions;
    session_.context.last_compression = moment.at;
  } else {
    note(moment, actor_of(moment), cut(compacted.summary, kMostSummary), "compaction");
  }
}

void SessionBuilder::tell(const Moment& moment, const CallBegan& call) {
  if (!moment.agent.empty()) return;
  turn_ = Turn::kOpen;
  turn_at_ = moment.at;
  calls_[call.id] = call.words;
}

void SessionBuilder::tell(const Moment& moment, const CallEnded& call) {
  for (auto asked = questions_.begin(); asked != questions_.end();) {
    const QuestionKey key = (asked++)->first;
    if (key.first == call.id) answer(key, "not answered", moment.at);
  }
  if (!moment.agent.empty()) return;
  calls_.erase(call.id);
  turn_ = Turn::kOpen;
  turn_at_ = moment.at;
}

void SessionBuilder::tell(const Moment& moment, const TurnEnded& ended) {
  if (!moment.agent.empty()) return;
  turn_ = ended.how == TurnEnding::kInterrupted ? Turn::kInterrupted : Turn::kDone;
  turn_at_ = moment.at;
  if (turn_ == Turn::kDone) calls_.clear();
}

Agent& SessionBuilder::agent(const std::string& name) {
  const auto [place, is_new] = agents_.emplace(name, session_.agents.items.size());
  if (is_new) {
    Agent fresh;
    fresh.id = AgentId(name);
    keep(session_.agents, std::move(fresh));
  }
  return session_.agents.items[place->second];
}

void SessionBuilder::tell(const Moment& moment, const AgentTold& told) {
  if (moment.repeated || told.id.empty()) return;
  Agent& record = agent(told.id);
  if (!record.started_at) record.started_at = moment.at;
  if (!told.type.empty()) record.type = told.type;
  if (!told.description.empty()) {
    record.attributes = {
        {"description", Value(cut(one_line(told.description), 300))}
    };
  }
  if (!told.summary.empty()) record.summary = cut(told.summary, kMostChoice);
  if (!told.status) return;
  record.status = *told.status;
  if (record.status > AgentStatus::kRunning) {
    record.ended_at = moment.at;
    agents_told_.insert(told.id);
  }
}

}  // namespace clew::transcript
