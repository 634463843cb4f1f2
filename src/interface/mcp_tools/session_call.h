#pragma once
// One call of a tool: by whom, about which session, and the way to run catalogue verbs for it.
// Every verb that changes something gets a workspace of its own, which is dropped when it has
// answered; those that read share one. Only the store stays open from call to call.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent_client/binding.h"
#include "engine/workspace.h"

namespace clew {

struct Verb;

enum class Detail { kUsual, kConcise, kDetailed };  // usual: nothing was said

using OpenForCall = std::function<Result<std::unique_ptr<Workspace>>(Caller caller)>;

struct CallFrame {
  ActorId actor;
  std::string session;  // ID, ID@SEQ, a prefix, or empty
  std::string key;      // idempotency key; may be empty
  Detail detail = Detail::kUsual;
  std::function<void(size_t done, size_t total)> progress = {};
  // Who it is in its process, for others who look whether it is there; unset: no process is known.
  std::optional<BoundAgent> self = {};
  bool agreed = false;  // what would be asked is agreed to
};

class SessionCall {
 public:
  SessionCall(const OpenForCall& open, CallFrame frame);

  const CallFrame& frame() const { return frame_; }
  bool is_detailed() const { return frame_.detail == Detail::kDetailed; }

  // The answer will have every detail there is: no call is named that would give more of them.
  void tell_all() { tells_all_ = true; }
  // The model has said yes to what would be asked.
  void agree() { frame_.agreed = true; }

  // Runs a verb on the call's session, with `input` as its standard input. The key is for the one
  // verb of a call that changes something.
  Result<Answer> run(const char* verb, const Value& request, const std::string& input = {});

  // `record`, with lines that are values already.
  Result<Answer> record(const std::vector<Value>& lines);

  // What the error of the last verb says besides; null when it was none, or says no more.
  const Value& error_context() const { return error_context_; }

  // For what no verb answers: which session is meant, who recorded an event.
  Result<std::unique_ptr<Workspace>> open() const;
  // The one workspace in which the call reads: what it found out about the project stays found.
  Result<Workspace*> reading();
  // A repeated call means the session that it meant the first time, wherever its actor stands now.
  // Binds the actor to that one; answers what it was bound to, to be put back afterwards.
  std::optional<std::string> return_to_earlier() const;
  void put_binding(const std::string& session) const;
  // Whether recording is switched off; what to tell the model then.
  bool is_off();
  std::string off_words() const;

  // To the session that was answered for (agent_client/binding.h).
  using Binding = AgentBinding;
  void bind(const Answer& answer, Binding how);

 private:
  Result<std::unique_ptr<Workspace>> open(Caller caller) const;
  using RunVerb = std::function<Result<Answer>(Workspace& workspace)>;
  Result<Answer> run_alone(const Verb& verb, const Value& request, const std::string& input,
                           const RunVerb& run);
  std::optional<SeenKey> seen(StoreReader& store) const;
  // The session that the call with this key was about; empty when it was not seen before.
  std::string session_of_key(StoreReader& store) const;
  std::string binding() const { return binding_setting(frame_.actor); }

  const OpenForCall& open_;
  CallFrame frame_;
  Value error_context_;
  bool tells_all_ = false;
  std::unique_ptr<Workspace> reading_;
};

}  // namespace clew
