// What a key stands for, and the answer to a request that comes with the same key again.

#include "document/json/json.h"
#include "engine/kept_answer.h"
#include "engine/workspace.h"

namespace clew {
namespace {

// The first time, nothing was recorded; or the key belongs to a verb that keeps its own answer.
Result<std::optional<Done>> replay_of_nothing(StoreReader& store, const Idempotency& key) {
  CLEW_ASSIGN(const auto kept, find_kept_answer(store, key.key));
  if (!kept) return std::optional<Done>();
  const Value* id = kept->answer.data.find("session");
  const Value* seq = kept->answer.data.find("seq");
  const Value* hash = kept->answer.data.find("hash");
  const bool has_location = id != nullptr && seq != nullptr && hash != nullptr;
  if (kept->request != key.request || !has_location) return key_of_another_request(key.key);
  Done done;
  done.changed = false;
  done.repeated = true;
  done.head = {Seq{static_cast<uint32_t>(seq->as_int())}, Hash::from_hex(hash->as_string())};
  CLEW_ASSIGN(Loaded then, store.load(SessionId(id->as_string()), done.head.seq));
  done.after = std::move(then.session);
  return std::optional(std::move(done));
}

}  // namespace

// Text that comes by standard input is part of the request: the same words with another input are
// another request.
void Workspace::count_as_request(BytesView content) {
  contents_.push_back(sha256(content));
  key_.reset();
}

const std::optional<Idempotency>& Workspace::idempotency() {
  static const std::optional<Idempotency> kNone;
  if (caller_.key.empty()) return kNone;
  if (key_) return key_;
  // The session is part of the request: the same words about another session are another request,
  // and so are those that name none in another project.
  const std::string& named = caller_.session.empty() ? surroundings().session : caller_.session;
  Value request = Value::object();
  request.set("verb", caller_.verb);
  request.set("session", named);
  if (named.empty() || named[0] == '@') request.set("project", project().id);
  request.set("request", caller_.request);
  if (!contents_.empty()) request.set("contents", to_value(contents_));
  return key_ = Idempotency{caller_.key, sha256(write_json(request))};
}

// What happened the first time, or nothing when the key is new.
Result<std::optional<Done>> Workspace::earlier() {
  if (caller_.key.empty()) return std::optional<Done>();
  return replay_of_key(store());
}

Result<std::optional<SessionId>> Workspace::session_of_key() {
  if (caller_.key.empty()) return std::optional<SessionId>();
  CLEW_ASSIGN(const auto seen, store().find_key({caller_.key, Hash()}));
  if (seen) return std::optional(seen->session);
  CLEW_ASSIGN(const auto kept, find_kept_answer(store(), caller_.key));
  const Value* id = kept ? kept->answer.data.find("session") : nullptr;
  if (id == nullptr || !id->is_string()) return std::optional<SessionId>();
  return std::optional(SessionId(id->as_string()));
}

// The events of the command are found by going back from its last one to the one with part 0.
Result<std::optional<Done>> Workspace::replay_of_key(StoreReader& store) {
  const auto& key = idempotency();
  if (!key) return std::optional<Done>();
  CLEW_ASSIGN(const std::optional<SeenKey> seen, store.find_key(*key));
  if (!seen) return replay_of_nothing(store, *key);
  if (seen->request == SeenRequest::kDifferent) return key_of_another_request(key->key);
  Done done;
  done.changed = false;
  done.repeated = true;
  done.head = seen->head;
  CLEW_ASSIGN(Loaded after, store.load(seen->session, seen->head.seq));
  done.after = std::move(after.session);
  // The events of that command: back from its last to the one with part 0.
  constexpr uint32_t kStride = 64;
  uint32_t from = seen->head.seq.number;
  while (true) {
    from = from > kStride ? from - kStride : 1;
    CLEW_ASSIGN(const auto stored,
                store.read(seen->session, Seq{from}, seen->head.seq.number - from + 1));
    done.events.clear();
    for (const auto& event : stored) {
      if (event.event.header.part == 0) done.events.clear();
      done.events.push_back(event.event);
    }
    if (from == 1 || (!done.events.empty() && done.events.front().header.part == 0)) break;
  }
  return std::optional(std::move(done));
}

}  // namespace clew
