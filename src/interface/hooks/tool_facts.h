#pragma once
// What an agent did, as facts of the session. Repeated moments (a hook that is installed twice) add
// nothing: a file whose recorded content is what stands there is not recorded again.

#include <vector>

#include "agent_client/hook_event.h"
#include "drift/touched_files.h"
#include "interface/hooks/kept_events.h"
#include "session/decide.h"

namespace clew {

struct LookedEdit {
  const HookFileEdit* edit = nullptr;
  TouchedFile now;
  Hash before = {};  // as the agent tells it; empty: not known

  // The file is what it was before.
  bool is_idle() const { return now.there && !before.empty() && before == now.hash; }
};
// Edits beneath `root`; others are nobody's business.
std::vector<LookedEdit> look_at_edits(Workspace& workspace, const std::string& root,
                                      const std::vector<HookFileEdit>& edits);

// The folder of the session's project may have been renamed; `edits` were made where it is now, if
// it was. What was seen when it is gone and this is another one; else empty.
std::string follow_project(Trial& intents, Workspace& workspace,
                           const std::vector<LookedEdit>& edits);

void add_edits(Trial& intents, const std::vector<LookedEdit>& edits, const HookEvent& event);
// The command as it is recorded; nothing when there is none.
std::optional<CommandRan> command_run(const HookEvent& event);
void add_command(Trial& intents, const HookEvent& event);
// What the person asks for. The same words are another instruction, unless they came seconds ago
// and nothing has happened since.
void add_prompt(Trial& intents, const std::string& text);
// At its own time, once.
void add_kept_event(Trial& intents, const KeptEvent& event);
// Of files touched before, what is no longer as recorded, and where git stands. Of the files no
// more than `most_bytes` are read.
void add_changes_since(Trial& intents, Workspace& workspace, uint64_t most_bytes);
// Why the agent changed its plan.
inline constexpr const char* kPlanLog = "plan";
void add_explanation(Trial& intents, const std::string& explanation);
void add_answers(Trial& intents, const std::vector<AnsweredQuestion>& answers);
void add_subagent(Trial& intents, const HookEvent& event);
// Whether anything was recorded after the last checkpoint, the person's instruction left out.
bool has_moved_on(const Session& session);
// Whether anything at all came after the end of the last turn: one that only answered ends, too.
bool is_turn_open(const Session& session);
// Whether an agent that said one thing at the end of its turn now says another: some clients tell
// of every message.
bool is_further_message(const Trial& intents, const std::string& message);
// Whether the turn that ended last was this agent's, nobody has asked for anything since, and no
// command of it goes on in the background.
bool is_between_turns(const Session& session, const ActorId& agent);
void add_checkpoint(Trial& intents, const std::string& label, const std::string& note);

// What an agent said, with its lines; at most this many characters.
inline constexpr size_t kMaxMessage = 8 * 1024;
std::string message_to_keep(std::string_view text);

// general-purpose-a23832, by what tells its id from others; empty when it is no subagent
AgentId subagent_name(const HookEvent& event);

}  // namespace clew
