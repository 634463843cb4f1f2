#include "command/sync/sync_sessions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "command/sync/place_sessions.h"
#include "command/sync/remote_sync.h"
#include "command/sync/send_quietly.h"
#include "command/sync/shared_realms.h"

namespace clew {
namespace {

struct Asked {
  RemoteRecord remote;
  std::vector<std::string> sessions;
};

// The last word is a remote when there is one of that name.
Result<Asked> read_words(Workspace& workspace, const std::vector<std::string>& words) {
  Asked asked;
  asked.sessions = words;
  std::string name;
  if (!words.empty()) {
    CLEW_ASSIGN(const auto record, remote_record(workspace.store(), words.back()));
    if (record) {
      name = words.back();
      asked.sessions.pop_back();
    }
  }
  CLEW_ASSIGN(asked.remote, chosen_remote(workspace, name));
  for (auto& session : asked.sessions) {
    const auto found = workspace.store().resolve(session);
    if (found) session = found->text;
    if (!found && found.error().code != ErrorCode::kNotFound) return found.error();
  }
  return asked;
}

std::string head_code(const JournalPosition& at) {
  return at.n == 0 ? std::string("nothing there yet")
                   : fmt::format("entry {} ({})", at.n, at.sealed.brief());
}

std::string line_of(const SyncedSession& session) {
  std::string line = session.session + "  ";
  std::vector<std::string> said;
  if (session.error) said.push_back(session.error->message);
  if (session.sent > 0) said.push_back("sent " + counted(session.sent, "event", "events"));
  if (session.received > 0) {
    said.push_back("received " + counted(session.received, "event", "events"));
  }
  if (session.reappended > 0) {
    said.push_back(counted(session.reappended, "event", "events") + " of this device put after");
  }
  if (!session.fork.empty()) {
    said.push_back(session.handed_to.empty()
                       ? "what contradicts is in " + session.fork
                       : fmt::format("what was recorded here after it was handed to {} is in {}",
                                     session.handed_to, session.fork));
  }
  for (size_t i = 0; i < said.size(); ++i) line += (i == 0 ? "" : " · ") + said[i];
  return said.empty() ? std::string() : line;
}

Value fields_of(const SyncedSession& session) {
  Value fields = Value::object();
  fields.set("session", session.session);
  fields.set("was", to_value(session.was));
  fields.set("sent", session.sent);
  fields.set("received", session.received);
  fields.set("reappended", session.reappended);
  fields.set("fork", session.fork.empty() ? Value() : Value(session.fork));
  Value error;
  if (session.error) {
    error.set("code", describe(session.error->code).name);
    error.set("message", session.error->message);
    error.set("subject", session.error->subject);
    error.set("next", session.error->next);
  }
  fields.set("error", error);
  return fields;
}

Answer answer_for(const SyncReport& report, const RemoteRecord& record) {
  Answer answer;
  Value sessions = Value::list();
  std::string lines;
  // They were worked on by their hashes; a person looks for a name.
  std::vector<SyncedSession> by_name = report.sessions;
  std::stable_sort(by_name.begin(), by_name.end(),
                   [](const auto& a, const auto& b) { return a.session < b.session; });
  for (const auto& session : by_name) {
    sessions.push(fields_of(session));
    const std::string line = line_of(session);
    if (!line.empty()) lines += "\n" + line;
    if (session.error && !answer.refusal) answer.refusal = session.error;
  }
  answer.data.set("remote", record.name);
  answer.data.set("url", record.url);
  answer.data.set("entry", static_cast<int64_t>(report.at.n));
  answer.data.set("head", report.at.n == 0 ? std::string() : report.at.sealed.hex());
  answer.data.set("changed", report.changed);
  answer.data.set("sessions", sessions);
  if (!report.notices.empty()) answer.data.set("notices", to_value(report.notices));
  answer.text = fmt::format("{}  {} · {}", record.name, lines.empty() ? "up to date" : "synced",
                            head_code(report.at)) +
                lines;
  for (const auto& notice : report.notices) answer.text += "\nnote: " + notice;
  return answer;
}

// What came from elsewhere, and what was named with a folder.
Arriving arrived_in(const SyncReport& report, const SyncScope& scope, const std::string& project) {
  Arriving arriving;
  arriving.project = project;
  arriving.again = [](const SessionId& session) {
    return fmt::format("clew pull {} --project DIR", shell_word(session.text));
  };
  for (const auto& session : report.sessions) {
    const bool is_named =
        !project.empty() && std::find(scope.sessions.begin(), scope.sessions.end(),
                                      session.session) != scope.sessions.end();
    if (!session.error && (session.received > 0 || is_named)) {
      arriving.sessions.emplace_back(session.session);
    }
  }
  return arriving;
}

Result<Answer> sync_as(Workspace& workspace, const std::vector<std::string>& words, SyncScope scope,
                       const std::string& verb, const std::string& project = {}) {
  CLEW_TRY(check_project_folder(workspace, project));
  CLEW_ASSIGN(Asked asked, read_words(workspace, words));
  scope.sessions = asked.sessions;
  scope.again = "clew " + verb;
  for (const auto& word : words) scope.again += " " + shell_word(word);
  const auto failed = [&](const Error& error) {
    const bool of_remote = error.code == ErrorCode::kFailed || error.code == ErrorCode::kCorrupt ||
                           error.code == ErrorCode::kNotAllowed;
    if (of_remote) keep_last_error(workspace, asked.remote.name, error.message);
    return of_remote;
  };
  const auto remote = OpenRemote::open(workspace, asked.remote);
  if (!remote) {
    failed(remote.error());
    return remote.error();
  }
  auto report = RemoteSync(workspace, **remote, scope).run();
  Status of_realms = success();
  if (report && !asked.remote.shared) of_realms = sync_realms(workspace, **remote, scope, *report);
  if (!report) {
    return failed(report.error()) ? about_remote(report.error(), asked.remote) : report.error();
  }
  for (const auto& name : scope.sessions) {
    bool known = false;
    for (const auto& session : report->sessions) known = known || session.session == name;
    if (known) continue;
    return make_error(ErrorCode::kNotFound,
                      fmt::format("there is no such session, here or at {}", asked.remote.name),
                      name, "clew list");
  }
  CLEW_ASSIGN(auto notices, place_sessions(workspace, arrived_in(*report, scope, project)));
  std::move(notices.begin(), notices.end(), std::back_inserter(report->notices));
  Answer answer = answer_for(*report, asked.remote);
  if (!of_realms && !answer.refusal) answer.refusal = of_realms.error();
  return answer;
}

}  // namespace

Result<Answer> sync_sessions(Workspace& workspace, const SyncRequest& request) {
  if (request.background) {
    if (request.repair || !request.project.empty() || request.words.size() != 1) {
      return make_error(ErrorCode::kUsage, "--background takes a remote and nothing else",
                        "--background", "clew sync home --background");
    }
    CLEW_ASSIGN(const RemoteRecord record, chosen_remote(workspace, request.words.front()));
    return send_quietly(workspace, record);
  }
  SyncScope scope;
  scope.repairs = request.repair;
  return sync_as(workspace, request.words, std::move(scope),
                 request.repair ? "sync --repair" : "sync", request.project);
}

Result<Answer> push_sessions(Workspace& workspace, const TransferRequest& request) {
  SyncScope scope;
  scope.takes = false;
  return sync_as(workspace, request.words, std::move(scope), "push");
}

Result<Answer> pull_sessions(Workspace& workspace, const PullRequest& request) {
  SyncScope scope;
  scope.sends = false;
  return sync_as(workspace, request.words, std::move(scope), "pull", request.project);
}

}  // namespace clew
