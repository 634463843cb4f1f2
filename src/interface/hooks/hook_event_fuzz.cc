// Any JSON to every reader: no crash; what is read has a folder that is absolute or none, bounded
// lists, and becomes intents that a session takes, a second time as well. The same text is also the
// transcript that tells the event's outcome, and the file that a diff in it is taken back from.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "agent_client/clients.h"
#include "agent_client/prompt_text.h"
#include "base/check.h"
#include "base/line_diff.h"
#include "base/text.h"
#include "document/json/lenient_json.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"
#include "session/decide.h"

namespace clew {
namespace {

const Time kNow{1'763'200'000'000};
const ActorId kActor("fuzz:1");

Session with(Session session, const Intent& intent) {
  Trial trial(session, kNow, kActor);
  CLEW_CHECK(trial.require(intent).ok());
  return trial.session();
}

Session some_session() {
  StartSession start;
  start.opening.goal = "a goal";
  start.opening.automatic = true;
  start.opening.order = ChildOrder::kAnyOrder;
  return with(Session(), start);
}

void check_event(const AgentClient& client, const HookEvent& event) {
  CLEW_CHECK(event.cwd.empty() || event.cwd[0] == '/');
  CLEW_CHECK(prompt_to_keep(event.prompt).size() <= kMaxPrompt);
  CLEW_CHECK(count_characters(goal_of(event.prompt)) <= 200);
  static const Session kStart = some_session();
  Session session = kStart;
  for (int time = 0; time < 2; ++time) {
    Trial intents(session, kNow, kActor);
    if (event.plan) add_plan(intents, event.client, *event.plan);
    add_command(intents, event);
    add_answers(intents, event.answers);
    if (!event.subagent.empty()) add_subagent(intents, event);
    for (const auto& intent : intents.take()) session = with(std::move(session), intent);
  }
  HookReply reply;
  reply.context = event.text;
  reply.line = event.prompt;
  reply.summariser = event.tool;
  CLEW_CHECK(is_utf8(client.write_reply(event, reply)));
}

void check_outcome(const AgentClient& client, HookEvent event, std::string_view text) {
  if (client.has_no_outcome == nullptr || !client.has_no_outcome(event)) return;
  client.add_outcome(event, text);
  for (const auto& edit : event.edits) {
    if (!edit.diff) continue;
    const auto before = reverse_diff(text, *edit.diff);
    CLEW_CHECK(!before || before->size() <= text.size() + edit.diff->size());
  }
}

}  // namespace
}  // namespace clew

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace clew;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto tree = parse_cut_json(text);
  if (!tree) return 0;
  for (const AgentClient& client : agent_clients()) {
    const auto event = read_hook_event(client, *tree);
    if (!event) continue;
    check_event(client, *event);
    check_outcome(client, *event, text);
  }
  return 0;
}
