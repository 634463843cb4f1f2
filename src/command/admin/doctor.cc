#include "command/admin/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "agent_client/clients.h"
#include "agent_client/hook_log.h"
#include "agent_client/setup_state.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "engine/append.h"
#include "engine/check_result.h"
#include "engine/recording.h"
#include "engine/remote/remote_state.h"
#include "engine/workspace.h"
#include "files/relative_path.h"
#include "project/git_command.h"
#include "session/progress.h"
#include "store/store_factory.h"
#include "view/view_folder.h"
#include "view/view_record.h"

namespace clew {
namespace {

// The single checks of `clew doctor`. Each adds a line or a few.

constexpr uint64_t kLargeWal = uint64_t{64} << 20;
constexpr Duration kStaleFile = hours(1);
constexpr Duration kClockSlack = minutes(1);
constexpr size_t kShown = 5;

CheckResult fine(const char* name, std::string words) { return {name, true, std::move(words), {}}; }
CheckResult wrong(const char* name, std::string words, std::string next) {
  return {name, false, std::move(words), std::move(next)};
}
CheckResult wrong(const char* name, const Error& error) {
  return wrong(name, error.message, error.next);
}

Result<StoreFacts> facts_of(Workspace& workspace) {
  CLEW_ASSIGN(const StoreLocation location, parse_location(workspace.surroundings().store_url));
  return workspace.surroundings().stores->inspect(location, StoreOptions{});
}

// The path of the store's file; empty when it is none.
std::string file_of(Workspace& workspace) {
  const auto location = parse_location(workspace.surroundings().store_url);
  if (!location || location->backend != StoreLocation::Backend::kSqlite) return {};
  return location->address;
}

void check_mode(Workspace& workspace, const std::string& path, const char* wanted,
                CheckResults& findings, std::string& seen) {
  const auto info = workspace.files().info(path);
  if (!info) return;
  seen += fmt::format("{}{} {:04o}", seen.empty() ? "" : ", ", last_part_of(path), info->mode);
  if ((info->mode & 077) == 0) return;
  findings.push_back(wrong("permissions",
                           fmt::format("other users can access {} ({:04o})", path, info->mode),
                           fmt::format("chmod {} {}", wanted, path)));
}

void check_leftovers(Workspace& workspace, const std::string& folder, CheckResults& findings) {
  const auto opened = workspace.files().open_folder(folder);
  const auto names = opened ? (*opened)->list() : Result<std::vector<std::string>>(opened.error());
  if (!names) return;
  std::string stale;
  for (const auto& name : *names) {
    const bool temporary =
        name.size() > 4 && name[0] == '.' && name.compare(name.size() - 4, 4, ".tmp") == 0;
    const auto info = temporary ? (*opened)->info(name) : Result<FileInfo>(Error{});
    if (!info) continue;
    const Duration age = workspace.now() - Time{info->modified_ns / 1'000'000};
    if (age > kStaleFile) stale += " " + join_path(folder, name);
  }
  findings.push_back(stale.empty()
                         ? fine("leftovers", "no stale temporary files")
                         : wrong("leftovers", "stale temporary files:" + stale, "rm" + stale));
}

void check_store(Workspace& workspace, CheckResults& findings) {
  const std::string& path = workspace.surroundings().store_path;
  const auto facts = facts_of(workspace);
  if (!facts) {
    findings.push_back(wrong("store", facts.error()));
    return;
  }
  using State = StoreFacts::State;
  const bool there = facts->state == State::kCurrent || facts->state == State::kOlder;
  findings.push_back(fine(
      "store",
      there ? path : fmt::format("{} does not exist yet; the first session creates it", path)));
  if (there) {
    findings.push_back(
        fine("schema", facts->state == State::kCurrent
                           ? fmt::format("{}, the latest", facts->schema)
                           : fmt::format("{}; the next change upgrades it to {}, after a backup",
                                         facts->schema, facts->newest_schema)));
  }
  findings.push_back(fine("engine", facts->engine));
  std::string disk = facts->file_system;
  if (!facts->shared_memory) disk += ": a rollback journal instead of a write-ahead log";
  if (!facts->journal.empty()) disk += ", journal " + facts->journal;
  const bool unsafe = !facts->shared_memory && facts->journal == "wal";
  findings.push_back(unsafe ? wrong("disk", disk + " is not safe on this file system",
                                    "move the store to a local disk, and set CLEW_STORE")
                            : fine("disk", disk));
}

void check_permissions(Workspace& workspace, CheckResults& findings) {
  const std::string path = file_of(workspace);
  if (path.empty() || !workspace.files().info(path)) return;
  const size_t before = findings.size();
  std::string seen;
  check_mode(workspace, parent_of(path), "700", findings, seen);
  for (const char* part : {"", "-wal", "-shm", ".lock"}) {
    check_mode(workspace, path + part, "600", findings, seen);
  }
  if (findings.size() == before) findings.push_back(fine("permissions", seen));
  check_leftovers(workspace, parent_of(path), findings);
  const auto wal = workspace.files().info(path + "-wal");
  if (!wal) return;
  const std::string size = fmt::format("{} KiB in the write-ahead log", wal->size / 1024);
  findings.push_back(wal->size < kLargeWal
                         ? fine("journal", size)
                         : wrong("journal",
                                 size + "; a long-running reader keeps it from being emptied",
                                 "stop long-running readers; the next command empties it"));
}

void check_content(Workspace& workspace, CheckResults& findings) {
  const auto report = workspace.store().verify(std::nullopt);
  if (!report) {
    findings.push_back(wrong("content", report.error()));
    return;
  }
  if (report->problems.empty()) {
    findings.push_back(fine("content", fmt::format("{}, {} events, {} contents: all intact",
                                                   counted(report->sessions, "session", "sessions"),
                                                   report->events, report->blobs)));
  }
  std::set<SessionId> damaged;
  for (const auto& problem : report->problems) {
    if (!damaged.insert(problem.session).second || damaged.size() > kShown) continue;
    findings.push_back(wrong(
        "content",
        problem.session.empty() ? problem.what
                                : fmt::format("{}: {}", problem.session.text, problem.what),
        problem.session.empty() ? "clew restore BACKUP" : "clew verify " + problem.session.text));
  }
  const auto facts = facts_of(workspace);
  if (!facts || facts->state != StoreFacts::State::kCurrent)
    return;  // a transaction would make or migrate it
  using Ended = WithOutcome<Unit>;
  const Status writable = transact(workspace, {seconds(2)}, [](Transaction&) {
    return Result<Ended>(Ended{{}, Outcome::kRollBack});
  });
  findings.push_back(writable ? fine("writable", "the store can be written")
                              : wrong("writable", writable.error()));
}

CheckResult check_git(const Project& project) {
  const GitRepository here =
      project.checkout.value_or(GitRepository{project.root, project.root, project.root});
  const auto git = run_git(here, {.question = GitQuestion::kVersion});
  if (!git && git.error().code != ErrorCode::kNotFound) {
    return wrong("git", visible(git.error().message + ": " + git.error().subject), "git status");
  }
  if (!git || !git->succeeded()) {
    return wrong("git",
                 "cannot run git; projects are identified by path, and commits are not checked",
                 "install git");
  }
  const auto reads = run_git(here, {.question = GitQuestion::kGitDir});
  const bool refuses = reads && reads->errors.text().find("dubious ownership") != std::string::npos;
  if (!refuses) return fine("git", "there");
  return wrong("git",
               fmt::format("refuses to read {}: the repository belongs to another user; branch and "
                           "commits are not checked",
                           project.root),
               "git config --global --add safe.directory " + shell_word(project.root));
}

void check_around(Workspace& workspace, CheckResults& findings) {
  ListQuery newest;
  newest.archived = true;
  newest.limit = 1;
  const auto summaries = workspace.store().list(newest);
  const Time now = workspace.now();
  const bool behind =
      summaries && !summaries->empty() && now + kClockSlack < summaries->front().touched_at;
  findings.push_back(
      behind ? wrong("clock",
                     fmt::format("{} is earlier than the latest event, {}", to_iso_minutes(now),
                                 to_iso_minutes(summaries->front().touched_at)),
                     "set the clock; until then events carry the latest event's time")
             : fine("clock", to_iso_minutes(now)));
  const auto& project = workspace.project();
  findings.push_back(fine("project", fmt::format("{} in {}", project.id, project.root)));
  findings.push_back(check_git(project));
  CheckResult recording = fine("recording", is_off(workspace) ? "off" : "on");
  recording.next = way_to_record(workspace);
  findings.push_back(recording);
}

void check_sessions(Workspace& workspace, CheckResults& findings) {
  const Time now = workspace.now();
  const auto open = workspace.open_sessions();
  std::vector<const SessionSummary*> left;
  for (const auto& summary : open) {
    if (summary.status == Lifecycle::kActive && now - summary.touched_at > kInactivityPause) {
      left.push_back(&summary);
    }
  }
  CheckResult finding = fine("sessions", fmt::format("{} open here", open.size()));
  if (!left.empty()) {
    finding.words += fmt::format(", {} interrupted:", left.size());
    for (size_t i = 0; i < std::min(left.size(), kShown); ++i) {
      finding.words +=
          fmt::format(" {} ({} ago)", left[i]->id.text, to_words(now - left[i]->touched_at));
    }
    finding.next =
        fmt::format("clew resume {0}   or  clew close {0} --abandoned", left.front()->id.text);
  }
  findings.push_back(finding);
}

constexpr Duration kHookWeek = days(7);
constexpr Duration kHookTrouble = hours(24);  // a problem older than this is history

// When each agent's hooks last fired, and what went wrong in them.
void check_hooks(Workspace& workspace, CheckResults& findings) {
  const std::string& folder = workspace.surroundings().state_folder;
  const Time now = workspace.now();
  std::string fired;
  for (const AgentClient& client : agent_clients()) {
    const auto at = last_hook_fired(workspace.files(), folder, client.name);
    if (!at) continue;
    const Duration ago = std::max(Duration{0}, now - *at);
    fired += fmt::format("{}{} {} ago", fired.empty() ? "last fired: " : ", ", client.name,
                         to_words(ago));
  }
  const auto problems = read_hook_problems(workspace.files(), folder, now - kHookWeek);
  CheckResult finding;
  finding.name = "hooks";
  finding.words = fired.empty() ? "none has fired yet" : fired;
  if (fired.empty()) {
    const std::string ready = titles_set_up(workspace);
    finding.next = ready.empty() ? "clew setup" : fmt::format("use {} once", ready);
  }
  if (problems.count > 0) {
    finding.words +=
        fmt::format("; {} in 7 days, the latest {} ago: {}",
                    problems.count == 1 ? "1 problem" : fmt::format("{} problems", problems.count),
                    to_words(now - *problems.latest_at), problems.latest);
    finding.fine = now - *problems.latest_at > kHookTrouble;
    finding.next = fmt::format("see {}/hook.log", folder);
  }
  findings.push_back(std::move(finding));
}

// Agents whose settings call a clew that was moved or deleted since.
void check_settings(Workspace& workspace, CheckResults& findings) {
  for (std::string& call : calls_of_gone_programs(workspace)) {
    findings.push_back({"settings", false, std::move(call), "clew setup"});
  }
}

// A view whose files other users can change.
void check_view_is_own(Workspace& workspace, const SessionId& id, const ViewState& view,
                       CheckResults& findings) {
  const std::string open = view_open_to_others(workspace, view);
  if (open.empty()) return;
  findings.push_back(
      {"view", false, fmt::format("{}: {}", id.text, edits_of_others(open)),
       fmt::format("chmod go-w {}   or  clew view detach -s {}", shell_word(open), id.text)});
}

// Views that do not show their session, or that others can change; nothing to say while all is
// well.
void check_views(Workspace& workspace, CheckResults& findings) {
  const auto sessions = sessions_with_views(workspace.store());
  if (!sessions) return;
  for (const auto& id : *sessions) {
    const auto state = load_view(workspace.store(), id);
    const auto summary = workspace.store().summary(id);
    if (!state || !*state || !summary) continue;
    const ViewState& view = **state;
    check_view_is_own(workspace, id, view, findings);
    CheckResult finding;
    finding.name = "view";
    const std::string where = fmt::format("{}: {} in {}", id.text, view.entry, view.folder);
    if (!view.held.empty()) {
      finding.words = fmt::format("{} was left unchanged: {}", where, view.held);
      finding.next = "fix the file, or  clew repair " + view.own_path();
    } else if (view.seq < summary->head.seq) {
      finding.words = where + " is out of date";
      finding.next = is_closed(summary->status) ? "clew view accept -s " + id.text
                                                : "the next change to the session updates it";
    } else {
      continue;
    }
    finding.fine = !is_closed(summary->status);
    findings.push_back(std::move(finding));
  }
}

// What has not reached a remote, or from there not every device.
void check_remotes(Workspace& workspace, CheckResults& findings) {
  for (const auto& [name, state] : remote_states(workspace.store())) {
    std::string words =
        fmt::format("{}: work is sent {}", name, state.automatic ? "by itself" : "when you sync");
    const std::string waiting = waiting_words(state);
    const std::string newer = newer_words(name, state);
    if (!newer.empty()) words += "; " + newer;
    CheckResult finding = fine("remote", std::move(words));
    if (!waiting.empty()) finding = wrong("remote", waiting, state.next);
    findings.push_back(std::move(finding));
    if (state.must_erase) {
      findings.push_back(wrong(
          "remote", fmt::format("{}: what was redacted or forgotten here is still there", name),
          "clew sync " + shell_word(name)));
    }
    std::string behind;
    for (const auto& each : state.devices) {
      if (each.n < state.erased_in) behind += (behind.empty() ? "" : ", ") + visible(each.device);
    }
    if (!behind.empty()) {
      findings.push_back(fine(
          "remote", fmt::format("{}: entry {} told of a redaction or a forgotten session; as far "
                                "as its journal tells, {} may not have synced since",
                                name, state.erased_in, behind)));
    }
  }
}

}  // namespace

Result<Answer> see_doctor(Workspace& workspace, const NoRequest&) {
  CheckResults findings;
  check_store(workspace, findings);
  check_permissions(workspace, findings);
  check_content(workspace, findings);
  check_around(workspace, findings);
  check_sessions(workspace, findings);
  check_views(workspace, findings);
  check_remotes(workspace, findings);
  check_settings(workspace, findings);
  check_hooks(workspace, findings);
  Answer answer;
  Value checks = Value::list();
  size_t wrong = 0;
  std::string first;
  for (const auto& finding : findings) {
    Value fields = Value::object();
    fields.set("check", finding.name);
    fields.set("ok", finding.fine);
    fields.set("found", finding.words);
    fields.set("next", finding.next);
    checks.push(fields);
    answer.text += fmt::format("{}{} {:<12} {}", answer.text.empty() ? "" : "\n", mark_of(finding),
                               finding.name, finding.words);
    if (!finding.next.empty()) answer.text += "\n    next  " + finding.next;
    if (finding.fine) continue;
    if (wrong++ == 0) first = finding.next;
  }
  answer.data.set("checks", checks);
  answer.data.set("wrong", static_cast<int64_t>(wrong));
  if (wrong > 0) {
    answer.refusal = make_error(
        ErrorCode::kFailed, fmt::format("{} of {} checks found problems", wrong, findings.size()),
        workspace.surroundings().store_path, first);
  }
  return answer;
}

}  // namespace clew
