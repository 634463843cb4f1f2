// Any JSON to every reader: no crash; what is read has a folder that is absolute or none, bounded
// lists, and becomes wishes that a session takes, a second time as well. The same text is also the
// transcript that tells the moment's outcome, and the file that a diff in it is taken back from.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "agent_client/prompt_text.h"
#include "agent_client/read_hook_event.h"
#include "base/check.h"
#include "base/line_diff.h"
#include "base/text.h"
#include "document/json/lenient_json.h"
#include "interface/hooks/hook_answer.h"
#include "interface/hooks/todo_list.h"
#include "interface/hooks/tool_facts.h"
#include "session/decide.h"

namespace clew {
namespace {

const Time kNow{1'763'200'000'000};
const ActorId kActor("fuzz:1");

Session with(Session session, const Wish& wish) {
  Trial trial(session, kNow, kActor);
  CLEW_CHECK(trial.require(wish).ok());
  return trial.session();
}

Session some_session() {
  StartSession start;
  start.opening.goal = "a goal";
  start.opening.automatic = true;
  start.opening.order = ChildOrder::kAnyOrder;
  return with(Session(), start);
}

void check_moment(const Moment& moment) {
  CLEW_CHECK(moment.cwd.empty() || moment.cwd[0] == '/');
  CLEW_CHECK(count_characters(prompt_to_keep(moment.prompt)) <= kMostPrompt);
  CLEW_CHECK(count_characters(goal_of(moment.prompt)) <= 200);
  static const Session kStart = some_session();
  Session session = kStart;
  for (int time = 0; time < 2; ++time) {
    Trial wishes(session, kNow, kActor);
    if (moment.plan) add_plan(wishes, moment.agent, *moment.plan);
    add_command(wishes, moment);
    add_answers(wishes, moment.answers);
    if (!moment.subagent.empty()) add_subagent(wishes, moment);
    for (const auto& wish : wishes.take()) session = with(std::move(session), wish);
  }
  HookReply reply;
  reply.context = moment.text;
  reply.line = moment.prompt;
  reply.summariser = moment.tool;
  CLEW_CHECK(is_utf8(hook_answer(moment, reply)));
}

void check_outcome(Moment moment, std::string_view text) {
  if (!lacks_outcome(moment)) return;
  tell_outcome(moment, text);
  for (const auto& edit : moment.edits) {
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
  for (const auto agent :
       {HookAgent::kClaudeCode, HookAgent::kCodex, HookAgent::kGemini, HookAgent::kCursor}) {
    const auto moment = read_moment(agent, *tree);
    if (!moment) continue;
    check_moment(*moment);
    check_outcome(*moment, text);
  }
  return 0;
}
