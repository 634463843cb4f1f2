#include "command/lifecycle/resume_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "agent_client/binding.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "brief/brief.h"
#include "dialect/dialect.h"
#include "discovery/disk_questions.h"
#include "discovery/find_dialect_files.h"
#include "discovery/found_session.h"
#include "document/finding_text.h"
#include "drift/check.h"
#include "drift/measured_content.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/list_found.h"
#include "engine/log/damaged_log.h"
#include "engine/point_in_time.h"
#include "engine/project/relocate_project.h"
#include "engine/reply.h"
#include "engine/session_list.h"
#include "engine/session_view.h"
#include "engine/suggestion.h"
#include "engine/view_troubles.h"
#include "engine/workspace.h"
#include "files/relative_path.h"
#include "view/external_id.h"
#include "view/session_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

// It is about the session, and the folder that its files came from.
Finding of_import(Finding finding, const std::string& folder) {
  finding.file = folder;
  finding.position.reset();
  return finding;
}

bool is_called(const std::string& path, const std::string& name) {
  return path == name || path.ends_with("/" + name);
}

// The command that brings a file back which is gone: what was kept of it, or the view's own files
// made anew. Empty: nobody can.
std::string way_back(const Session& session, const std::optional<ViewState>& view,
                     const std::string& name) {
  for (const auto& artifact : session.artifacts.items) {
    const bool is_kept = !artifact.content.empty() && artifact.archived_as.empty();
    if (is_kept && is_called(artifact.path, name)) {
      return "clew artifact restore " + shell_word(artifact.path);
    }
  }
  const bool is_own =
      view && std::any_of(view->files.begin(), view->files.end(),
                          [&](const ViewFile& file) { return is_called(file.path, name); });
  return is_own ? "clew repair " + shell_word(view->own_path()) : std::string();
}

constexpr size_t kMaxPicked = 20;
constexpr int64_t kCharactersPerToken = 4;  // the usual estimate for English and code

constexpr int64_t kMinTokens =
    (static_cast<int64_t>(kBriefLeast) + kCharactersPerToken - 1) / kCharactersPerToken;

Error too_small(const BriefRequest& request, const char* verb) {
  const bool by_tokens = request.tokens.has_value();
  const int64_t least = by_tokens ? kMinTokens : static_cast<int64_t>(kBriefLeast);
  const char* option = by_tokens ? "--tokens" : "--budget";
  return make_error(
      ErrorCode::kUsage,
      fmt::format("a brief needs at least {} {}", least, by_tokens ? "tokens" : "characters"),
      option, fmt::format("clew {} {} {}", verb, option, least));
}

Result<size_t> budget_of(const BriefRequest& request, const char* verb) {
  if (request.budget && request.tokens) {
    return make_error(ErrorCode::kUsage, "give --budget or --tokens, not both", "--tokens");
  }
  int64_t budget = request.budget.value_or(kBriefDefault);
  if (request.tokens) budget = std::min<int64_t>(*request.tokens, 1'000'000) * kCharactersPerToken;
  if (budget < static_cast<int64_t>(kBriefLeast)) return too_small(request, verb);
  return static_cast<size_t>(std::min<int64_t>(budget, kBriefCap));
}

Result<Answer> brief_of(Workspace& workspace, const SessionRef& ref, const Loaded& loaded,
                        size_t budget, const std::optional<Sleep>& resumed_from = {}) {
  // What the files say now tells nothing of the past.
  World world = look_at_world(workspace, loaded, ref.at ? LookDepth::kNone : LookDepth::kFull);
  world.resumed_from = resumed_from;
  CLEW_TRY(as_of_then(workspace, ref, loaded.session, world));
  Answer answer;
  const std::string past = past_line(workspace, ref, world, "brief");
  const size_t room = std::max(kBriefLeast, budget - std::min(budget, past.size()));
  answer.text = past + write_brief(loaded.session, world, room);
  answer.data.set("session", loaded.session.identity.id.text);
  answer.data.set("seq", loaded.head.seq.number);
  answer.data.set("hash", loaded.head.hash.hex());
  answer.data.set("brief", answer.text);
  answer.data.set("characters", static_cast<int64_t>(count_characters(answer.text)));
  answer.data.set("events_read", world.events_read);
  answer.data.set("events_total", world.events_total);
  answer.data.set("drift", drift_value(world.drift));
  answer.data.set("stale_evidence", stale_value(world.stale));
  if (world.branch_now) answer.data.set("branch_now", *world.branch_now);
  answer.data.set("next", next_fields(next_of(ref, loaded.session, world)));
  return answer;
}

// How it slept until now, also where nobody has recorded that yet.
Sleep sleep_of(const Session& session, Time now) {
  Sleep sleep{session.lifecycle, now - session.last_activity};
  if (const auto due = inactivity_due(session, now)) {
    sleep.pause.paused_at = due;
    sleep.pause.reason = "by inactivity";
    sleep.pause.context.clear();
  }
  return sleep;
}

// Whoever cannot be asked is told.
Answer with_broken_rules(Answer answer, const std::vector<std::string>& broken) {
  constexpr size_t kMaxReported = 5;
  if (broken.empty()) return answer;
  answer.text += "\n\nFiles on disk do not match the session:";
  for (size_t i = 0; i < std::min(broken.size(), kMaxReported); ++i) {
    answer.text += "\n- " + visible(broken[i]);
  }
  if (broken.size() > kMaxReported) {
    answer.text += fmt::format("\n+{} more", broken.size() - kMaxReported);
  }
  answer.data.set("broken_rules", to_value(broken));
  return answer;
}

Answer with_notes(Answer answer, const std::vector<std::string>& notes) {
  for (const auto& note : notes) answer.text += "\nnote: " + unbroken(note);
  if (!notes.empty()) answer.data.set("notices", to_value(notes));
  return answer;
}

// Who takes the work up builds on all of it: not only on what is read since the last snapshot.
Status check_log(Workspace& workspace, const SessionId& id) {
  CLEW_ASSIGN(const VerifyReport report, workspace.store().verify(id));
  if (report.problems.empty()) return success();
  CLEW_ASSIGN(const SessionSummary summary, workspace.store().summary(id));
  return corruption_of(workspace, report, summary);
}

// What leads to the work that stands in these files.
Result<std::string> way_to(Workspace& workspace, const Value& found) {
  const std::string path = shown_path(real_here(workspace), found.find("path")->as_string());
  const Value* kept = found.find("session");
  if (kept != nullptr) {
    CLEW_ASSIGN(const SessionSummary summary,
                workspace.store().summary(SessionId(kept->as_string())));
    return fmt::format("clew {} {}", is_closed(summary.status) ? "status" : "resume",
                       summary.id.text);
  }
  if (!found.find("readable")->as_bool()) return "clew repair " + path;
  return fmt::format("clew import {}      and then  clew resume", path);
}

// Whose view has this name, or stands at this path.
Result<std::optional<SessionId>> session_shown_as(Workspace& workspace, const std::string& name) {
  const auto real = workspace.files().real_path(caller_path(workspace, name));
  CLEW_ASSIGN(const auto ids, sessions_with_views(workspace.store()));
  for (const auto& id : ids) {
    CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
    if (!view || view->entry.empty()) continue;
    if (view->entry == name || (real && *real == view->own_path())) return std::optional(id);
  }
  return std::optional<SessionId>();
}

// An imported session goes on in the files that it came from, where its dialect resumes from files
// and nobody ever chose otherwise. What stands in its way is told, and the session goes on without.
Result<std::vector<std::string>> take_up_files(Workspace& workspace, const SessionRef& ref) {
  std::vector<std::string> reported;
  const SessionId& id = ref.id;
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const Session& session = loaded.session;
  if (is_closed(session.lifecycle.status)) return reported;
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  if (view) return reported;
  CLEW_ASSIGN(const auto home, home_of_files(workspace, session));
  if (!home || home->dialect->resume_protocol() == nullptr) return reported;
  CLEW_ASSIGN(const auto entries, kept_entries(workspace.store()));
  const bool was_shown = std::any_of(entries.begin(), entries.end(), [&](const DialectEntry& each) {
    return each.session == id && each.dialect == home->dialect->name();
  });
  if (was_shown) return reported;
  const std::string path =
      shown_path(real_here(workspace), join_path(home->folder, home->location.files.front()));
  CLEW_ASSIGN(const bool is_as_read, is_as_imported(workspace, session));
  if (!is_as_read) {
    reported.push_back(
        fmt::format("{} has changed since it was imported, and is not kept in step: "
                    "clew import {}",
                    path, shell_word(path)));
    return reported;
  }
  const auto done = attach(workspace, id, *home->dialect, home->folder);
  if (!done) {
    reported.push_back(fmt::format("{} is not kept in step: {}", path, done.error().message));
    return reported;
  }
  reported.push_back(fmt::format("{} is kept in step from now on; to stop that: {}", path,
                                 wording_for(workspace, id)("clew view detach -s " + id.text)));
  reported.insert(reported.end(), done->notices.begin(), done->notices.end());
  return reported;
}

// There is no such session here: those that stand in files may be taken in, and then resumed.
Result<Answer> pick(Workspace& workspace, Error error) {
  if (error.code == ErrorCode::kUsage) {  // or there are several to choose from
    CLEW_ASSIGN(Answer several, list_open(workspace, error));
    several.refusal = std::move(error);
    return several;
  }
  if (error.code != ErrorCode::kNotFound) return error;
  CLEW_ASSIGN(Answer found, list_found(workspace, kMaxPicked));
  const auto& list = found.data.find("found")->as_list();
  const std::string& wanted = workspace.caller().session;
  const auto meant = std::find_if(list.begin(), list.end(), [&](const Value& each) {
    return wanted.empty() || each.find("entry")->as_string() == wanted;
  });
  if (meant == list.end()) {
    CLEW_ASSIGN(const auto shown, session_shown_as(workspace, wanted));
    if (shown) error.next = "clew resume " + shown->text;
    return error;
  }
  CLEW_ASSIGN(error.next, way_to(workspace, *meant));
  if (!wanted.empty()) return error;
  found.text = "Sessions found in files:\n" + found.text;
  found.refusal = std::move(error);
  return found;
}

}  // namespace

Result<std::vector<std::string>> check_on_resume(Workspace& workspace, const SessionId& id) {
  std::vector<std::string> broken;
  CLEW_ASSIGN(const Loaded loaded, workspace.load({id, std::nullopt}));
  CLEW_ASSIGN(const auto home, home_of_files(workspace, loaded.session));
  if (!home || home->dialect->resume_protocol() == nullptr) return broken;
  const Dialect& dialect = *home->dialect;
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), id));
  Readings readings;
  if (view) {
    const auto found = find_dialect_files(
        workspace, join_path(home->folder, home->location.files.front()), &dialect);
    if (!found || found->size() != 1) return broken;  // a lost file is made anew by the command
    readings = dialect.read(found->front().files);
  } else {
    // As it stands now, which is more than the files say that it came from.
    const auto files = dialect.write(loaded.session, {});
    if (!files) return broken;
    readings = dialect.read(*files);
    const std::string folder = own_folder_of(*home);
    for (auto& finding : readings.findings) finding = of_import(std::move(finding), folder);
    for (auto& reading : readings.sessions) {
      for (auto& question : reading.disk) {
        question.finding = of_import(std::move(question.finding), folder);
      }
    }
  }
  const CommandWording worded = wording_for(workspace, id);
  for (auto& reading : readings.sessions) {
    for (auto& question : reading.disk) {
      const std::string command = way_back(loaded.session, view, question.path);
      if (!command.empty()) question.finding.next = worded(command);
    }
  }
  tell_disk(workspace, *home, readings);
  const bool is_asked = workspace.caller().via == Via::kCli;
  for (const auto& finding : readings.findings) {
    if (finding.severity != Severity::kError || finding.rule.ends_with(".syntax")) continue;
    const std::string advice =
        finding.next.empty() ? "" : (is_asked ? "\n  " : "; ") + finding.next;
    broken.push_back(finding_line(finding) + advice);
  }
  if (broken.empty() || !is_asked) return broken;
  CLEW_TRY(agree(workspace,
                 fmt::format("files on disk do not match the session:\n{}\nResume anyway?",
                             fmt::join(broken, "\n")),
                 id.text, "clew resume " + id.text));
  return std::vector<std::string>();
}

Result<Answer> show_brief(Workspace& workspace, const BriefRequest& request) {
  CLEW_ASSIGN(const size_t budget, budget_of(request, "brief"));
  const auto ref = workspace.find_session(Effect::kReads);
  if (!ref) return list_open(workspace, ref.error());
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  return brief_of(workspace, *ref, loaded, budget);
}

Result<Answer> resume_session(Workspace& workspace, const BriefRequest& request) {
  CLEW_ASSIGN(const size_t budget, budget_of(request, "resume"));
  const auto named = workspace.find_session(Effect::kChanges);
  if (!named) return pick(workspace, named.error());
  const SessionRef& ref = *named;
  CLEW_TRY(check_log(workspace, ref.id));
  CLEW_ASSIGN(const auto broken, check_on_resume(workspace, ref.id));
  CLEW_ASSIGN(const auto taken_up, take_up_files(workspace, ref));
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const auto sleeps = [&](const Session& session) {
    return session.lifecycle.status == Lifecycle::kPaused ||
           inactivity_due(session, workspace.now());
  };
  // The files may name it: they are to say where it is now.
  const auto moved = moved_here(workspace, loaded.session);
  const bool goes_on = !is_closed(loaded.session.lifecycle.status);
  // What somebody wrote into its files belongs to where it stands.
  const bool is_edited = goes_on && has_edited_view(workspace, ref.id);
  // A key is kept also where there is nothing to do: asked again, it wakes nothing that somebody
  // put to sleep since.
  if (!sleeps(loaded.session) && !(moved && goes_on) && !is_edited &&
      workspace.caller().key.empty()) {
    bind_agent_alone(workspace, workspace.caller().actor, ref.id, AgentBinding::kTakenUp);
    CLEW_ASSIGN(Answer answer, brief_of(workspace, ref, loaded, budget));
    answer.data.set("changed", false);
    return with_broken_rules(with_notes(std::move(answer), taken_up), broken);
  }
  CLEW_ASSIGN(Done done, workspace.execute(ref.id, [&](const Session& now) {
    std::vector<Intent> intents;
    if (sleeps(now)) intents.emplace_back(ResumeSession{});
    const auto move = moved_here(workspace, now);
    if (move && !is_closed(now.lifecycle.status)) intents.emplace_back(RecordFact{*move, {}});
    return Result<std::vector<Intent>>(std::move(intents));
  }));
  const std::string& then = loaded.session.identity.project_path;
  const std::string& now = done.after.identity.project_path;
  if (then != now) {
    done.notices.push_back(fmt::format("the project is now at {}, no longer at {}", now, then));
  }
  done.notices.insert(done.notices.end(), taken_up.begin(), taken_up.end());
  const SessionId& id = done.after.identity.id;
  if (!done.repeated)
    bind_agent_alone(workspace, workspace.caller().actor, id, AgentBinding::kTakenUp);
  std::optional<Sleep> woken;
  if (!done.events.empty()) {
    CLEW_ASSIGN(const Session before, workspace.before(done));
    if (sleeps(before)) woken = sleep_of(before, workspace.now());
  }
  CLEW_ASSIGN(Answer answer, brief_of(workspace, SessionRef{id, std::nullopt},
                                      Loaded{done.after, done.head}, budget, woken));
  const bool took_edits = !done.repeated && done.head.seq != loaded.head.seq;
  answer.data.set("changed", done.changed || took_edits);
  return with_notices(with_broken_rules(std::move(answer), broken), done);
}

}  // namespace clew
