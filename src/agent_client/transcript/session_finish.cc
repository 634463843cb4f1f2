// The part of the builder that looks back, once all items are told.

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/transcript/session_builder.h"
#include "base/text.h"

namespace clew::transcript {
namespace {

constexpr size_t kMaxGoal = 300;
constexpr size_t kMaxWords = 2000;

}  // namespace

Session SessionBuilder::take() {
  end_turn();
  finish_prompts();
  finish_turn();
  finish_agents();
  finish_root();
  plan_.finish();
  return std::move(session_);
}

// The first prompt is the goal; all of them are instructions, the last one the one that holds.
void SessionBuilder::finish_prompts() {
  Identity& identity = session_.identity;
  identity.goal = command_;
  if (!prompts_.empty()) identity.goal = prompts_.front().text;
  if (identity.goal.empty()) {
    identity.goal = fmt::format("{} session {}", about_.client, about_.entry.substr(0, 8));
  }
  identity.goal = cut(one_line(identity.goal), kMaxGoal);
  auto& instructions = session_.instructions;
  for (const Prompted& prompt : prompts_) {
    Instruction instruction;
    instruction.origin = {{}, prompt.item.at, person_, kRoot};
    instruction.text = cut(prompt.text, kMaxPrompt);
    session_.instruction = instruction;
    if (prompt.item.repeated) continue;
    instruction.origin.id = Seq{++instructions.total};
    instructions.items.push_back(std::move(instruction));
  }
  auto& notes = session_.notes.items;
  std::stable_sort(notes.begin(), notes.end(),
                   [](const Note& a, const Note& b) { return a.origin.at < b.origin.at; });
  for (size_t i = 0; i < notes.size(); ++i) {
    notes[i].origin.id = Seq{static_cast<uint32_t>(i + 1)};
  }
}

void SessionBuilder::finish_turn() {
  LifecycleState& lifecycle = session_.lifecycle;
  if (turn_ != Turn::kOpen && turn_ != Turn::kInterrupted) return;
  lifecycle.context = "a turn without an end";
  if (!calls_.empty()) lifecycle.context += "; open: " + calls_.begin()->second;
  if (calls_.size() > 1) lifecycle.context += fmt::format(" (+{} more)", calls_.size() - 1);
  if (turn_ != Turn::kInterrupted) return;
  lifecycle.status = Lifecycle::kPaused;
  lifecycle.reason = "interrupted";
  lifecycle.paused_at = turn_at_;
}

void SessionBuilder::finish_agents() {
  Agent& main = agent(kMainAgent);
  main.type = about_.client;
  main.started_at = about_.began;
  main.status = AgentStatus::kCompleted;
  main.result = AgentResult::kSuccess;
  if (turn_ == Turn::kOpen) {
    main.status = AgentStatus::kRunning;
    main.result = AgentResult::kNone;
  } else if (turn_ == Turn::kInterrupted) {
    main.status = AgentStatus::kError;
    main.result = AgentResult::kAborted;
  }
  if (turn_ != Turn::kOpen) main.ended_at = about_.last;
  for (const auto& file : session_.files.items) {
    AgentFiles& files = agent(file.agent.text).files;
    auto& list = file.action == FileAction::kCreated   ? files.created
                 : file.action == FileAction::kDeleted ? files.deleted
                                                       : files.modified;
    list.push_back(file.path);
  }
  for (auto& each : session_.agents.items) {
    if (each.id.text == kMainAgent) continue;
    const auto said = last_said_.find(each.id.text);
    if (each.summary.empty() && said != last_said_.end()) {
      each.summary = cut(said->second, kMaxWords);
    }
    if (each.status == AgentStatus::kCompleted) each.result = AgentResult::kSuccess;
    if (each.status == AgentStatus::kError) each.result = AgentResult::kFailure;
  }
}

void SessionBuilder::finish_root() {
  Identity& identity = session_.identity;
  identity.created_at = about_.began;
  identity.project_path = about_.folder;
  identity.branch = about_.branch;
  identity.commit = about_.commit;
  identity.model = about_.model;
  session_.last_activity = about_.last;
  Step& root = session_.steps.front();
  root.title = identity.goal;
  Attempt attempt;
  attempt.started_at = about_.began;
  root.attempts = {attempt};
  root.attempt_count = 1;
  Tokens all;
  for (const auto& [name, tokens] : tokens_) {
    all.add(tokens);
    const std::string who = name.empty() ? kMainAgent : name;
    session_.context.by_agent.push_back({AgentId(who), tokens.fresh()});
  }
  session_.context.estimated_tokens = all.fresh();
  if (!about_.version.empty()) root.attributes.push_back({"client_version", about_.version});
  if (messages_ == 0) return;
  Value usage = Value::object();
  usage.set("messages", messages_);
  usage.set("input", all.input);
  usage.set("output", all.output);
  usage.set("cache_read", all.cache_read);
  usage.set("cache_write", all.cache_write);
  root.attributes.push_back({"usage", std::move(usage)});
}

}  // namespace clew::transcript
