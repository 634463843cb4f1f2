#include "engine/kept_answer.h"

#include <algorithm>

#include "document/json/json.h"
#include "store/settings.h"

namespace clew {
namespace {

// Errors are kept by their code's name, which outlives a renumbering.
Value refusal_fields(const Error& error) {
  Value fields = Value::object();
  fields.set("code", describe(error.code).name);
  fields.set("message", error.message);
  fields.set("subject", error.subject);
  fields.set("next", error.next);
  return fields;
}

Error refusal_from(const Value& fields) {
  const auto text = [&](const char* name) {
    const Value* found = fields.find(name);
    return found == nullptr ? std::string() : found->as_string();
  };
  Error error = make_error(ErrorCode::kFailed, text("message"), text("subject"), text("next"));
  for (const auto& row : kErrorCodes) {
    if (text("code") == row.name) error.code = row.code;
  }
  return error;
}

// Does an answer speak of one of these sessions?
bool speaks_of(const Value& data, const std::vector<SessionId>& sessions) {
  const auto is_one = [&](const Value* id) {
    return id != nullptr && std::any_of(sessions.begin(), sessions.end(), [&](const auto& each) {
             return each.text == id->as_string();
           });
  };
  if (is_one(data.find("session"))) return true;
  const Value* list = data.find("sessions");
  return list != nullptr &&
         std::any_of(list->as_list().begin(), list->as_list().end(),
                     [&](const Value& each) { return is_one(each.find("session")); });
}

}  // namespace

// Answers are settings of the store: the text as JSON, with the digest of the request beside it.
Result<std::optional<KeptAnswer>> find_kept_answer(StoreReader& store, const std::string& key) {
  CLEW_ASSIGN(const std::string text, store.setting(answer_setting(key)));
  if (text.empty()) return std::optional<KeptAnswer>();
  CLEW_ASSIGN(const Value tree, parse_json(text));
  KeptAnswer kept;
  if (const Value* request = tree.find("request")) {
    kept.request = Hash::from_hex(request->as_string());
  }
  if (const Value* data = tree.find("data")) kept.answer.data = *data;
  if (const Value* words = tree.find("text")) kept.answer.text = words->as_string();
  if (const Value* refusal = tree.find("refusal")) kept.answer.refusal = refusal_from(*refusal);
  return std::optional(std::move(kept));
}

Status keep_answer(Transaction& transaction, const Idempotency& key, const Answer& answer) {
  Value tree = Value::object();
  tree.set("request", key.request.hex());
  tree.set("data", answer.data);
  tree.set("text", answer.text);
  if (answer.refusal) tree.set("refusal", refusal_fields(*answer.refusal));
  return transaction.put_setting(answer_setting(key.key), write_json(tree));
}

// What a session said goes from answers too; where the command happened stays, so that its key is
// still known.
Status forget_answers(Transaction& transaction, const std::vector<SessionId>& sessions) {
  CLEW_ASSIGN(const auto kept, transaction.settings(std::string(kAnswerSettings)));
  for (const auto& [key, text] : kept) {
    CLEW_ASSIGN(const Value tree, parse_json(text));
    const Value* data = tree.find("data");
    const Value* request = tree.find("request");
    if (data == nullptr || request == nullptr || !speaks_of(*data, sessions)) continue;
    Value location = Value::object();
    for (const char* name : {"session", "seq", "hash", "changed"}) {
      if (const Value* found = data->find(name)) location.set(name, *found);
    }
    Value left = Value::object();
    left.set("request", *request);
    left.set("data", std::move(location));
    CLEW_TRY(transaction.put_setting(key, write_json(left)));
  }
  return success();
}

// After a merge: answers about events that were moved name the session that has them.
Status move_answers(Transaction& transaction, const SessionId& from, Seq after,
                    const SessionId& to) {
  CLEW_ASSIGN(const auto kept, transaction.settings(std::string(kAnswerSettings)));
  for (const auto& [key, text] : kept) {
    CLEW_ASSIGN(Value tree, parse_json(text));
    const Value* data = tree.find("data");
    if (data == nullptr) continue;
    const Value* session = data->find("session");
    const Value* seq = data->find("seq");
    const bool stood_there = session != nullptr && session->is_string() &&
                             session->as_string() == from.text && seq != nullptr && seq->is_int() &&
                             seq->as_int() > int64_t{after.number};
    if (!stood_there) continue;
    Value moved = *data;
    moved.set("session", to.text);
    tree.set("data", std::move(moved));
    CLEW_TRY(transaction.put_setting(key, write_json(tree)));
  }
  return success();
}

Error key_of_another_request(const std::string& key) {
  return make_error(ErrorCode::kConflict, "this key was used for a different request", key,
                    "use another key, or repeat the first request");
}

}  // namespace clew
