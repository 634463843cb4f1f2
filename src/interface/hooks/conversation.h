#pragma once
// Where one conversation with an agent stands in the store: its name, the session it is bound to,
// what was kept of it before there was one. session_choice.h has the rules.
//
// Kept as settings of the store (store/settings.h): what was said and what failed, and what the
// person answered, while there is no session to record it in; the session whose full brief it was
// given while it is bound to none, or that its context was cleared; what it is told in every
// request since its conversation was compressed; and what agent_client/binding.h keeps.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "agent_client/binding.h"
#include "engine/session_writer.h"
#include "interface/hooks/kept_events.h"
#include "interface/hooks/session_choice.h"

namespace clew {

// The brief that belongs to a summary: the same bytes in every request, so that the model's cache
// of what comes before stays good.
struct CompactionBrief {
  Hash summary;
  std::string brief;
  static constexpr auto fields() {
    return field_list(field(1, "summary", &CompactionBrief::summary, "of its text"),
                      field(2, "brief", &CompactionBrief::brief, "as it stood then"));
  }
};

// The questions of one call that the person answered.
struct GivenAnswers {
  std::string call;  // its key; may be empty
  std::vector<AnsweredQuestion> answers;
  static constexpr auto fields() {
    return field_list(field(1, "call", &GivenAnswers::call, "its key"),
                      field(2, "answers", &GivenAnswers::answers, "what was answered"));
  }
};

class Conversation {
 public:
  using FindProcess = std::function<ProcessMark()>;  // asked for only when it matters
  Conversation(Workspace& workspace, FindProcess find_process);

  // The session it surely works in: named, or bound and open. Nothing when there is none.
  Result<std::optional<SessionId>> at_hand();
  // The session that CLEW_SESSION names and that takes nothing any more, in words; else empty.
  Result<std::string> closed_name();
  // The session its work goes to, by all the rules, when it has none at hand; `kept` is what was
  // said in it so far.
  Result<SessionChoice> for_work(const KeptEvents& kept);
  // From now on it works in that session; in the transaction of the work that is the reason.
  Status bind(Transaction& transaction, const SessionId& session);
  // Its conversation ended; what was kept of it before a session goes.
  Status end();
  Status end(SessionWriter& writer);
  // It is at work (again), perhaps in another process than before. Writes only what changed.
  Status refresh(SessionWriter& writer);
  // Looks for the agent's process, which is not to be done in a transaction.
  void find_process() { static_cast<void>(process()); }

  Result<KeptEvents> kept() { return kept(workspace_.store()); }
  Status keep(KeptEvent event);
  Result<std::vector<GivenAnswers>> kept_answers() { return kept_answers(workspace_.store()); }
  Status keep_answers(const GivenAnswers& given);
  // Resumed: it goes on with that session, whatever is said next.
  enum class Briefed { kAtStart, kResumed };
  Status keep_briefed(const SessionId& session, Briefed how);
  Status keep_cleared();
  Result<CompactionBrief> kept_compaction();
  Status keep_compaction(const CompactionBrief& reported);

  // Whether this conversation was not told of that handoff yet; from now on it was.
  bool is_news(const Elsewhere& elsewhere);

  // What a starting agent is told of: its own session, else the latest here that nobody is at.
  struct StartView {
    Loaded loaded;
    OthersTurn turn = OthersTurn::kNone;
    std::vector<ActorId> gone;  // others who were at it, also those this process went on from
    bool is_bound = false;
  };
  Result<std::optional<StartView>> to_brief(StartSource source);
  // The session it was bound to last, open or not, when that was first asked for; empty when there
  // was none.
  Result<std::string> last_bound();

 private:
  using Settings = std::vector<std::pair<std::string, std::string>>;
  const ActorId& actor() const { return workspace_.caller().actor; }
  Result<std::string> setting(const std::string& key) { return workspace_.store().setting(key); }
  Result<KeptEvents> kept(StoreReader& store);
  Result<std::vector<GivenAnswers>> kept_answers(StoreReader& store);
  Status put(const Settings& settings);
  Status put_settings(Transaction& transaction, const Settings& settings);
  Status put_self(Transaction& transaction, const SessionId& session, Conversing course,
                  const Settings& settings);
  // What was kept of it before a session, as settings that go.
  Result<Settings> kept_words(StoreReader& store);
  // Nothing when it is known already, or no process is.
  Result<Settings> conversation(StoreReader& store, Conversing course);
  Result<std::optional<SessionId>> if_open(const std::string& id);
  Result<SessionView> view_of(const SessionSummary& summary);
  Result<StartView> start_view(const SessionId& id);
  const ProcessMark& process();

  Workspace& workspace_;
  FindProcess find_process_;
  std::optional<ProcessMark> process_;
  std::optional<std::string> last_bound_;
};

}  // namespace clew
