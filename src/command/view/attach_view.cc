#include "command/view/attach_view.h"

#include <fmt/format.h>

#include "dialect/missing_field_hint.h"
#include "dialect/registry.h"
#include "engine/append.h"
#include "engine/idempotency.h"
#include "engine/reply.h"
#include "engine/session_view.h"
#include "engine/work_files/structural_file.h"
#include "engine/workspace.h"
#include "view/external_id.h"
#include "view/open_view.h"

namespace clew {
namespace {

// What a person names may be the session's own folder within that of the view: its files are seen
// from above ("x-2026-01-01/state.yaml").
std::string folder_of_view(const Session& session, const Dialect& dialect,
                           const std::string& folder) {
  if (external_id(session.root(), dialect.name()) == nullptr) return folder;
  const auto files = dialect.files_of(session);
  const size_t slash = files.empty() ? std::string::npos : files.front().rfind('/');
  if (slash == std::string::npos) return folder;
  const std::string own = "/" + files.front().substr(0, slash);
  return folder.ends_with(own) ? folder.substr(0, folder.size() - own.size()) : folder;
}

bool is_of_folder(const std::string& dialect, const std::string& path) {
  const Dialect* known = find_dialect(dialect);
  const DocumentShape* document = known == nullptr ? nullptr : known->document_of(path);
  return document != nullptr && document->owner == FileOwner::kFolder;
}

}  // namespace

Result<Answer> attach_view(Workspace& workspace, const AttachRequest& request) {
  CLEW_ASSIGN(const Dialect* dialect, dialect_named(request.dialect));
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const std::string folder =
      folder_of_view(loaded.session, *dialect, view_folder(workspace, *dialect, request.dir));
  const KeyedAnswer key(workspace, {folder});
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const std::string agreed,
              agreed_view_folder(workspace, *dialect, request.dir,
                                 attach_words(*dialect, request.dir, ref.id)));
  const auto attempt =
      attach(workspace, ref.id, *dialect, folder_of_view(loaded.session, *dialect, agreed), &key);
  if (!attempt) return lacking_in_view(attempt.error(), dialect->name(), ref.id.text);
  const Done& done = *attempt;
  CLEW_ASSIGN(const auto state, load_view(workspace.store(), ref.id));
  Answer answer = attached_answer(ref.id, done.head, *state);
  if (!done.notices.empty()) answer.data.set("notices", to_value(done.notices));
  for (const auto& notice : done.notices) answer.text += "\nnote: " + notice;
  answer.warnings = warning_of_view(workspace, *state);
  return answer;
}

Result<Answer> detach_view(Workspace& workspace, const NoRequest& /*request*/) {
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  const KeyedAnswer key(workspace);
  using Ended = WithOutcome<Answer>;
  return transact(
      workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Result<Ended> {
        CLEW_ASSIGN(auto seen, key.find(transaction));
        if (seen) return Ended{std::move(*seen), Outcome::kRollBack};
        CLEW_ASSIGN(const auto state, load_view(transaction, ref.id));
        CLEW_ASSIGN(const Loaded loaded, transaction.load(ref.id));
        Answer answer;
        answer.data.set("session", ref.id.text);
        answer.data.set("seq", loaded.head.seq.number);
        answer.data.set("hash", loaded.head.hash.hex());
        answer.data.set("changed", state.has_value());
        if (!state) {
          answer.text = ref.id.text + " has no view";
          CLEW_ASSIGN(const Outcome outcome, key.keep_alone(transaction, answer));
          return Ended{std::move(answer), outcome};
        }
        CLEW_TRY(keep_entry(transaction, ref.id, state->dialect, state->entry, state->folder));
        CLEW_TRY(drop_view(transaction, ref.id));
        // What stands there is known again when it is to be a view once more.
        for (const auto& file : state->files) {
          if (is_of_folder(state->dialect, file.path)) continue;
          CLEW_TRY(remember_text(transaction, ref.id, file.path, file.digest, state->seq));
        }
        answer.text = fmt::format("{} no longer writes {}; the files are left unchanged",
                                  ref.id.text, state->in_words());
        CLEW_TRY(key.keep(transaction, answer));
        return Ended{std::move(answer)};
      });
}

Result<Answer> accept_view(Workspace& workspace, const NoRequest& /*request*/) {
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  CLEW_ASSIGN(const auto before, load_view(workspace.store(), ref.id));
  CLEW_ASSIGN(const Done done, workspace.accept_view(ref.id));
  CLEW_ASSIGN(const auto state, load_view(workspace.store(), ref.id));
  if (state && !state->held.empty()) {
    return make_error(ErrorCode::kInvalid, "the files cannot be accepted: " + state->held,
                      ref.id.text, "fix the file, or  clew repair " + state->own_path());
  }
  Answer answer;
  answer.data = done_fields(done);
  const bool was_behind = before && before->seq < done.head.seq;
  answer.text = done.changed ? fmt::format("{} now matches its files", ref.id.text)
                : was_behind ? fmt::format("the files of {} now match it", ref.id.text)
                             : fmt::format("{} already matches its files", ref.id.text);
  return with_notices(std::move(answer), done);
}

}  // namespace clew
