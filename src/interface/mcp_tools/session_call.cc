#include "interface/mcp_tools/session_call.h"

#include <fmt/format.h>

#include "command/record/record_batch.h"
#include "engine/error_context.h"
#include "engine/idempotency.h"
#include "engine/recording.h"
#include "engine/suggestion.h"
#include "interface/mcp_tools/next_call.h"

namespace clew {
namespace {

std::string call_of(const std::string& command) { return next_call(command); }

// An answer with all details is what these are translated to: what it leaves out is found by its
// words.
std::string call_beyond_details(const std::string& command) {
  for (const std::string_view verb : {"clew log ", "clew show "}) {
    if (!command.starts_with(verb)) continue;
    const std::string id =
        command.substr(verb.size(), command.find(' ', verb.size()) - verb.size());
    return fmt::format("session_find {{\"query\":\"…\",\"session\":\"{}\"}}", id);
  }
  return next_call(command);
}

}  // namespace

SessionCall::SessionCall(const OpenForCall& open, CallFrame frame)
    : open_(open), frame_(std::move(frame)) {}

Result<std::unique_ptr<Workspace>> SessionCall::open(Caller caller) const {
  caller.actor = frame_.actor;
  caller.via = Via::kMcp;
  caller.session = frame_.session;
  caller.progress = frame_.progress;
  caller.self = frame_.self;
  caller.agreed = frame_.agreed;
  caller.wording = tells_all_ ? call_beyond_details : call_of;
  return open_(std::move(caller));
}

Result<std::unique_ptr<Workspace>> SessionCall::open() const { return open(Caller()); }

Result<Workspace*> SessionCall::reading() {
  if (reading_ == nullptr) {
    CLEW_ASSIGN(reading_, open());
  }
  return reading_.get();
}

Result<Answer> SessionCall::run(const char* name, const Value& request, const std::string& input) {
  const Verb* verb = find_verb(name);
  CLEW_CHECK(verb != nullptr);
  if (verb->effect == Effect::kReads && input.empty()) {
    CLEW_ASSIGN(Workspace* const workspace, reading());
    auto answer = verb->run(*workspace, request);
    name_session(*workspace, answer);
    return answer;
  }
  return run_alone(*verb, request, input,
                   [&](Workspace& workspace) { return verb->run(workspace, request); });
}

Result<Answer> SessionCall::record(const std::vector<Value>& lines) {
  const Verb* verb = find_verb("record");
  CLEW_CHECK(verb != nullptr);
  return run_alone(*verb, Value::object(), {},
                   [&](Workspace& workspace) { return record_values(workspace, lines); });
}

Result<Answer> SessionCall::run_alone(const Verb& verb, const Value& request,
                                      const std::string& input, const RunVerb& run) {
  Caller caller;
  ask_for(caller, verb);
  caller.request = request;
  if (verb.effect == Effect::kChanges) caller.key = frame_.key;
  caller.read_input = [&]() -> Result<std::string> { return input; };
  CLEW_ASSIGN(const auto workspace, open(std::move(caller)));
  auto answer = run(*workspace);
  name_session(*workspace, answer);
  const Error* error = !answer ? &answer.error() : answer->refusal ? &*answer->refusal : nullptr;
  error_context_ = error == nullptr ? Value() : error_context_of(*workspace, *error);
  return answer;
}

std::optional<SeenKey> SessionCall::seen(StoreReader& store) const {
  if (frame_.key.empty()) return std::nullopt;
  return store.find_key({frame_.key, Hash()}).value_or(std::nullopt);
}

std::string SessionCall::session_of_key(StoreReader& store) const {
  if (const auto then = seen(store)) return then->session.text;
  const auto kept = find_kept_answer(store, frame_.key);
  const Value* id = kept && *kept ? (*kept)->answer.data.find("session") : nullptr;
  return id == nullptr ? std::string() : id->as_string();
}

std::optional<std::string> SessionCall::return_to_earlier() const {
  if (frame_.key.empty() || !frame_.session.empty()) return std::nullopt;
  const auto workspace = open();
  if (!workspace) return std::nullopt;
  EventStore& store = (*workspace)->store();
  const std::string then = session_of_key(store);
  const auto bound = store.setting(binding());
  if (then.empty() || !bound || *bound == then) return std::nullopt;
  put_binding(then);
  return *bound;
}

void SessionCall::put_binding(const std::string& session) const {
  const auto workspace = open();
  if (!workspace) return;
  static_cast<void>(transact(
      **workspace, (*workspace)->write_deadline(),
      [&](Transaction& transaction) { return transaction.put_setting(binding(), session); }));
}

bool SessionCall::is_off() {
  const auto workspace = reading();
  return workspace && clew::is_off(**workspace);
}

std::string SessionCall::off_words() const {
  const auto workspace = open();
  return workspace ? answer_off(**workspace).text : std::string();
}

void SessionCall::bind(const Answer& answer, Binding how) {
  const Value* named = answer.data.find("session");
  if (named == nullptr || named->as_string().empty()) return;
  // What was recorded now has bound it in the same transaction.
  const Value* changed = answer.data.find("changed");
  if (how == Binding::kFirstWork && changed != nullptr && changed->as_bool()) return;
  const auto workspace = reading();
  if (!workspace) return;
  bind_agent_alone(**workspace, (*workspace)->caller().actor, SessionId(named->as_string()), how,
                   frame_.self);
}

}  // namespace clew
