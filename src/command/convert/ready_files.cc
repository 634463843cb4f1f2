#include "command/convert/ready_files.h"

#include <fmt/format.h>

#include <iterator>

#include "base/random.h"
#include "command/convert/named_files.h"
#include "dialect/carry.h"
#include "dialect/fixed_plan.h"
#include "dialect/registry.h"
#include "engine/session_id.h"
#include "files/relative_path.h"
#include "secrets/secrets.h"
#include "session/adopt.h"

namespace clew {
namespace {

void add_secrets_in(const FoundSession& found, Findings& findings) {
  for (const auto& file : found.files.files) {
    for (const auto& secret : find_secrets(file.text)) {
      Finding finding;
      finding.severity = Severity::kWarning;
      finding.rule = std::string(found.dialect->name()) + ".secret";
      finding.message =
          fmt::format("this looks like a secret ({}); it is kept unchanged", secret.kind);
      finding.next = "clew redact SEQ";
      finding.file = file.path;
      finding.position = position_at(file.text, secret.start);
      findings.push_back(std::move(finding));
    }
  }
}

// What the files say, with what they carry of their origin.
Session session_reported_by(const FoundSession& found, Reading& reading, Findings& findings) {
  const auto carried = find_carried(*found.dialect, found.files);
  if (!carried) return std::move(reading.session);
  const Dialect* from = carried->dialect.empty() ? nullptr : find_dialect(carried->dialect);
  Session session = with_carried(*found.dialect, reading, *carried, from, findings);
  add_reported(*found.dialect, reading.session, session);
  return session;
}

// What was kept of the files that the session names, by their names.
FileSet files_by_name(const Session& session, const KeptFiles& kept) {
  FileSet files;
  for (const auto& artifact : session.artifacts.items) {
    if (!artifact.archived_as.empty()) continue;
    for (const auto& content : kept.contents) {
      if (content.hash != artifact.content) continue;
      files.files.push_back({last_part_of(artifact.path), content.data});
      break;
    }
  }
  return files;
}

Result<std::vector<PackedBlob>> pack_files(const FileSet& files) {
  std::vector<PackedBlob> packed;
  for (const auto& file : files.files) {
    CLEW_ASSIGN(PackedBlob blob, pack_blob(file.text));
    packed.push_back(std::move(blob));
  }
  return packed;
}

Result<ReadySession> tell_one(ReadyFiles& ready, Reading& reading, const ImportSurroundings& ground,
                              FreshIds& ids) {
  ReadySession session;
  Session reported = session_reported_by(ready.found, reading, session.findings);
  reading.session = std::move(reported);
  KeptFiles kept = keep_named_files(ground.files, ready.found, ground.project_path, reading);
  reported = std::move(reading.session);
  if (const FixedPlan* plan = ready.found.dialect->fixed_plan()) {
    plan->describe(reported, files_by_name(reported, kept));
  }
  std::move(kept.findings.begin(), kept.findings.end(), std::back_inserter(session.findings));
  // Filed where it is taken in: what files carry may be of a project that nobody has here.
  reported.identity.project = ground.project;
  if (reported.identity.project_path.empty()) reported.identity.project_path = ground.project_path;
  if (reported.identity.device.empty()) reported.identity.device = ground.device;
  CLEW_ASSIGN(const SessionId id, ids.make(reported.identity.goal, ready.random));
  // As of when the files were written: adopting is no work on the session.
  const Time then =
      reported.last_activity.ms == 0 ? ground.now : std::min(reported.last_activity, ground.now);
  date(reported, then);
  const ActorId by(fmt::format("import:{}", ready.found.dialect->name()));
  Adopted adopted = adopt_as(std::move(reported), id, {Seq{1}, then, by, Via::kImport, 0, {}});
  session.reported = {id, std::move(adopted.events), std::move(adopted.after)};
  CLEW_ASSIGN(session.rows, prepare_session(session.reported, ready.random));
  for (const auto& content : kept.contents) {
    CLEW_ASSIGN(PackedBlob blob, pack_blob(content.data));
    session.rows.blobs.push_back(std::move(blob));
  }
  return session;
}

Status tell_all(ReadyFiles& ready, const ImportSurroundings& ground, FreshIds& ids) {
  CLEW_ASSIGN(const auto packed, pack_files(ready.found.files));
  ready.digests.clear();
  for (size_t i = 0; i < packed.size(); ++i) {
    ready.digests.push_back({ready.found.files.files[i].path, packed[i].hash});
  }
  for (auto& reading : ready.readings.sessions) {
    CLEW_ASSIGN(ReadySession session, tell_one(ready, reading, ground, ids));
    session.rows.blobs.insert(session.rows.blobs.end(), packed.begin(), packed.end());
    ready.sessions.push_back(std::move(session));
  }
  return success();
}

}  // namespace

Result<SessionId> FreshIds::make(const std::string& goal, const RandomSource& random) {
  const auto two_bytes = [&] {
    Bytes bytes(2, '\0');
    random(bytes);
    return bytes;
  };
  return free_session_id(goal, two_bytes, [this](const SessionId& id) -> Result<bool> {
    const std::lock_guard lock(mutex_);
    return !given_.insert(id.text).second;
  });
}

void make_ready(FoundFiles& files, const ImportSurroundings& ground, FreshIds& ids,
                ReadyFiles& ready) {
  ready = ReadyFiles();
  ready.found = std::move(files.found);
  ready.random = seeded_random(std::move(files.seed));
  ready.readings = ready.found.dialect->read(ready.found.files);
  tell_unread(ready.found, ready.readings);
  add_secrets_in(ready.found, ready.readings.findings);
  if (ready.readings.sessions.empty()) return;
  if (files.depth == FoundFiles::Depth::kTell) return tell(ready, ground, ids);
  for (const auto& file : ready.found.files.files) {
    ready.digests.push_back({file.path, sha256(file.text)});
  }
}

void tell(ReadyFiles& ready, const ImportSurroundings& ground, FreshIds& ids) {
  const Status reported = tell_all(ready, ground, ids);
  if (!reported) ready.refusal = reported.error();
}

void read_again(ReadyFiles& ready) {
  ready.readings.sessions = ready.found.dialect->read(ready.found.files).sessions;
}

Status change_id(ReadySession& session, const SessionId& id, const RandomSource& random) {
  session.reported.id = id;
  session.reported.after.identity.id = id;
  for (auto& event : session.reported.events) {
    auto* overview = get_if<OverviewRestored>(&event.data);
    if (overview != nullptr && overview->identity) overview->identity->id = id;
  }
  auto blobs = std::move(session.rows.blobs);
  CLEW_ASSIGN(session.rows, prepare_session(session.reported, random));
  session.rows.blobs = std::move(blobs);
  return success();
}

}  // namespace clew
