#include "command/admin/checkup.h"

#include <fmt/format.h>

#include <set>

#include "base/shell_word.h"
#include "base/text.h"
#include "brief/standing.h"
#include "engine/append.h"
#include "engine/recording.h"
#include "files/relative_path.h"
#include "project/git_command.h"
#include "session/progress.h"
#include "store/store_factory.h"

namespace clew {
namespace {

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

}  // namespace

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

}  // namespace clew
