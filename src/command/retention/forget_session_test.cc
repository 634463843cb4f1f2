#include "command/retention/forget_session.h"

#include "engine/transact.h"
#include "store/settings.h"
#include "testing/workspace_fixture.h"

namespace clew {

TEST_CASE("of every family of settings, those of a session go with it and the others stay") {
  WorkspaceFixture w;
  w.start_plan();
  const SessionId id = w.only_session();
  const SessionId other("another");
  const ActorId actor("claude-code:1");
  const Hash digest = sha256("text");
  const auto keys_of = [&](const SessionId& session) {
    return std::vector<std::string>{
        view_setting(session), written_setting(session, digest, "state.yaml"),
        locations_setting(session), agents_setting(session), entry_setting(session, "feature")};
  };
  const std::vector<std::string> kept = {
      process_setting("laptop", 7, 1), folder_setting("laptop", "mark"),
      setup_setting("/settings.json"), import_setting("feature", "walk"),
      off_setting("/elsewhere"),       use_setting("/elsewhere"),
      binding_setting(actor),          briefed_setting(actor),
      prompt_setting(actor),           answers_setting(actor),
      compaction_setting(actor)};
  REQUIRE(transact(w.store(), {}, [&](Transaction& transaction) -> Status {
            for (const auto& key : keys_of(id)) CLEW_TRY(transaction.put_setting(key, "{}"));
            for (const auto& key : keys_of(other)) CLEW_TRY(transaction.put_setting(key, "{}"));
            for (const auto& key : kept) CLEW_TRY(transaction.put_setting(key, "{}"));
            return success();
          }).ok());
  w.caller.agreed = true;
  w.must("forget", "sessions", words(id.text));
  for (const auto& key : keys_of(id)) CHECK_MESSAGE(w.store().setting(key).value().empty(), key);
  for (const auto& key : keys_of(other)) CHECK_MESSAGE(w.store().setting(key).value() == "{}", key);
  for (const auto& key : kept) CHECK_MESSAGE(w.store().setting(key).value() == "{}", key);
}

TEST_CASE("words that are kept of a conversation before it has a session are redacted, too") {
  WorkspaceFixture w;
  w.start_plan();
  w.must("note", "text", "ask Rosa about it");
  const ActorId actor("claude-code:1");
  const ActorId other("claude-code:2");
  REQUIRE(transact(w.store(), {}, [&](Transaction& transaction) -> Status {
            CLEW_TRY(transaction.put_setting(prompt_setting(actor), "write to Rosa"));
            return transaction.put_setting(prompt_setting(other), "write to nobody");
          }).ok());
  w.must("redact", "events", words("2"), "text", "Rosa");
  CHECK(w.store().setting(prompt_setting(actor)).value().empty());
  CHECK(w.store().setting(prompt_setting(other)).value() == "write to nobody");
}

}  // namespace clew
