// What a view's files are to say after a command, and writing it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "dialect/command_history.h"
#include "dialect/redacted_text.h"
#include "document/json/json.h"
#include "files/append_file.h"
#include "files/replace_file.h"
#include "view/open_view.h"
#include "view/own_commands.h"
#include "view/rebuild_index.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

// How much of `after` is there already, in whole lines; npos when `after` is no continuation. A
// last line without its end counts as one when `after` gives it its end; otherwise it is a torn
// one.
size_t kept_lines(const std::string& present, const std::string& after) {
  if (present.empty() || present.ends_with('\n')) {
    return after.starts_with(present) ? present.size() : std::string::npos;
  }
  if (after.starts_with(present + "\n")) return present.size() + 1;
  const size_t whole = present.rfind('\n') == std::string::npos ? 0 : present.rfind('\n') + 1;
  return after.starts_with(present.substr(0, whole)) ? whole : std::string::npos;
}

}  // namespace

void OpenView::add_shared(FileSet& base) {
  for (const auto& each : guarded_) {
    if (!is_index(*dialect_, each.path) || base.find(each.path) != nullptr) continue;
    auto rebuilt = rebuild_shared(store_, files_, {*dialect_, state_.folder, each.path});
    if (!rebuilt) {
      notices_.push_back(
          fmt::format("{} lists only this session: {}", each.path, rebuilt.error().message));
      continue;
    }
    if (!rebuilt->unread.empty()) {
      notices_.push_back(fmt::format("{}: {} cannot be read and has no entry", each.path,
                                     fmt::join(rebuilt->unread, ", ")));
    }
    // This session alone: as it was written last.
    if (rebuilt->entries.size() < 2 && rebuilt->kept.empty()) continue;
    base.files.push_back({each.path, std::move(rebuilt->text)});
  }
}

FileSet OpenView::base() {
  FileSet base = present();
  add_shared(base);
  const bool is_whole =
      std::all_of(state_.files.begin(), state_.files.end(),
                  [&](const auto& file) { return base.find(file.path) != nullptr; });
  if (is_whole) return base;
  // Without the lost file the others would be misread: a task is nothing without its plan.
  if (state_.seq.number > 0) {
    if (auto last = written_last()) {
      for (auto& file : last->files) {
        const bool is_known = state_.find(file.path) != nullptr;
        if (is_known && base.find(file.path) == nullptr) base.files.push_back(std::move(file));
      }
    }
  }
  for (const auto& file : state_.files) {
    if (file.base.empty() || base.find(file.path) != nullptr) continue;
    if (auto text = store_.blob(file.base)) base.files.push_back({file.path, std::move(*text)});
  }
  return base;
}

Status OpenView::cover_redacted(FileSet& text) const {
  if (state_.seq.number == 0) return success();
  CLEW_ASSIGN(const bool redacted, is_redacted_since());
  if (!redacted) return success();
  const auto last = written_last();
  if (!last) return success();  // then only what the session says is written
  for (auto& file : text.files) {
    if (const NamedFile* base = last->find(file.path)) file.text = cover(*base, file.text);
  }
  return success();
}

Result<std::string> OpenView::what_holds(const Session& now) {
  const auto is_damaged = [](const SeenFile& file) {
    return file.verdict == FileVerdict::kDamaged;  // kept aside and restored with the next change
  };
  if (std::any_of(seen_.begin(), seen_.end(), is_damaged)) return std::string();
  CLEW_TRY(take_in(now));
  if (!state_.held.empty()) return state_.held;
  Session reported = now;
  tell_surroundings(reported);
  const auto files = dialect_->write(reported, base());
  return files ? std::string() : words_of(files.error());
}

Status OpenView::render(const Session& session, Seq seq, Transaction& transaction) {
  if (!state_.held.empty()) return save_view(transaction, session_, state_);
  FileSet text = base();
  CLEW_TRY(cover_redacted(text));
  CLEW_TRY(look_around(session, seq, transaction));
  Session reported = session;
  tell_surroundings(reported);
  // With no event of its own since, the time that others gave the files is not put back.
  if (state_.seq.number == 0 || state_.seq == seq || has_edits()) {
    for (const auto& reading : dialect_->read(text).sessions) {
      if (reading.entry != state_.entry) continue;
      reported.last_activity =
          std::max(reported.last_activity, std::min(reading.session.last_activity, now_));
    }
  }
  auto files = dialect_->write(reported, text);
  if (!files) {
    hold(words_of(files.error()), files.error().next);
    return save_view(transaction, session_, state_);
  }
  // What was edited in the session's own file stands in the folder's list as well.
  rendered_ = has_edits() ? dialect_->in_agreement(std::move(*files)) : std::move(*files);
  CLEW_TRY(add_commands(reported, seq, transaction));
  for (const auto& file : rendered_.files) {
    ViewFile& known = state_.file(file.path);
    const Hash digest = sha256(file.text);
    const SeenFile* seen = seen_file(file.path);
    const bool foreign = seen != nullptr && seen->verdict == FileVerdict::kEdited &&
                         file.owner == FileOwner::kSession;
    // An edit of another file may have changed what its entries were made from.
    const bool is_log = has_edits() && grows_as(*dialect_, file.path) == DocumentKind::kText;
    if (is_log && !foreign) {
      CLEW_TRY(transaction.put_blob({digest, file.text}, session_));
      known.base = digest;
    }
    if (foreign) {
      // As it is written now: what was redacted may stand in the text as it was edited.
      CLEW_TRY(transaction.put_blob({digest, file.text}, session_));
      // Taken in: when git puts it back, it is no edit a second time.
      CLEW_TRY(remember_text(transaction, session_, file.path, seen->digest, seq));
      known.base = digest;
      known.digest = seen->digest;
    }
    // What others wrote in a folder's list stands nowhere else, should the list be lost.
    if (seen != nullptr && seen->verdict == FileVerdict::kEdited &&
        is_index(*dialect_, file.path)) {
      CLEW_TRY(transaction.put_blob({digest, file.text}, session_));
      known.base = digest;
    }
    if (is_list_of_sessions(*dialect_, file.path)) {
      CLEW_TRY(remember_text(transaction, session_, file.path, own_part(file), seq));
    }
    if (digest == known.digest) continue;
    const bool stands = seen != nullptr && seen->verdict != FileVerdict::kDamaged;
    known.previous = stands ? seen->digest : Hash();
    known.stood = stands ? seen->stood : std::string();
    known.digest = digest;
    const bool own = file.owner == FileOwner::kSession;
    CLEW_TRY(own ? remember_text(transaction, session_, file.path, digest, seq)
                 : remember_shared(transaction, state_.folder + "/" + file.path, digest));
  }
  for (const auto& seen : seen_) {
    // A shared file in a form of its own is nobody's edit of ours: seen, and left alone.
    const bool is_left = seen.verdict == FileVerdict::kEdited && is_index(*dialect_, seen.path) &&
                         rendered_.find(seen.path) == nullptr;
    if (is_left)
      CLEW_TRY(remember_shared(transaction, state_.folder + "/" + seen.path, seen.digest));
  }
  for (const auto& seen : seen_) {
    if (seen.verdict != FileVerdict::kPutBack || put_back_ == PutBack::kTake) continue;
    notices_.push_back(fmt::format(
        "{} was reverted to seq {} by git; not taken as an edit, and rewritten with this change",
        seen.path, seen.put_back_to.number));
  }
  folders_ = dialect_->folders_of(reported);
  plan_moves(rendered_);
  state_.seq = seq;
  return save_view(transaction, session_, state_);
}

// The commands since the files were written last; all of them where the history is not the one that
// was written then.
Status OpenView::add_commands(const Session& reported, Seq seq, Transaction& transaction) {
  const CommandHistory* history = dialect_->command_history();
  if (history == nullptr) return success();
  const std::string path = history->history_file(reported);
  const SeenFile* seen = seen_file(path);
  const ViewFile* known = state_.find(path);
  const bool is_ours =
      state_.seq.number > 0 && seen != nullptr && known != nullptr && seen->digest == known->digest;
  // Where nobody else has added anything, the lines come back in the order that they had.
  const bool is_older = seen == nullptr || seen->verdict == FileVerdict::kMissing ||
                        seen->verdict == FileVerdict::kPutBack;
  const OwnCommands which = is_ours    ? OwnCommands::kSince
                            : is_older ? OwnCommands::kInOrder
                                       : OwnCommands::kMissing;
  return add_own_commands(transaction, *dialect_, reported, which, state_.seq, seq, rendered_);
}

Status OpenView::write() {
  if (!state_.held.empty()) return success();
  for (const auto& file : rendered_.files) CLEW_TRY(write_one(file));
  for (const auto& folder : folders_) CLEW_TRY(open_below(files_, *folder_, folder));
  for (const auto& move : state_.moves) CLEW_TRY(carry_out(move));
  return success();
}

Status OpenView::write_one(const NamedFile& file) {
  const SeenFile* seen = seen_file(file.path);
  const bool there = seen != nullptr && seen->verdict != FileVerdict::kMissing;
  if (there && seen->text == file.text) return success();
  const Guarded* location = guarded(file.path);
  if (location == nullptr) {
    CLEW_TRY(guard({file.path}, seconds(2)));
    location = guarded(file.path);
  }
  const size_t kept = there ? kept_lines(seen->text, file.text) : std::string::npos;
  if (file.write == FileWrite::kAppend && kept != std::string::npos) {
    AppendRequest request;
    request.name = location->name;
    const std::string rest = file.text.substr(kept);
    request.lines = rest;
    request.is_whole = [](BytesView line) { return parse_json(line).ok(); };
    request.now = now_;
    request.durability = Durability::kDerived;
    const auto done = append_lines(*location->folder, request, *location->lock);
    if (!done) return done.error();
    if (!done->quarantined.empty()) {
      notices_.push_back(fmt::format("{}: the last line was cut off; it is kept as {}", file.path,
                                     done->quarantined));
    }
    return success();
  }
  // Whoever wrote it last may have been killed; what cannot be removed is no reason to stop.
  const bool was_ours = seen != nullptr && seen->verdict == FileVerdict::kOurs;
  if (!was_ours)
    static_cast<void>(remove_leftovers(*location->folder, location->name, *location->lock));
  ReplaceRequest request;
  request.name = location->name;
  request.content = file.text;
  request.durability = Durability::kDerived;
  if (file.write == FileWrite::kBackup) {
    request.is_valid = [&](BytesView present) {
      const Readings readings = dialect_->read(FileSet{{{file.path, std::string(present)}}});
      return std::none_of(readings.findings.begin(), readings.findings.end(), is_syntax);
    };
  }
  const auto done = replace_file(*location->folder, request, machine_, *location->lock);
  return done ? success() : Status(done.error());
}

}  // namespace clew
