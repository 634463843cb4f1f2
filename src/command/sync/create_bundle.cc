#include "command/sync/create_bundle.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "bundle/bundle_file.h"
#include "command/convert/export_log.h"
#include "command/sync/bundle_passphrase.h"
#include "command/sync/own_device.h"
#include "engine/confirm.h"
#include "remote/member_key.h"

namespace clew {
namespace {

Result<SealFor> sealed_for(Workspace& workspace, const CreateBundleRequest& request,
                           const DeviceKey& own) {
  SealFor who;
  if (request.to.empty() == request.passphrase_file.empty()) {
    return make_error(ErrorCode::kUsage, "a bundle needs either --to or --passphrase-file",
                      request.to.empty() ? "--to" : "--passphrase-file",
                      "clew key show   on the device it is for prints its key");
  }
  if (!request.passphrase_file.empty()) {
    CLEW_ASSIGN(who.passphrase, read_passphrase(workspace, request.passphrase_file));
    return who;
  }
  who.recipients.push_back(own.recipient());
  for (const auto& text : request.to) {
    // The whole line that clew key show prints will do, too.
    const auto line = read_member_key(text);
    const auto recipient = line ? Result<AgeRecipient>(line->key) : read_recipient(text);
    if (!recipient) {
      return make_error(ErrorCode::kUsage, recipient.error().message, text,
                        "clew key show   on the device it is for prints its key");
    }
    const auto& all = who.recipients;
    if (std::find(all.begin(), all.end(), *recipient) == all.end()) {
      who.recipients.push_back(*recipient);
    }
  }
  return who;
}

// Tells the stores of a device apart without a word about where they are.
std::string store_name(const Workspace& workspace, const DeviceKey& own) {
  Hasher hasher;
  hasher.add("clew store\n").add(own.signing_key()).add(workspace.surroundings().store_url);
  return hasher.finish().hex().substr(0, 32);
}

std::string again(const CreateBundleRequest& request) {
  std::string command = "clew bundle create";
  for (const auto& word : request.words) command += " " + shell_word(word);
  for (const auto& key : request.to) command += " --to " + shell_word(key);
  if (!request.passphrase_file.empty()) {
    command += " --passphrase-file " + shell_word(request.passphrase_file);
  }
  return command;
}

}  // namespace

Result<Answer> create_bundle(Workspace& workspace, const CreateBundleRequest& request) {
  std::vector<std::string> sessions = request.words;
  const std::string file = sessions.back();
  sessions.pop_back();
  CLEW_ASSIGN(const DeviceKey own, own_device_key(workspace));
  CLEW_ASSIGN(const SealFor who, sealed_for(workspace, request, own));
  CLEW_ASSIGN(auto logs, logs_of(workspace, sessions));
  Manifest manifest;
  manifest.made_at = to_iso(workspace.now());
  manifest.store = store_name(workspace, own);
  manifest.device = workspace.surroundings().device;
  std::vector<Bytes> texts;
  uint64_t events = 0;
  Value names = Value::list();
  for (auto& log : logs) {
    BundledSession session;
    session.session = log.opening.session.text;
    session.genesis = log.genesis;
    session.parent = log.parent;
    session.events = log.opening.events;
    session.seq = log.opening.head.seq.number;
    session.head = log.opening.head.hash;
    events += session.events;
    names.push(session.session);
    manifest.sessions.push_back(std::move(session));
    texts.push_back(std::move(log.text));
  }
  auto bundle = write_bundle(std::move(manifest), texts, own, who, random_of(workspace));
  if (!bundle) {
    Error error = bundle.error();
    error.message = fmt::format("{} {}", file, error.message);
    error.subject = file;
    return error;
  }
  CLEW_TRY(write_agreed(workspace, file, *bundle, again(request)));
  Answer answer;
  answer.data.set("file", caller_path(workspace, file));
  answer.data.set("sessions", names);
  answer.data.set("events", static_cast<int64_t>(events));
  answer.text =
      fmt::format("{} of {} sealed in {}\nnext  clew bundle open {}   on the other machine",
                  counted(events, "event", "events"), counted(logs.size(), "session", "sessions"),
                  file, shell_word(file));
  return answer;
}

}  // namespace clew
