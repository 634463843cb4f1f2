#pragma once
// Moments in order of time, made into a session. Private to agent_client.

#include <map>
#include <set>

#include "agent_client/transcript/plan_keeper.h"
#include "agent_client/transcript/transcript_item.h"

namespace clew {
struct HookEvent;
}

namespace clew::transcript {

// The main agent's name among a session's agents.
inline constexpr const char* kMainAgent = "main";
inline constexpr size_t kMaxPrompt = 64 * 1024;  // characters kept of what a person said

class SessionBuilder {
 public:
  explicit SessionBuilder(About about);

  void add(const TranscriptItem& item);
  // Once per agent; the empty name is the main one's.
  void count(const std::string& agent, const Tokens& tokens, int64_t messages);
  Session take();

 private:
  void apply(const TranscriptItem& item, const Prompt& prompt);
  void apply(const TranscriptItem& item, const PlanChange& plan);
  void apply(const TranscriptItem& item, const PlanExplained& explained);
  void apply(const TranscriptItem& item, const UserDecision& chosen);
  void apply(const TranscriptItem& item, const QuestionRaised& asked);
  void apply(const TranscriptItem& item, const FileEdit& edit);
  void apply(const TranscriptItem& item, const ShellCommand& ran);
  void apply(const TranscriptItem& item, const ErrorReported& wrong);
  void apply(const TranscriptItem& item, const AgentMessage& said);
  void apply(const TranscriptItem& item, const Compacted& compacted);
  void apply(const TranscriptItem& item, const ToolCallStarted& call);
  void apply(const TranscriptItem& item, const ToolCallEnded& call);
  void apply(const TranscriptItem& item, const TurnEnded& ended);
  void apply(const TranscriptItem& item, const SubagentReport& reported);

  using QuestionKey = std::pair<std::string, std::string>;  // the call, and the question in it
  void answer(const QuestionKey& key, const std::string& words, Time at);
  Origin origin_of(const TranscriptItem& item, const ActorId& actor) const;
  ActorId actor_of(const TranscriptItem& item) const;
  Agent& agent(const std::string& name);
  void note(const TranscriptItem& item, const ActorId& actor, std::string text, const char* log);
  void end_turn();
  void finish_prompts();
  void finish_agents();
  void finish_turn();
  void finish_root();

  enum class Turn { kNone, kOpen, kDone, kInterrupted };
  struct Prompted {
    TranscriptItem item;
    std::string text;
  };
  struct Words {
    TranscriptItem item;
    std::string text;
  };

  const About about_;
  const ActorId person_{"person"};
  Session session_;
  PlanKeeper plan_;
  std::vector<Prompted> prompts_;
  std::string explained_;  // of the plan, the last time
  std::string command_;    // the first one, when nothing was typed
  std::optional<Words> said_;
  Turn turn_ = Turn::kNone;
  Time turn_at_;
  std::map<std::string, std::string> calls_;      // of the main agent, not yet answered
  std::map<QuestionKey, size_t> questions_;       // not yet answered
  std::map<std::string, size_t> files_;           // by path
  std::map<std::string, size_t> agents_;          // by name
  std::map<std::string, Tokens> tokens_;          // by agent
  std::set<std::string> agents_reported_;         // whose status somebody told
  std::map<std::string, std::string> last_said_;  // by subagent
  int64_t messages_ = 0;
};

// What a tool did, as a hook of the same client would tell it.
std::vector<TranscriptItemData> items_of_tool(const HookEvent& event, const std::string& call);

}  // namespace clew::transcript
