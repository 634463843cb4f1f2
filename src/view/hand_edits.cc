// Hand edits of a view, as events: three-way, against what clew wrote last.

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "dialect/redacted_text.h"
#include "dialect/tree_dialect.h"
#include "document/document_text.h"
#include "document/finding_text.h"
#include "document/tree_builder.h"
#include "files/keep_damaged.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "session/merge/merge_edit.h"
#include "session/scratch_session.h"
#include "store/at_once.h"
#include "store/load_unbounded.h"
#include "view/open_view.h"
#include "view/own_commands.h"
#include "view/repair_writer.h"

namespace clew {
namespace {

constexpr size_t kShownLines = 3;

// What one edit of the files may bring by the way, as a command or a hook takes it in. Whoever can
// commit to the files could otherwise have a session of any size recorded; `clew view accept` takes
// in more.
constexpr size_t kMaxBroughtBytes = size_t{16} << 20;  // in a file that is only ever added to
constexpr size_t kMaxBroughtFacts = 5000;

// How much a session read from files holds, compared before and after an edit to bound what the
// edit brings.
size_t count_facts(const Session& session) {
  size_t count = session.steps.size() + session.agents.items.size();
  for (const Step& step : session.steps) {
    count += step.attributes.size();
    for (const Attempt& attempt : step.attempts) count += attempt.evidence.items.size();
  }
  for_each_fact_kind(
      [&](const auto kept, const auto, const char*) { count += (session.*kept).items.size(); });
  return count;
}

// The first error of `findings` that `known` does not have: what an edit brought. What others wrote
// where lines are only added is theirs, and no reason to stop. Null: there is none.
const Finding* new_error(const Dialect& dialect, const Findings& findings, const Findings& known) {
  for (const auto& finding : findings) {
    if (finding.severity != Severity::kError || is_append_only(dialect, finding.file)) continue;
    const bool old = std::any_of(known.begin(), known.end(), [&](const Finding& each) {
      return each.rule == finding.rule && each.pointer == finding.pointer &&
             each.message == finding.message;
    });
    if (!old) return &finding;
  }
  return nullptr;
}

// Without the lines that cannot be read, where lines are only added.
FileSet readable(const Dialect& dialect, FileSet files) {
  for (auto& file : files.files) {
    if (is_append_only(dialect, file.path)) file.text = readable_lines(file.text);
  }
  return files;
}

// The session that a text describes under the view's id; a text with a single session may call it
// otherwise.
Reading* reading_of(Readings& readings, const std::string& entry) {
  for (auto& reading : readings.sessions) {
    if (reading.entry == entry) return &reading;
  }
  return readings.sessions.size() == 1 ? &readings.sessions.front() : nullptr;
}

// Whether an event is about a step of the plan, or about how far the work as a whole is.
bool is_about_steps(const Session& now, const EventData& data) {
  if (holds<StepAdded>(data) || holds<StepStatusChanged>(data)) return true;
  const auto* reported = get_if<StepRestored>(&data);
  if (reported == nullptr) return false;
  return reported->step != kRoot || !reported->record ||
         reported->record->status != now.root().status;
}

// What an edit would make of a session that has ended; empty: nothing. Only a revisit opens one
// again, and nothing changes how it ended or how far its steps were.
std::string changed_end(const Session& now, const Drafts& edits) {
  if (!is_closed(now.lifecycle.status)) return {};
  for (const auto& draft : edits) {
    const auto* reported = get_if<OverviewRestored>(&draft.data);
    if (reported == nullptr || !reported->lifecycle) continue;
    const Lifecycle wanted = reported->lifecycle->status;
    if (wanted != now.lifecycle.status) return fmt::format("make it {}", name_of(wanted));
  }
  const bool has_steps = std::any_of(edits.begin(), edits.end(), [&](const Draft& draft) {
    return is_about_steps(now, draft.data);
  });
  return has_steps ? "change its steps" : "";
}

// An edit that closes the session ends what was being worked on, as every end does; how and when it
// ended is as the file says.
void end_with(const Session& now, Drafts& edits) {
  if (is_closed(now.lifecycle.status)) return;
  std::optional<LifecycleState> wanted;
  for (const auto& draft : edits) {
    const auto* reported = get_if<OverviewRestored>(&draft.data);
    if (reported != nullptr && reported->lifecycle) wanted = reported->lifecycle;
  }
  if (!wanted || !is_closed(wanted->status)) return;
  edits.push_back({
      SessionEnded{wanted->status, wanted->reason},
      {}
  });
  OverviewRestored as_reported;
  as_reported.lifecycle = std::move(wanted);
  edits.push_back({std::move(as_reported), {}});
}

// What the files say of the session only because the dialect has a word for everything is no value
// of its own: such a value was not lost, and is the session's once somebody changed it.
void leave_out_defaults(const Session& shown, Session& base, Session& wanted) {
  const auto& own = shown.root().attributes;
  auto& edited = wanted.steps[0].attributes;
  std::erase_if(base.steps[0].attributes, [&](const Attribute& reported) {
    if (find_attribute(own, reported.key) != nullptr) return false;
    std::erase_if(edited, [&](const Attribute& each) { return each == reported; });
    return true;
  });
}

// Was clew itself cut off while it added to the file? What it had before is then the beginning of
// what is there, and that the beginning of what it wrote.
bool is_cut_short(const ViewFile& known, const std::string& last, const std::string& present) {
  constexpr int kLinesAtOnce = 64;
  if (present.empty() || !last.starts_with(present)) return false;
  size_t end = present.size();
  for (int i = 0; i < kLinesAtOnce && end > 0; ++i) {
    const size_t line_end = present.rfind('\n', end - 1);
    end = line_end == std::string::npos ? 0 : line_end + 1;
    if (sha256(present.substr(0, end)) == known.previous) return true;
    if (end > 0) --end;
  }
  return false;
}

// "was cut off at line 41", or where it stops making sense.
std::string damage_words(const Dialect& dialect, const SeenFile& file) {
  const Readings readings = dialect.read(FileSet{{{file.path, file.text}}});
  const auto found = std::find_if(readings.findings.begin(), readings.findings.end(), is_syntax);
  if (found == readings.findings.end()) {
    const size_t end = file.text.find_last_not_of(" \t\r\n");
    if (end == std::string::npos) return "was empty";
    return fmt::format("was cut off at line {}", position_at(file.text, end).line);
  }
  std::string message = found->message;
  const auto location = found->position ? found->position : take_position(message);
  if (!location) return "was damaged";
  const bool at_end = location->line >= position_at(file.text, file.text.size()).line;
  return fmt::format("{} at line {}", at_end ? "was cut off" : "was damaged", location->line);
}

}  // namespace

Result<bool> OpenView::is_redacted_since() const {
  for (Seq from{state_.seq.number + 1};;) {
    CLEW_ASSIGN(const auto page, store_.read(session_, from, kEventsAtOnce));
    if (page.empty()) return false;
    const bool any = std::any_of(page.begin(), page.end(), [](const StoredEvent& each) {
      return holds<EventRedacted>(each.event.data);
    });
    if (any) return true;
    from = Seq{page.back().event.header.seq.number + 1};
  }
}

// What clew wrote at state_.seq: the text taken in last, brought to that event.
// Never the text of the files as they are: rendering again from the base and the session at that
// event gives the bytes of that write, so that only what somebody else changed differs from it.
Result<FileSet> OpenView::written_last() const {
  FileSet bases;
  for (const auto& file : state_.files) {
    if (file.base.empty()) continue;
    CLEW_ASSIGN(Bytes text, store_.blob(file.base));
    bases.files.push_back({file.path, std::move(text)});
  }
  // With every fact: a file that lists them all would seem to have gained the older ones.
  CLEW_ASSIGN(Session shown, load_whole(store_, session_, state_.seq));
  tell_surroundings(shown);
  CLEW_ASSIGN(FileSet written, dialect_->write(shown, bases));
  CLEW_TRY(
      add_own_commands(store_, *dialect_, shown, OwnCommands::kInOrder, {}, state_.seq, written));
  return written;
}

// For files that only grow: decides whether present lines are missing because clew's own append was
// interrupted (then the file is behind, not edited), and otherwise notes the lines that are gone or
// changed. The bound on what others added is checked here, before anything of it is parsed.
Status OpenView::find_lost(SeenFile& file) {
  const auto kind = grows_as(*dialect_, file.path);
  const ViewFile* known = state_.find(file.path);
  if (!kind || known == nullptr || file.verdict != FileVerdict::kEdited || state_.seq.number == 0) {
    return success();
  }
  CLEW_ASSIGN(const bool redacted, is_redacted_since());
  const auto last = written_last();
  // What was redacted is not looked for, and what cannot be told again is left to take_in.
  if (redacted || !last) return success();
  const NamedFile* text = last->find(file.path);
  if (text == nullptr) return success();
  if (is_cut_short(*known, text->text, file.text)) {
    file.verdict = FileVerdict::kBehind;
    return success();
  }
  if (file.text.size() > text->text.size() + kMaxBroughtBytes) {
    file.trouble = fmt::format("{} has {} bytes more than clew wrote, over the limit of {} at once",
                               file.path, file.text.size() - text->text.size(), kMaxBroughtBytes);
  }
  file.lost = find_lost_lines(*kind, text->text, file.text);
  return success();
}

// A text that parses and ends early, in a file that only this session owns. Ending inside a line is
// damage; ending between two lines could be meant, so it becomes a trouble that take_in holds the
// view for.
Status OpenView::find_cut(SeenFile& file) {
  const bool is_own = state_.find(file.path) != nullptr && !is_index(*dialect_, file.path) &&
                      !grows_as(*dialect_, file.path);
  if (!is_own || state_.seq.number == 0) return success();
  const auto last = written_last();
  const NamedFile* whole = last ? last->find(file.path) : nullptr;
  if (whole == nullptr) return success();
  const auto end = find_early_end(whole->text, file.text);
  if (!end) return success();
  if (end->inside_line) {
    file.verdict = FileVerdict::kDamaged;
    return success();
  }
  file.ends_early = true;
  file.trouble = fmt::format(
      "{} ends after line {} of the {} that clew wrote: it was cut off, or its end was deleted",
      file.path, end->line, end->of);
  return success();
}

// A transaction that is tried again starts from what `open` found: state, notices and rendering of
// the lost try are dropped. Locks and texts stay, since they are still held.
void OpenView::start_over() {
  if (!opened_) opened_ = Opened{state_, notices_};
  state_ = opened_->state;
  notices_ = opened_->notices;
  rendered_ = FileSet();
  folders_.clear();
}

void OpenView::keep_damaged_copies() {
  // A merge that is not finished holds the view, and nothing is restored then.
  if (!state_.held.empty() || std::any_of(seen_.begin(), seen_.end(), awaits_choice)) return;
  for (const auto& file : seen_) {
    if (file.verdict != FileVerdict::kDamaged) continue;
    if (const Status kept = quarantine(file); !kept) {
      hold(fmt::format("{} is damaged, and a copy cannot be saved: {}", file.path,
                       kept.error().message));
      return;
    }
  }
}

// Edits as drafts, in five steps:
//   1. leave the view alone (`hold`) for what a person has to decide: conflict markers, refused
//      text, early ends, lost lines;
//   2. build the texts of both sides: as clew wrote them, and as they are;
//   3. read both; an error that only the edited side has holds the view;
//   4. bound what the edit brings by facts;
//   5. merge three-way into `now` and refuse what would change how a closed session ended.
// A held view returns no drafts and no error: the command goes on without it.
Result<Drafts> OpenView::take_in(const Session& now, PutBack put_back) {
  Drafts none;
  put_back_ = put_back;
  if (!state_.held.empty()) return none;
  for (const auto& file : seen_) {
    if (file.verdict == FileVerdict::kConflict) {
      hold(file.path + " has merge conflict markers",
           "choose one side in " + join_path(state_.folder, file.path));
      return none;
    }
    if (file.verdict == FileVerdict::kRefused) {
      const std::string path = shell_word(join_path(state_.folder, file.path));
      hold(file.trouble,
           fmt::format("{}, or  clew repair {}", way_out_of(file.trouble, path), path));
      return none;
    }
    if (file.verdict == FileVerdict::kMissing) tell_missing(file);
    if (file.verdict == FileVerdict::kEdited && !file.trouble.empty() &&
        put_back == PutBack::kIgnore) {
      hold(file.trouble, accept_command(file));
      return none;
    }
    if (file.verdict == FileVerdict::kEdited) tell_unread_lines(file);
    if (!file.lost.any()) continue;
    hold(fmt::format("{}: {}", file.path, lost_words(file.lost)),
         "clew repair " + shell_word(state_.own_path()) + "  brings back what was there");
    return none;
  }
  const bool taken = has_edits() || put_back == PutBack::kTake;
  if (!taken || state_.seq.number == 0) return none;

  const auto reported = written_last();
  if (!reported) {
    hold(words_of(reported.error()));
    return none;
  }
  const FileSet& last = *reported;
  CLEW_ASSIGN(const bool redacted, is_redacted_since());
  FileSet edited = last;
  for (const auto& file : seen_) {
    const bool counts = file.verdict == FileVerdict::kEdited ||
                        (file.verdict == FileVerdict::kPutBack && put_back == PutBack::kTake);
    if (!counts) continue;
    const auto found = std::find_if(edited.files.begin(), edited.files.end(),
                                    [&](const NamedFile& each) { return each.path == file.path; });
    if (found == edited.files.end()) {
      edited.files.push_back({file.path, file.text});
    } else {
      const std::string text = redacted ? cover(*found, file.text) : file.text;
      const bool has_entries = grows_as(*dialect_, file.path) == DocumentKind::kText;
      found->text = has_entries ? without_own_text(found->text, text) : text;
    }
  }
  Readings before = dialect_->read(readable(*dialect_, last));
  Readings after = dialect_->read(readable(*dialect_, edited));
  if (const Finding* error = new_error(*dialect_, after.findings, before.findings)) {
    hold(finding_line(*error),
         names_unknown_version(*error) ? leave_version(session_) : std::string());
    return none;
  }
  Reading* base = reading_of(before, state_.entry);
  Reading* wanted = reading_of(after, state_.entry);
  if (base == nullptr || wanted == nullptr) {
    hold("it no longer contains " + state_.entry);
    return none;
  }
  const size_t facts_before = count_facts(base->session);
  const size_t facts = count_facts(wanted->session);
  if (put_back == PutBack::kIgnore && facts > facts_before + kMaxBroughtFacts) {
    hold(
        fmt::format("the files have {} facts and values more than clew wrote, over the limit of {} "
                    "at once",
                    facts - facts_before, kMaxBroughtFacts),
        accept_command({}));
    return none;
  }
  leave_out_defaults(shown_, base->session, wanted->session);
  auto merged = merge_edit(base->session, wanted->session, now,
                           [this](const Session& session, const Step& step) {
                             return dialect_->step_name(session, step);
                           });
  if (const std::string end = changed_end(now, merged.drafts); !end.empty()) {
    hold(fmt::format("the session is {}, and an edit cannot {}", name_of(now.lifecycle.status),
                     end));
    return none;
  }
  end_with(now, merged.drafts);
  for (auto& clash : merged.clashes) notices_.push_back(std::move(clash));
  return std::move(merged.drafts);
}

std::string OpenView::accept_command(const SeenFile& file) const {
  const std::string command = "clew view accept -s " + session_.text;
  if (!file.ends_early) return command + "   if all of it is to be recorded";
  return fmt::format("{}   if its end was deleted on purpose, or  clew repair {}  brings it back",
                     command, shell_word(state_.own_path()));
}

// Of a file that only grows nothing else says that everything in it is gone.
void OpenView::tell_missing(const SeenFile& file) {
  if (!grows_as(*dialect_, file.path) || state_.find(file.path) == nullptr) return;
  notices_.push_back(fmt::format("{} was missing; it is written again from the log", file.path));
}

void OpenView::tell_unread_lines(const SeenFile& file) {
  if (!is_append_only(*dialect_, file.path)) return;
  size_t count = 0;
  for (auto& finding : dialect_->read(FileSet{{{file.path, file.text}}}).findings) {
    if (!is_syntax(finding) || ++count > kShownLines) continue;
    if (!finding.position) finding.position = take_position(finding.message);
    notices_.push_back(fmt::format(
        "{}; the line is left unchanged, and new lines are added after it", finding_line(finding)));
  }
  if (count > kShownLines) {
    notices_.push_back(fmt::format("{}: {} more lines cannot be read; they are left unchanged",
                                   file.path, count - kShownLines));
  }
}

std::string OpenView::words_of(const Error& error) const {
  const bool is_file = state_.find(error.subject) != nullptr;
  const bool is_named = error.message.find(error.subject) != std::string::npos;
  return is_file && !is_named ? error.subject + ": " + error.message : error.message;
}

Status OpenView::quarantine(const SeenFile& file) {
  const Guarded* location = guarded(file.path);
  CLEW_ASSIGN(const std::string quarantined,
              keep_damaged(*location->folder, location->name, file.text, now_));
  const char* how = is_index(*dialect_, file.path)
                        ? "unreadable parts were rebuilt from every session in its folder; "
                          "anything else is in the damaged file"
                        : "restored from the log, nothing lost. The damaged file is";
  notices_.push_back(fmt::format("recovered: {} {}; {} kept as {}", file.path,
                                 damage_words(*dialect_, file), how, quarantined));
  return success();
}

}  // namespace clew
