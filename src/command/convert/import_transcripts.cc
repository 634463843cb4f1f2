#include "command/convert/import_transcripts.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/actor_name.h"
#include "agent_client/binding.h"
#include "agent_client/transcript/line_ends.h"
#include "dialect/dialect.h"
#include "dialect/redacted_text.h"
#include "document/finding.h"
#include "document/json/json.h"
#include "engine/append.h"
#include "files/relative_path.h"
#include "secrets/secrets.h"
#include "session/merge/merge_edit.h"
#include "session/session.h"

namespace clew {
namespace {

// Likely secrets in what an import keeps: findings, and nothing is changed.

// More of them say nothing new.
constexpr size_t kMaxSecrets = 50;

class SecretWalk {
 public:
  SecretWalk(const std::string& source, const std::string& file, Findings& findings)
      : source_(source), file_(file), findings_(findings) {}

  void walk(const Value& value, const std::string& pointer) {
    if (value.is_string()) scan(value.as_string(), pointer);
    for (const auto& [key, each] : value.as_object()) walk(each, pointer + "/" + key);
    size_t index = 0;
    for (const auto& each : value.as_list()) walk(each, fmt::format("{}/{}", pointer, index++));
  }

 private:
  void scan(const std::string& text, const std::string& pointer) {
    for (const auto& secret : find_secrets(text)) {
      if (++count_ > kMaxSecrets) return;
      Finding finding;
      finding.severity = Severity::kWarning;
      finding.rule = source_ + ".secret";
      finding.message =
          fmt::format("this looks like a secret ({}); it is kept unchanged", secret.kind);
      finding.next = "clew redact SEQ";
      finding.file = file_;
      finding.pointer = pointer;
      findings_.push_back(std::move(finding));
    }
  }

  const std::string& source_;
  const std::string& file_;
  Findings& findings_;
  size_t count_ = 0;
};

// In every text of the session; `pointer` says where in it. The rule is SOURCE.secret.
void add_secret_findings(const Session& session, const std::string& source, const std::string& file,
                         Findings& findings) {
  SecretWalk(source, file, findings).walk(to_value(session), "");
}

// Our own text: as long as the facts are many.
constexpr Limits kOwnText{64, size_t{1} << 30, 50'000'000, size_t{1} << 30};

// The same transcript gets the same id in every store, unless that is taken.
RandomSource bytes_from(const std::string& entry) {
  return [entry, count = 0](Bytes& bytes) mutable {
    const Hash hash = sha256(fmt::format("{}#{}", entry, count++));
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<char>(hash.bytes[i % hash.bytes.size()]);
    }
  };
}

std::string step_name(const Session&, const Step& step) {
  return step.external.empty() ? step.title : step.external.front().id;
}

void set_read(const TranscriptCounts& counts, ImportedSession& taken) {
  taken.read = to_value(counts);
  taken.words = fmt::format("{} line{}", counts.lines, counts.lines == 1 ? "" : "s");
  if (counts.left_out > 0) taken.words += fmt::format(", {} on other branches", counts.left_out);
  if (counts.repeated > 0) taken.words += fmt::format(", {} repeated", counts.repeated);
  if (counts.unreadable > 0) taken.words += fmt::format(", {} unreadable", counts.unreadable);
}

// What the transcript told when it was read last. Nothing when that had to go with what was
// redacted.
Result<std::optional<Session>> reported_before(StoreReader& store, const KnownTranscript& known) {
  const auto text = store.blob(known.reported);
  if (!text && known.redacted) return std::optional<Session>();
  if (!text) return text.error();
  CLEW_ASSIGN(const Value tree, parse_json(*text, kOwnText));
  Session session;
  CLEW_TRY(from_value(tree, session, known.session.text));
  return std::optional(std::move(session));
}

// What was redacted out of what it told before is not told again.
Status cover_reported(const Session& before, Session& reported) {
  const Value covered = cover(to_value(before), to_value(reported));
  reported = Session();
  return from_value(covered, reported, "transcript");
}

Finding reported_is_gone(const std::string& source, const std::string& file) {
  Finding finding;
  finding.severity = Severity::kWarning;
  finding.rule = source + ".redacted";
  finding.message =
      "its earlier content was redacted, so what is new since then is unknown; new content from "
      "now on is imported";
  finding.file = file;
  return finding;
}

}  // namespace

Status TranscriptImporter::take(const FoundTranscript& found) {
  const std::string source = found.format->client;
  CLEW_ASSIGN(auto known, load_known(workspace_.store(), source, found.id));
  ImportedSession taken{source, found.id, {}, {}, ImportedSession::What::kKnown, {}, {}, {}};
  if (known) {
    CLEW_ASSIGN(const bool unchanged, is_unchanged(workspace_.files(), found, *known));
    if (unchanged) {
      CLEW_TRY(learn(found.id, *known));
      CLEW_ASSIGN(const SessionSummary summary, workspace_.store().summary(known->session));
      taken.id = known->session;
      taken.head = summary.head;
      set_read(known->counts, taken);
      taken_.push_back(std::move(taken));
      return success();
    }
  }
  CLEW_TRY(learn_neighbours(found));
  TranscriptOptions options;
  options.is_reported = [&](const std::string& line) {
    const auto owner = reported_.find(mark_of(line));
    return owner != reported_.end() && *owner->second != found.id;
  };
  Status learnt = success();
  options.continues = [&](const std::string& session) {
    const auto before = load_known(workspace_.store(), source, session);
    if (!before) learnt = before.error();
    if (before && *before) learnt = learn(session, **before);
  };
  if (known) options.repeats_to = known->repeats_to;
  const auto reader = found.format->make_reader(std::move(options));
  auto files = read_transcript(workspace_.files(), found, *reader);
  CLEW_TRY(learnt);
  if (!files) {
    refuse(found, files.error());
    return success();
  }
  TranscriptReading reading = reader->take();
  if (reading.entry.empty()) {
    // Clients leave a file behind whenever they are opened; nobody needs to hear of those.
    if (!found.alone && reading.counts.unreadable == 0) return success();
    refuse(found, make_error(ErrorCode::kInvalid, "the transcript contains no work to import",
                             found.files[0].path));
    return success();
  }
  if (reading.entry != found.id) {
    taken.entry = reading.entry;
    CLEW_ASSIGN(known, load_known(workspace_.store(), source, reading.entry));
  }
  if (!known) {
    CLEW_ASSIGN(const bool recorded, is_recorded(source, reading, taken));
    if (recorded) {
      taken_.push_back(std::move(taken));
      return success();
    }
  }
  CLEW_ASSIGN(const Reported reported,
              tell(found, std::move(reading), std::move(*files), known, taken));
  if (reported == Reported::kBehind) return take(found);
  taken_.push_back(std::move(taken));
  return success();
}

// Forks lie beside the session they came from. What was imported of those before is remembered.
Status TranscriptImporter::learn_neighbours(const FoundTranscript& found) {
  if (found.format->subagents == SubagentFiles::kOnTheirOwn) return success();
  const std::string folder = parent_of(found.files.front().path);
  if (!learnt_.insert(folder).second) return success();
  const auto opened = workspace_.files().open_folder(folder);
  if (!opened) return success();
  CLEW_ASSIGN(const auto names, (*opened)->list());
  for (const auto& name : names) {
    if (!name.ends_with(kTranscriptEnding)) continue;
    const std::string entry = name.substr(0, name.size() - kTranscriptEnding.size());
    CLEW_ASSIGN(const auto known, load_known(workspace_.store(), found.format->client, entry));
    if (known) CLEW_TRY(learn(entry, *known));
  }
  return success();
}

Status TranscriptImporter::learn(const std::string& entry, const KnownTranscript& known) {
  if (known.lines.empty()) return success();
  const auto packed = workspace_.store().blob(known.lines);
  if (!packed && known.redacted) return success();
  if (!packed) return packed.error();
  const std::string* owner = &*entries_.insert(entry).first;
  for (const uint64_t mark : unpack_lines(*packed)) reported_.emplace(mark, owner);
  return success();
}

// Hooks bind the agent to the session that they record its work in.
Result<bool> TranscriptImporter::is_recorded(const std::string& source,
                                             const TranscriptReading& reading,
                                             ImportedSession& taken) {
  if (recorded_ == Recorded::kAnyway) return false;
  const ActorId actor = conversation_actor(source, reading.entry);
  CLEW_ASSIGN(const std::string bound, workspace_.store().setting(binding_setting(actor)));
  if (bound.empty()) return false;
  const auto summary = workspace_.store().summary(SessionId(bound));
  if (!summary || summary->forgotten) return false;
  taken.id = summary->id;
  taken.head = summary->head;
  set_read(reading.counts, taken);
  Finding finding;
  finding.severity = Severity::kWarning;
  finding.rule = source + ".recorded";
  finding.message =
      fmt::format("hooks already recorded this work in {}; it was not imported again", bound);
  finding.next = fmt::format("clew import PATH --dialect {}   to import it as well", source);
  finding.file = reading.entry;
  taken.findings = {std::move(finding)};
  return true;
}

Result<TranscriptImporter::Reported> TranscriptImporter::tell(
    const FoundTranscript& found, TranscriptReading reading, std::vector<KnownTranscriptFile> files,
    const std::optional<KnownTranscript>& known, ImportedSession& taken) {
  using What = ImportedSession::What;
  // Seen from the folder where the agent worked.
  Surroundings surroundings = workspace_.surroundings();
  if (!reading.folder.empty()) surroundings.cwd = reading.folder;
  Workspace there(
      workspace_.store(), workspace_.files(), [this] { return workspace_.now(); },
      bytes_from(reading.entry), workspace_.caller(), surroundings);
  Session& reported = reading.session;
  reported.identity.project = there.project().id;
  reported.identity.project_path = there.project().root;
  location_in_project(reported, there.project().root);
  pause_if_idle(reported, workspace_.now());
  Session before;
  bool is_gone = false;
  if (known) {
    CLEW_ASSIGN(auto kept, reported_before(workspace_.store(), *known));
    is_gone = !kept;
    if (kept && known->redacted) CLEW_TRY(cover_reported(*kept, reported));
    before = kept ? std::move(*kept) : reported;
  }
  take_line_ends(workspace_.files(), there.project().root, before, reported);
  const Bytes text = write_json(to_value(reported));
  const Bytes lines = pack_lines(reading.lines);

  taken.findings = std::move(reading.findings);
  add_secret_findings(reported, taken.source, last_part_of(found.files.front().path),
                      taken.findings);
  if (is_gone) {
    taken.findings.push_back(
        reported_is_gone(taken.source, last_part_of(found.files.front().path)));
  }
  set_read(reading.counts, taken);

  enum class Taking { kBehind, kNothingNew, kTaken };
  const auto take = [&](Transaction& transaction) -> Result<WithOutcome<Taking>> {
    using Ended = WithOutcome<Taking>;
    CLEW_ASSIGN(const auto latest, load_known(transaction, taken.source, reading.entry));
    const auto reported_by = [](const auto& each) { return each ? each->reported : Hash(); };
    if (reported_by(latest) != reported_by(known))
      return Ended{Taking::kBehind, Outcome::kRollBack};
    if (known) {
      CLEW_ASSIGN(const Loaded loaded, transaction.load(known->session));
      taken.id = known->session;
      taken.head = loaded.head;
      // An older copy tells nothing that is not known.
      if (known->last > reported.last_activity) {
        return Ended{Taking::kNothingNew, Outcome::kRollBack};
      }
      CLEW_ASSIGN(taken.head,
                  bring_up_to_date(transaction, taken.source, known->session, before, reported));
      taken.what = taken.head.seq == loaded.head.seq ? What::kKnown : What::kChanged;
    } else {
      CLEW_ASSIGN(const Done done,
                  there.adopt(transaction, reported, ActorId("import:" + taken.source)));
      taken.id = done.after.identity.id;
      taken.head = done.head;
      taken.what = What::kNew;
    }
    const KnownTranscript now{taken.id,           files,
                              sha256(text),       lines.empty() ? Hash() : sha256(lines),
                              reading.repeats_to, reported.last_activity,
                              reading.counts,     known && known->redacted};
    CLEW_TRY(transaction.put_blob({now.reported, text}, taken.id));
    if (!lines.empty()) CLEW_TRY(transaction.put_blob({now.lines, lines}, taken.id));
    CLEW_TRY(remember(transaction, taken.source, reading.entry, now));
    return Ended{Taking::kTaken};
  };
  CLEW_ASSIGN(const Taking how, transact(workspace_, workspace_.write_deadline(), take));
  if (how == Taking::kBehind) return Reported::kBehind;
  if (how == Taking::kNothingNew) return Reported::kNow;
  const std::string* owner = &*entries_.insert(reading.entry).first;
  for (const auto& line : reading.lines) reported_.emplace(mark_of(line), owner);
  return Reported::kNow;
}

Result<Head> TranscriptImporter::bring_up_to_date(Transaction& transaction,
                                                  const std::string& source,
                                                  const SessionId& session, Session base,
                                                  const Session& reported) {
  CLEW_ASSIGN(const Loaded loaded, transaction.load(session));
  // What somebody closed here stays closed, whatever the agent did next.
  if (is_closed(loaded.session.lifecycle.status)) base.lifecycle = reported.lifecycle;
  auto merged = merge_edit(base, reported, loaded.session, step_name);
  if (merged.drafts.empty()) return loaded.head;
  // As of when the agent worked, as with a new one: importing is no work on the session.
  const Time then = std::min(reported.last_activity, workspace_.now());
  for (auto& draft : merged.drafts) draft.at = draft.at.value_or(then);
  return workspace_.append_reported(transaction, session, loaded, std::move(merged.drafts),
                                    ActorId("import:" + source));
}

void TranscriptImporter::refuse(const FoundTranscript& found, const Error& error) {
  const std::string& path = found.files.front().path;
  refused_.push_back(path);
  Finding finding;
  finding.rule = std::string(found.format->client) + ".unreadable";
  finding.message = error.message;
  finding.file = path;
  refusals_.push_back(std::move(finding));
}

}  // namespace clew
