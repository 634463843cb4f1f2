#include "command/integrity/recovery_ladder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/shell_word.h"
#include "command/integrity/diagnosis.h"
#include "command/integrity/file_repair.h"
#include "command/integrity/given_values.h"
#include "command/integrity/lost_sessions.h"
#include "command/integrity/rebuild_view.h"
#include "command/integrity/salvaged_text.h"
#include "dialect/registry.h"
#include "discovery/find_dialect_files.h"
#include "document/finding_text.h"
#include "document/readable_prefix.h"
#include "document/text_damage.h"
#include "document/text_position.h"
#include "engine/confirm.h"
#include "engine/idempotency.h"
#include "engine/workspace.h"
#include "files/relative_path.h"
#include "session/adopt.h"
#include "view/foreign_lock.h"
#include "view/open_view.h"
#include "view/rebuild_index.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

// A fresh state begins now, unless something tells when it was.
void begin_now(Session& session, Time now) {
  date_by_facts(session);
  Time& begun = session.identity.created_at;
  if (begun == Time()) begun = now;
  if (session.last_activity == Time()) session.last_activity = begun;
}

class Ladder {
 public:
  Ladder(Workspace& workspace, const FoundSession& found, const FileRepair& repair)
      : workspace_(workspace),
        found_(found),
        repair_(repair),
        survey_(workspace, found),
        fixture_(workspace, found, mode_of(repair)) {}

  // Levels 1 to 3. REQUIRES: other programs are kept out.
  Result<Answer> climb() {
    const auto broken = survey_.broken_files();
    const bool is_whole = broken.empty() && survey_.broken_shared().empty() &&
                          survey_.disagreeing(found_.files).files.empty();
    const bool is_right = is_whole && errors_left(*found_.dialect, found_.files, {}).empty();
    if (!repair_.at.empty()) {
      CLEW_ASSIGN(Session fresh, begun_at(repair_.at));
      if (!is_right) return begin_with(std::move(fresh), repair_.at);
    }
    if (is_right) return answer(-1, "nothing to repair: every file can be read" + torn_words());
    if (is_whole) {
      std::vector<std::string> given;
      CLEW_TRY(put_given(given));
      if (given.empty()) return answer(-1, "none of this can be rebuilt");
      return answer(3, fmt::format("{}", fmt::join(given, "\n")));
    }
    CLEW_TRY(ask_before_losing_lines(broken));
    int level = 2;
    std::vector<std::string> said;
    if (!broken.empty()) {
      CLEW_ASSIGN(const bool restored, from_backup(broken));
      if (restored) {
        level = 1;
        said.emplace_back("Session state recovered from backup. Last state update may be lost.");
      } else {
        CLEW_ASSIGN(const std::string reported, from_what_is_left(broken));
        if (reported.empty()) return ask_where();
        said.push_back(reported);
      }
    }
    CLEW_TRY(repair_shared(said));
    for (const auto& file : survey_.disagreeing(fixture_.files()).files) {
      CLEW_TRY(fixture_.put(file.path, file.text));
      said.push_back(file.path + " was repaired: it now matches the session's files");
    }
    const size_t found = said.size();
    CLEW_TRY(put_given(said));
    if (said.size() > found) level = 3;
    if (said.empty()) return answer(-1, "none of this can be rebuilt");
    return answer(level, fmt::format("{}", fmt::join(said, "\n")));
  }

 private:
  Answer answer(int level, const std::string& sentence) const {
    const auto left = errors_left(*found_.dialect, fixture_.files(), fixture_.written());
    return with_errors_left(repair_answer(fixture_, level, sentence), left, found_,
                            fixture_.files(), repair_);
  }

  // A slip in the middle of a file has whole lines behind it, which a repair could not keep, and of
  // a key that stands twice nobody but a person knows which is meant.
  Status ask_before_losing_lines(const std::vector<std::string>& broken) {
    const bool has_backups =
        !broken.empty() && std::all_of(broken.begin(), broken.end(), [&](const auto& path) {
          return survey_.backup_of(path).has_value();
        });
    for (const auto& finding : found_.dialect->read(found_.files).findings) {
      const NamedFile* file = found_.files.find(finding.file);
      const DocumentShape* document = found_.dialect->document_of(finding.file);
      if (!is_syntax(finding) || file == nullptr || document == nullptr) continue;
      if (is_append_only(*found_.dialect, file->path)) continue;
      const TextDamage damage = damage_of(document->kind, file->text, finding.message);
      if (damage.kind == DamageKind::kCutOff) continue;
      const std::string by_hand =
          fmt::format("{}, then  {}", advice_for(damage, join_path(found_.folder, file->path)),
                      validate_again(repair_));
      Finding located = finding;
      if (!located.position) located.position = take_position(located.message);
      const std::string problem = finding_line(located);
      if (damage.kind == DamageKind::kNone) {
        return make_error(ErrorCode::kInvalid, problem + "; nothing was repaired", repair_.path,
                          by_hand);
      }
      if (repair_.dry_run || (has_backups && !is_index(*found_.dialect, file->path))) continue;
      const Status agreed =
          agree(workspace_,
                fmt::format("{}; a repair drops the {} behind it. Repair anyway?", problem,
                            damage.lines_after == 1 ? std::string("line")
                                                    : fmt::format("{} lines", damage.lines_after)),
                repair_.path, "clew repair " + shell_word(repair_.path));
      if (agreed) continue;
      Error error = agreed.error();
      error.next = by_hand + (error.next.empty() ? "" : "      or  " + error.next);
      return error;
    }
    return success();
  }

  // What a person says of the values that no file has.
  Status put_given(std::vector<std::string>& said) {
    CLEW_ASSIGN(const auto given, given_values(*found_.dialect, repair_.set));
    const FileSet present = fixture_.files();
    for (const auto& file : present.files) {
      CLEW_ASSIGN(const ExtendedText text, with_given(*found_.dialect, file, given));
      if (text.added.empty()) continue;
      CLEW_TRY(fixture_.put(file.path, text.text));
      std::vector<std::string> names;
      for (const auto& path : text.added) names.push_back(path_in_words(path));
      said.push_back(fmt::format("{}: added as given: {}", file.path, fmt::join(names, ", ")));
    }
    return success();
  }

  // A last line that was cut off may still be written by another program: it is left to the next
  // line that is added.
  std::string torn_words() const {
    std::string words;
    for (const auto& finding : found_.dialect->read(found_.files).findings) {
      if (finding.rule.ends_with(".torn-line")) words += "\n  left        " + finding_line(finding);
    }
    return words;
  }

  // What is left of a damaged file, and what is not.
  std::string salvaged_words(const std::string& path, const SalvagedText& text,
                             const ReadableFiles& readable, const FileSet& around) const {
    const auto cut = std::find_if(readable.cut.begin(), readable.cut.end(),
                                  [&](const CutFile& each) { return each.path == path; });
    if (cut == readable.cut.end()) return {};
    const std::string& damaged = around.find(path)->text;
    const std::string stopped = path_in_words(cut->stopped);
    const bool is_whole = damaged.find_first_not_of(" \t\r\n", cut->bytes) == std::string::npos;
    std::string words =
        is_whole ? path + " lacks a part that it must have"
                 : fmt::format(
                       "{}: {} of {} bytes could be read, up to line {}{}; anything after that is "
                       "missing",
                       path, cut->bytes, damaged.size(), position_at(damaged, cut->bytes).line,
                       stopped.empty() ? "" : " (" + stopped + ")");
    if (!text.left_out.empty()) {
      words += fmt::format("; left out because only a part could be read: {}",
                           fmt::join(text.left_out, ", "));
    }
    if (!text.added.empty()) {
      words +=
          fmt::format("; added because the format requires it: {}", fmt::join(text.added, ", "));
    }
    return words;
  }

  // A person says where the work stood; without one the answer lists what there is.
  Result<Answer> ask_where() {
    const FileSet around = survey_.everything();
    Error error = nothing_to_go_by(found_, around, repair_);
    const auto& ask = workspace_.caller().ask;
    if (!ask || repair_.dry_run || !can_be_begun(found_, around)) return error;
    const auto location = ask(error.message + "\nWhere should it continue?");
    if (!location || location->empty()) return error;
    CLEW_ASSIGN(Session fresh, begun_at(*location));
    return begin_with(std::move(fresh), *location);
  }

  Result<Session> begun_at(const std::string& location) const {
    auto fresh = found_.dialect->begin_at(survey_.everything(), location);
    if (!fresh) return with_repair_path(fresh.error(), repair_);
    return fresh;
  }

  Result<Answer> begin_with(Session fresh, const std::string& location) {
    begin_now(fresh, workspace_.now());
    found_.dialect->set_folder(fresh, found_.folder);
    CLEW_TRY(write_fresh(fresh));
    return answer(
        3, fmt::format("started a fresh state at {}; earlier progress is unknown", location));
  }

  // All of them, or none: a state and a plan of different times would be neither.
  Result<bool> from_backup(const std::vector<std::string>& broken) {
    std::vector<NamedFile> backups;
    for (const auto& path : broken) {
      auto backup = survey_.backup_of(path);
      if (!backup) return false;
      backups.push_back({path, std::move(*backup)});
    }
    for (const auto& file : backups) CLEW_TRY(fixture_.put(file.path, file.text));
    return true;
  }

  // A folder's list tells of its other sessions too.
  bool is_own(const Reading& reading) const {
    const auto files = found_.dialect->files_of(reading.session);
    return reading.entry == found_.location.entry ||
           std::find(files.begin(), files.end(), found_.location.files.front()) != files.end();
  }

  // What can be read, and what the files around it tell; empty: too little.
  Result<std::string> from_what_is_left(const std::vector<std::string>& broken) {
    const FileSet around = survey_.everything();
    ReadableFiles readable = found_.dialect->readable(around, broken);
    std::vector<std::string> said;
    for (const auto& path : broken) {
      if (readable.files.find(path) != nullptr) continue;
      auto backup = survey_.backup_of(path);
      if (!backup) continue;
      readable.files.files.push_back({path, std::move(*backup)});
      said.push_back(path + " was recovered from backup; its last update may be lost");
    }
    Readings readings = found_.dialect->reconstruct(readable.files);
    const auto own = std::find_if(readings.sessions.begin(), readings.sessions.end(),
                                  [&](const Reading& each) { return is_own(each); });
    if (own == readings.sessions.end()) return std::string();
    if (!readings.files.files.empty()) readable.files = std::move(readings.files);
    Session session = std::move(own->session);
    date_by_facts(session);
    found_.dialect->set_folder(session, found_.folder);
    if (session.identity.project_path.empty()) {
      session.identity.project_path = workspace_.project().root;
    }
    // Only the session's own files are what its text is made from.
    std::erase_if(readable.files.files, [&](const NamedFile& file) {
      return found_.dialect->document_of(file.path) == nullptr;
    });
    std::vector<std::pair<std::string, SalvagedText>> made;
    for (const auto& path : broken) {
      auto text = salvage_text(*found_.dialect, path, session, readable);
      // They do not tell enough for a session of this dialect.
      if (!text && text.error().code == ErrorCode::kInvalid) return std::string();
      if (!text) return text.error();
      made.emplace_back(path, std::move(*text));
    }
    for (const auto& [path, text] : made) {
      CLEW_TRY(fixture_.put(path, text.text));
      if (const auto words = salvaged_words(path, text, readable, around); !words.empty()) {
        said.push_back(words);
      }
    }
    for (const auto& finding : readings.findings) said.push_back(finding.message);
    if (said.empty()) {
      said.push_back(
          fmt::format("{} rebuilt from the other files; anything only {} contained is lost",
                      fmt::join(broken, ", "), broken.size() == 1 ? "it" : "they"));
    }
    return fmt::format("{}", fmt::join(said, "\n"));
  }

  // The session as a whole, in place of whatever stands there.
  Status write_fresh(const Session& session) {
    FileSet base;
    for (const auto& file : found_.files.files) {
      if (!is_broken(*found_.dialect, file)) base.files.push_back(file);
    }
    CLEW_ASSIGN(const FileSet files, found_.dialect->write(session, base));
    for (const auto& file : files.files) {
      const bool is_known = base.find(file.path) != nullptr;
      if (is_append_only(*found_.dialect, file.path) && found_.files.find(file.path)) continue;
      if (!is_known && is_index(*found_.dialect, file.path)) {
        lost_shared_.push_back(file.path);  // it is not this session's alone
        continue;
      }
      CLEW_TRY(
          fixture_.put(file.path, with_known_times(*found_.dialect, file), Quarantined::kAlways));
    }
    return success();
  }

  Status repair_shared(std::vector<std::string>& said) {
    std::set<std::string> paths(lost_shared_.begin(), lost_shared_.end());
    for (auto& path : survey_.broken_shared()) paths.insert(std::move(path));
    for (auto& path : survey_.missing_shared(fixture_.files())) paths.insert(std::move(path));
    for (const auto& path : paths) {
      CLEW_ASSIGN(const RebuiltShared rebuilt,
                  rebuild_shared(workspace_.store(), workspace_.files(),
                                 {*found_.dialect, found_.folder, path}));
      if (rebuilt.text.empty()) continue;
      CLEW_TRY(fixture_.put(path, rebuilt.text));
      said.push_back(rebuilt_words(path, rebuilt));
    }
    return success();
  }

  Workspace& workspace_;
  const FoundSession& found_;
  const FileRepair& repair_;
  const RepairSurvey survey_;
  RepairFixture fixture_;
  std::vector<std::string> lost_shared_;
};

Result<FoundSession> find_one(Workspace& workspace, const FileRepair& repair) {
  const Dialect* only = nullptr;
  if (!repair.dialect.empty()) {
    CLEW_ASSIGN(only, dialect_named(repair.dialect));
  }
  auto files = find_dialect_files(workspace, repair.path, only);
  auto lost =
      files ? std::vector<FoundSession>() : find_lost_sessions(workspace, repair.path, only);
  if (!files && lost.empty()) return files.error();
  auto& found = files ? *files : lost;
  if (found.size() > 1) {
    const auto wrong = std::find_if(found.begin(), found.end(), [](const FoundSession& each) {
      return missing_primary(*each.dialect, each.location, each.files) ||
             has_errors(each.dialect->read(each.files).findings);
    });
    const FoundSession& first = wrong == found.end() ? found.front() : *wrong;
    return make_error(
        ErrorCode::kUsage,
        fmt::format("{} contains {} sessions; repair one at a time", repair.path, found.size()),
        repair.path,
        "clew repair " +
            shell_word(shown_path(
                real_here(workspace),
                files ? path_of(first) : join_path(first.folder, first.location.files.front()))));
  }
  return std::move(found.front());
}

// A file that is too large may be as sound as any: nothing is put in its place.
Status refuse_too_large(const FoundSession& found, const FileRepair& repair) {
  for (const auto& error : found.unread) {
    if (error.code != ErrorCode::kInvalid) continue;
    const std::string path = join_path(found.folder, error.subject);
    return make_error(ErrorCode::kInvalid,
                      fmt::format("{}: {}; nothing was repaired", error.subject, error.message),
                      repair.path, "ls -lh " + shell_word(path));
  }
  return success();
}

Result<Answer> repair_found(Workspace& workspace, const FileRepair& repair) {
  // By what clew knows of its own views first: of a lost or damaged file only the name is left.
  CLEW_ASSIGN(const auto shown, view_at(workspace, repair.path));
  if (shown && !repair.set.empty()) return values_are_set(*shown);
  if (shown) return rebuild_view(workspace, *shown, repair);
  CLEW_ASSIGN(FoundSession found, find_one(workspace, repair));
  CLEW_TRY(given_values(*found.dialect, repair.set));
  CLEW_ASSIGN(auto rebuilt, rebuild_from_log(workspace, found, repair));
  if (rebuilt) return std::move(*rebuilt);
  CLEW_TRY(refuse_too_large(found, repair));
  if (repair.dry_run) return Ladder(workspace, found, repair).climb();
  CLEW_TRY(agreed_path(workspace, caller_path(workspace, repair.path),
                       "clew repair " + shell_word(repair.path)));
  ForeignLock lock;
  CLEW_TRY(lock.take(workspace, found));
  // Whoever held the lock may have written.
  CLEW_ASSIGN(found, find_one(workspace, repair));
  return Ladder(workspace, found, repair).climb();
}

}  // namespace

Result<Answer> repair_files(Workspace& workspace, const FileRepair& repair) {
  const KeyedAnswer key(workspace);
  CLEW_ASSIGN(const auto seen, key.find());
  if (seen) return *seen;
  CLEW_ASSIGN(Answer answer, repair_found(workspace, repair));
  if (!repair.dry_run) CLEW_TRY(key.keep_alone(answer));
  return answer;
}

}  // namespace clew
