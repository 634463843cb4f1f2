#include "command/integrity/repair_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "command/integrity/contents_on_disk.h"
#include "command/integrity/lost_sessions.h"
#include "command/integrity/rebuild_view.h"
#include "command/integrity/recovery_ladder.h"
#include "engine/append.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/idempotency.h"
#include "engine/log/damaged_log.h"
#include "files/document_limit.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr size_t kShownCuts = 20;

Status check_request(const Damage& damage, const RepairRequest& request) {
  const std::string& id = damage.summary.id.text;
  if (damage.report.problems.empty()) {
    return make_error(ErrorCode::kInvalid, "there is nothing to repair", id, "clew verify " + id);
  }
  if (damage.summary.forgotten) {
    return make_error(ErrorCode::kInvalid, "the session was forgotten; only its chain is left", id);
  }
  if (!request.from) {
    if (damage.log_is_whole()) return success();
    if (damage.intact == 0) {
      return make_error(ErrorCode::kCorrupt, "no event is known to be intact", id,
                        "clew restore BACKUP");
    }
    return success();
  }
  if (damage.log_is_whole()) {
    return make_error(ErrorCode::kInvalid, "all events are intact; nothing has to be cut off", id,
                      "clew repair " + id);
  }
  if (*request.from < 1 || *request.from > int64_t{damage.intact}) {
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("--from is the last event to keep; the last intact event is {}", damage.intact),
        id, fmt::format("clew repair {} --from {} --dry-run", id, damage.intact));
  }
  return success();
}

// The events after `keep`, one line each; they may not decode, so only what stands around them.
Result<std::string> cut_lines(Workspace& workspace, const SessionId& id, uint32_t keep) {
  CLEW_ASSIGN(const auto events, workspace.store().read_raw(id, Seq{keep + 1}, kShownCuts + 1));
  std::string lines;
  for (size_t i = 0; i < std::min(events.size(), kShownCuts); ++i) {
    const EventHeader& header = events[i].header;
    const char* type = event_name(events[i].kind);
    lines += fmt::format("\n  {}  {}  {}  {}", header.seq.number, to_iso_minutes(header.at),
                         header.actor.text, type == nullptr ? "unknown" : type);
  }
  if (events.size() > kShownCuts) lines += "\n  …";
  return lines;
}

// The error of a repair that made nothing better.
Status keep_if_better(Transaction& transaction, const Damage& damage, const KeyedAnswer& key,
                      Answer& answer) {
  CLEW_ASSIGN(const VerifyReport left, left_after(transaction, damage));
  answer.data.set("problems_before", static_cast<int64_t>(damage.report.problems.size()));
  answer.data.set("problems_left", static_cast<int64_t>(left.problems.size()));
  CLEW_ASSIGN(const SessionSummary summary, transaction.summary(damage.summary.id));
  answer.data.set("seq", summary.head.seq.number);
  answer.data.set("hash", summary.head.hash.hex());
  if (!left.problems.empty()) {
    Error error = corruption(left, &summary);
    error.next = "clew restore BACKUP";
    answer.refusal = std::move(error);
  }
  return key.keep(transaction, answer);
}

// Texts of files that are lost or damaged, of which nothing is left to lose. Of a view's file that
// stands as it was written the text is there again; any other is written from the log as far as it
// does not stand there. Gives the paths of the view's files.
Result<std::vector<std::string>> let_go_of_texts(Workspace& workspace, Transaction& transaction,
                                                 const SessionId& id) {
  std::vector<std::string> paths;
  CLEW_ASSIGN(auto view, load_view(transaction, id));
  for (size_t i = 0; view && i < view->files.size(); ++i) {
    ViewFile& file = view->files[i];
    if (file.base.empty() || transaction.blob(file.base)) continue;
    const auto text = read_whole_file(workspace.files(), join_path(view->folder, file.path),
                                      document_limit(file.path));
    const bool is_there = text.ok() && sha256(*text) == file.digest;
    file.base = is_there ? file.digest : Hash();
    if (is_there) CLEW_TRY(transaction.put_blob({file.digest, *text}, id));
    paths.push_back(file.path);
  }
  if (!paths.empty()) CLEW_TRY(save_view(transaction, id, *view));
  CLEW_TRY(transaction.release_damaged(id));
  return paths;
}

Result<Answer> make_anew(Workspace& workspace, const Damage& damage, const RepairRequest& request,
                         const KeyedAnswer& key, Answer answer) {
  const std::string& id = damage.summary.id.text;
  if (request.dry_run) {
    answer.text = fmt::format(
        "would rebuild the snapshots, list entry and search index of {}; its {} events stay "
        "unchanged",
        id, damage.summary.head.seq.number);
    return answer;
  }
  answer.text =
      fmt::format("repaired {}: rebuilt snapshots, list entry and search index from {} events", id,
                  damage.summary.head.seq.number);
  std::vector<FoundContent> contents;
  if (const auto loaded = workspace.load({damage.summary.id, {}})) {
    contents = contents_on_disk(workspace, loaded->session);
  }
  for (const auto& each : contents) {
    answer.text += fmt::format("\nstored again what {} holds", each.path);
  }
  return transact(
      workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Result<Answer> {
        Answer repaired = answer;
        for (const auto& each : contents) {
          CLEW_TRY(transaction.put_blob(each.blob, damage.summary.id));
        }
        CLEW_ASSIGN(const auto paths, let_go_of_texts(workspace, transaction, damage.summary.id));
        for (const auto& path : paths) {
          repaired.text +=
              fmt::format("\nlet go of the damaged text of {}; the file stays as it is", path);
        }
        CLEW_TRY(transaction.remake(damage.summary.id));
        CLEW_TRY(keep_if_better(transaction, damage, key, repaired));
        return repaired;
      });
}

// Cutting is never done unasked; it is offered where it would be possible.
Error only_cutting(Workspace& workspace, const Damage& damage) {
  const Status possible = try_cut(workspace, damage, damage.intact);
  if (!possible) return possible.error();
  const std::string& id = damage.summary.id.text;
  return make_error(
      ErrorCode::kInvalid,
      fmt::format("the events after {} cannot be trusted; the only repair is to cut them off",
                  damage.intact),
      id, fmt::format("clew repair {} --from {} --dry-run", id, damage.intact));
}

Result<Answer> cut_off(Workspace& workspace, const Damage& damage, const RepairRequest& request,
                       const KeyedAnswer& key, Answer answer) {
  const SessionId& id = damage.summary.id;
  const auto keep = static_cast<uint32_t>(*request.from);
  const uint32_t last = damage.summary.head.seq.number;
  const std::string span = span_of(damage, keep);
  answer.data.set("cut_from", keep + 1);
  answer.data.set("cut_to", last);
  // Nobody is asked about what could not be done.
  CLEW_TRY(try_cut(workspace, damage, keep));
  if (request.dry_run) {
    CLEW_ASSIGN(const std::string lines, cut_lines(workspace, id, keep));
    answer.text = fmt::format(
        "would remove {} and keep them in quarantine:{}\nnext  clew repair {} --from {}", span,
        lines, id.text, keep);
    return answer;
  }
  CLEW_TRY(agree(workspace, fmt::format("Remove {}? They are kept in quarantine.", span), id.text,
                 fmt::format("clew repair {} --from {}", id.text, keep)));
  return transact(
      workspace, workspace.write_deadline(), [&](Transaction& transaction) -> Result<Answer> {
        Answer cut = answer;
        CLEW_ASSIGN(const Hash quarantined, cut_off_events(workspace, transaction, damage, keep));
        cut.data.set("kept_aside", quarantined.hex());
        cut.text = fmt::format(
            "removed {}; quarantined as {}\n{} continues from event {}\nnext  clew log {} "
            "--set-aside   shows them",
            span, quarantined.brief(), id.text, keep, id.text);
        CLEW_TRY(keep_if_better(transaction, damage, key, cut));
        return cut;
      });
}

// A file or folder, and not a session that has the same name. Files of a view may be gone.
Result<bool> names_files(Workspace& workspace, const std::string& named) {
  if (named.empty()) return false;
  if (!workspace.files().info(caller_path(workspace, named))) {
    CLEW_ASSIGN(const auto shown, view_at(workspace, named));
    const bool is_listed = named.find('/') != std::string::npos || named.ends_with(".json");
    const bool is_lost = is_listed && !find_lost_sessions(workspace, named, nullptr).empty();
    if (!shown && !is_lost) return false;
  }
  const bool is_path = named.find_first_of("/.") != std::string::npos;
  return is_path || !workspace.find_session(Effect::kReads);
}

// The log is as it should be; the files that show it may not be. Unset: they are, too.
Result<std::optional<Answer>> repair_view_of(Workspace& workspace, const SessionId& id,
                                             const RepairRequest& request, const KeyedAnswer& key) {
  CLEW_ASSIGN(const auto state, load_view(workspace.store(), id));
  if (!state || state->files.empty()) return std::optional<Answer>();
  FileRepair repair{state->own_path(), {}, {}, true};
  CLEW_ASSIGN(Answer answer, rebuild_view(workspace, id, repair));
  if (answer.data.find("level")->is_null()) return std::optional<Answer>();
  if (!request.dry_run) {
    repair.dry_run = false;
    CLEW_ASSIGN(answer, rebuild_view(workspace, id, repair));
    CLEW_TRY(key.keep_alone(answer));
  }
  return std::optional(std::move(answer));
}

}  // namespace

Result<Answer> repair_session(Workspace& workspace, const RepairRequest& request) {
  const std::string& named = workspace.caller().session;
  CLEW_ASSIGN(const bool is_files, names_files(workspace, named));
  if (is_files) {
    return repair_files(workspace,
                        {named, request.dialect, request.at, request.dry_run, request.set});
  }
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kChanges));
  if (!request.set.empty()) return values_are_set(ref.id);
  CLEW_ASSIGN(const Damage damage, find_damage(workspace, ref.id));
  if (damage.report.problems.empty() && !request.from) {
    CLEW_ASSIGN(auto rebuilt, repair_view_of(workspace, ref.id, request, key));
    if (rebuilt) return std::move(*rebuilt);
  }
  CLEW_TRY(check_request(damage, request));
  Answer answer;
  answer.data.set("session", ref.id.text);
  answer.data.set("seq", damage.summary.head.seq.number);
  answer.data.set("hash", damage.summary.head.hash.hex());
  answer.data.set("changed", !request.dry_run);
  if (!request.from && !damage.log_is_whole()) return only_cutting(workspace, damage);
  if (!request.from) return make_anew(workspace, damage, request, key, std::move(answer));
  return cut_off(workspace, damage, request, key, std::move(answer));
}

}  // namespace clew
