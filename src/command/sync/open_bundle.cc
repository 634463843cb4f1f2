#include "command/sync/open_bundle.h"

#include <fmt/format.h>

#include <span>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "bundle/age_header.h"
#include "bundle/bundle_file.h"
#include "command/convert/import_log.h"
#include "command/sync/bundle_passphrase.h"
#include "command/sync/own_device.h"
#include "command/sync/place_sessions.h"
#include "files/whole_file.h"

namespace clew {
namespace {

// What the library says of a file follows its name.
Error about_file(Error error, const OpenBundleRequest& request) {
  const bool wants_passphrase = error.code == ErrorCode::kNotAllowed &&
                                request.passphrase_file.empty() &&
                                error.message.find("passphrase") != std::string::npos;
  error.message = fmt::format("{} {}", request.file, error.message);
  error.subject = request.file;
  if (error.next.empty() && wants_passphrase) {
    error.next = "clew bundle inspect " + shell_word(request.file) + " --passphrase-file FILE";
  }
  if (error.next.empty() && error.code == ErrorCode::kNotAllowed) {
    error.next = "clew key show   prints the key that it has to be sealed for";
  }
  if (error.next.empty()) error.next = "clew bundle create   again where it came from";
  return error;
}

Result<Bytes> read_beginning(File& file) {
  Bytes beginning(kMaxHeaderBytes, '\0');
  size_t had = 0;
  while (had < beginning.size()) {
    CLEW_ASSIGN(const size_t some, file.read(had, std::span(beginning).subspan(had)));
    if (some == 0) break;
    had += some;
  }
  beginning.resize(had);
  return beginning;
}

Result<VerifiedBundle> verified(Workspace& workspace, const OpenBundleRequest& request) {
  CLEW_ASSIGN(const auto file, workspace.files().open_file(caller_path(workspace, request.file)));
  CLEW_ASSIGN(const Bytes beginning, read_beginning(*file));
  Openers openers;
  if (request.passphrase_file.empty()) {
    CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace));
    openers.identities.push_back(own.identity());
  } else {
    CLEW_ASSIGN(std::string passphrase, read_passphrase(workspace, request.passphrase_file));
    openers.passphrases.push_back(std::move(passphrase));
  }
  if (const Status begins = check_beginning(beginning, openers); !begins) {
    return about_file(begins.error(), request);
  }
  CLEW_ASSIGN(const Bytes bytes, read_whole(*file, kMaxBundleBytes));
  workspace.count_as_request(bytes);
  auto bundle = verify_bundle(bytes, openers);
  if (!bundle) return about_file(bundle.error(), request);
  return bundle;
}

std::string maker_of(const Manifest& manifest) {
  return fmt::format("made by {} on {}, signed as {}", manifest.device, manifest.made_at,
                     to_hex(manifest.signing_key).substr(0, 16));
}

void set_maker(Value& data, const Manifest& manifest) {
  data.set("device", manifest.device);
  data.set("device_key", manifest.device_key);
  data.set("signing_key", to_hex(manifest.signing_key));
}

Value session_fields(const BundledSession& session) {
  Value fields = Value::object();
  fields.set("session", session.session);
  fields.set("events", session.events);
  fields.set("seq", session.seq);
  fields.set("head", session.head.hex());
  fields.set("genesis", session.genesis.hex());
  if (!session.parent.empty()) fields.set("parent", session.parent.hex());
  return fields;
}

// The hash of the event that a fork goes on from; none for a session that is no fork.
Hash parent_of_fork(const std::vector<LogSection>& sections, const std::optional<Fork>& fork) {
  if (!fork) return Hash{};
  for (const auto& section : sections) {
    if (section.opening.name() != fork->parent) continue;
    for (const auto& event : section.events) {
      if (event.header.seq == fork->parent_seq) return event.hash;
    }
  }
  return Hash{};
}

// The logs must be those that the manifest was signed for, one by one; a bundle has the sessions
// that its forks go on from.
Status check_sections(const std::vector<LogSection>& sections, const Manifest& manifest) {
  bool same = sections.size() == manifest.sessions.size();
  for (size_t i = 0; same && i < sections.size(); ++i) {
    const LogOpening& opening = sections[i].opening;
    const BundledSession& said = manifest.sessions[i];
    same = opening.session.text == said.session && opening.events == said.events &&
           opening.head == Head{Seq{said.seq}, said.head} && !sections[i].events.empty() &&
           sections[i].events.front().hash == said.genesis &&
           opening.fork.has_value() == !said.parent.empty() &&
           parent_of_fork(sections, opening.fork) == said.parent;
  }
  if (same) return success();
  return make_error(ErrorCode::kCorrupt, "has other sessions than its manifest says");
}

}  // namespace

Result<Answer> inspect_bundle(Workspace& workspace, const OpenBundleRequest& request) {
  CLEW_ASSIGN(const VerifiedBundle bundle, verified(workspace, request));
  const Manifest& manifest = bundle.manifest;
  const BundledSession& last = manifest.sessions.back();
  Answer answer;
  answer.data = session_fields(last);
  set_maker(answer.data, manifest);
  answer.data.set("made_at", manifest.made_at);
  answer.data.set("store", manifest.store);
  answer.data.set("needs", manifest.needs);
  Value recipients = Value::list();
  for (const auto& each : manifest.recipients) recipients.push(each);
  answer.data.set("recipients", recipients);
  Value sessions = Value::list();
  for (const auto& session : manifest.sessions) {
    sessions.push(session_fields(session));
    answer.text += fmt::format("{}  {}, head {}\n", session.session,
                               counted(session.events, "event", "events"), session.head.brief());
  }
  answer.data.set("sessions", sessions);
  answer.text += maker_of(manifest);
  for (const auto& each : manifest.recipients) answer.text += "\nsealed for " + each;
  answer.text += "\nnext  clew bundle open " + shell_word(request.file);
  return answer;
}

Result<Answer> open_bundle(Workspace& workspace, const TakeBundleRequest& taken) {
  CLEW_TRY(check_project_folder(workspace, taken.project));
  const OpenBundleRequest request{taken.file, taken.passphrase_file};
  CLEW_ASSIGN(const VerifiedBundle bundle, verified(workspace, request));
  const auto logs = expand_logs(bundle);
  if (!logs) return about_file(logs.error(), request);
  CLEW_ASSIGN(const auto sections, read_log(*logs, request.file, heads_of(workspace)));
  if (const Status same = check_sections(sections, bundle.manifest); !same) {
    return about_file(same.error(), request);
  }
  CLEW_ASSIGN(Answer answer, import_sections(workspace, sections, bundle.manifest.device));
  set_maker(answer.data, bundle.manifest);
  answer.text += "\n" + maker_of(bundle.manifest);
  Arriving arriving;
  arriving.project = taken.project;
  arriving.again = [&](const SessionId&) {
    return fmt::format("clew bundle open {} --project DIR", shell_word(request.file));
  };
  for (const auto& each : answer.data.find("sessions")->as_list()) {
    arriving.sessions.emplace_back(each.find("session")->as_string());
  }
  CLEW_ASSIGN(const auto notices, place_sessions(workspace, arriving));
  for (const auto& notice : notices) answer.text += "\nnote: " + notice;
  return answer;
}

}  // namespace clew
