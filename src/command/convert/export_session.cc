#include "command/convert/export_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/convert/export_map.h"
#include "dialect/carry.h"
#include "dialect/missing_field_hint.h"
#include "dialect/registry.h"
#include "dialect/session_patch.h"
#include "dialect/translate.h"
#include "dialect/translation.h"
#include "document/finding_text.h"
#include "engine/referenced_files.h"
#include "files/relative_path.h"
#include "view/external_id.h"

namespace clew {
namespace {

constexpr const char* kAddStep = "clew step add";
constexpr uint32_t kMostNames = 1000;  // tried, when those before are taken

class Telling {
 public:
  Telling(Workspace& workspace, ExportSource& source, const Dialect& target,
          const ExportOptions& options, SharedFiles& shared)
      : workspace_(workspace),
        source_(source),
        target_(target),
        options_(options),
        shared_(shared),
        is_home_(source.carried.dialect == target.name()),
        origin_(source.plan_dialect.empty() ? nullptr : find_dialect(source.plan_dialect)) {}

  Result<ToldExport> run() {
    CLEW_TRY(check_translatable());
    CLEW_TRY(map_names(source_.session, target_, options_.map));
    session_ = source_.session;
    if (is_translated()) {
      session_ = translate(source_.session, *origin_, target_);
      CLEW_TRY(map_names(session_, target_, options_.map));
    }
    add_surroundings();
    CLEW_TRY(name());
    told_.folders = target_.folders_of(session_);
    const Status written = write();
    if (!written) {
      Error error = lacking_in_export(written.error(), target_.name(), source_.given);
      if (error.next.starts_with(kAddStep)) error.next = add_step();
      if (error.subject.empty()) error.subject = source_.place;
      return error;
    }
    report_agents();
    shared_.keep(target_, told_.files);
    CLEW_TRY(read_back());
    CLEW_TRY(carry_lost());
    return std::move(told_);
  }

 private:
  // Told as another dialect would have it.
  bool is_translated() const { return origin_ != nullptr && origin_ != &target_; }

  Status check_translatable() const {
    if (!is_translated() || target_.translation().takes_others()) return success();
    return make_error(ErrorCode::kInvalid,
                      fmt::format("a session of the {} format cannot become one of {}: that format "
                                  "demands what no other has",
                                  origin_->name(), target_.name()),
                      source_.place,
                      fmt::format("clew export {} --to orchestration", shell_word(source_.given)));
  }

  // Of whom nothing but a name is known.
  void report_agents() {
    if (!is_translated()) return;
    for (const auto& agent : session_.agents.items) {
      if (agent.type != kUnknownAgentType) continue;
      Finding finding;
      finding.severity = Severity::kWarning;
      finding.rule = std::string(target_.name()) + ".agent-type-unknown";
      finding.message = fmt::format("the type of agent {} is not known; it is \"{}\"",
                                    agent.id.text, kUnknownAgentType);
      finding.file = told_.files.files.front().path;
      source_.findings.push_back(std::move(finding));
    }
  }

  // Where it is told is known: this machine, this project.
  void add_surroundings() {
    if (!is_translated()) return;
    Identity& identity = session_.identity;
    if (identity.device.empty()) identity.device = workspace_.surroundings().device;
    if (identity.project_path.empty()) identity.project_path = workspace_.project().root;
  }

  // A plan grows in the store alone.
  std::string add_step() const {
    if (source_.from == ExportFrom::kStore)
      return fmt::format("{} \"…\" -s {}", kAddStep, source_.name);
    return fmt::format("clew import {}, then  {} \"…\"", shell_word(source_.given), kAddStep);
  }

  Status name() {
    Session& session = session_;
    CLEW_ASSIGN(const auto known, known_entry(workspace_.store(), source_.session, target_));
    if (known) {
      told_.entry = *known;
      set_external_id(session.steps[0], target_.name(), told_.entry);
      return success();
    }
    if (is_translated()) {
      told_.entry = origin_->translation().id_in(source_.session);
      if (target_.translation().takes_id(told_.entry)) {
        set_external_id(session.steps[0], target_.name(), told_.entry);
        if (!shared_.is_taken(target_, session)) return success();
      }
    }
    uint32_t attempt = 0;
    do {
      told_.entry = target_.make_id(session, entry_seed(session, workspace_.now(), attempt));
      set_external_id(session.steps[0], target_.name(), told_.entry);
    } while (++attempt < kMostNames && shared_.is_taken(target_, session));
    return success();
  }

  // Back to where it came from: its own text is the base.
  Status write() {
    const Session& session = session_;
    FileSet base = is_home_ ? source_.carried.files : FileSet();
    shared_.put_into(base, target_, session);
    auto files = target_.write(session, base);
    keeps_text_ = is_home_;
    if (!files && is_home_) {
      // Text that says just this is given back as it is, also where it is of an older form that is
      // never rewritten.
      const Session said = as_read();
      for (const auto& reading : target_.read(source_.carried.files).sessions) {
        const bool is_same =
            losses(said, reading.session).empty() && losses(reading.session, said).empty();
        if (!is_same) continue;
        told_.files = source_.carried.files;
        return success();
      }
      if (source_.from == ExportFrom::kFiles && options_.map.empty()) {
        told_.files = source_.carried.files;
        return success();
      }
      if (source_.from == ExportFrom::kStore) {
        keeps_text_ = false;
        base = FileSet();
        shared_.put_into(base, target_, session);
        if (auto fresh = target_.write(session, base)) files = std::move(fresh);
      }
    }
    if (!files) return files.error();
    told_.files = std::move(*files);
    return success();
  }

  // A session whose files do not name their project got one when they were read.
  Session as_read() const {
    Session said = session_;
    if (!keeps_text_ || source_.from != ExportFrom::kStore) return said;
    for (const auto& reading : target_.read(source_.carried.files).sessions) {
      if (reading.entry != told_.entry) continue;
      if (reading.session.identity.project_path.empty()) said.identity.project_path.clear();
    }
    return said;
  }

  Status read_back() {
    const Readings back = target_.read(told_.files);
    const auto own =
        std::find_if(back.sessions.begin(), back.sessions.end(), [&](const Reading& reading) {
          return reading.entry == told_.entry || back.sessions.size() == 1;
        });
    if (own == back.sessions.end()) {
      return make_error(ErrorCode::kFailed, "what was written cannot be read back", told_.entry);
    }
    told_.disk = own->disk;
    find_missing();
    find_lost(*own);
    return options_.strict ? be_strict(back.findings) : success();
  }

  // Named, and neither kept, nor beside the files it comes from, nor among those that are written.
  void find_missing() {
    told_.missing = missing_files(workspace_, {source_.session, told_.disk, source_.folder});
    std::erase_if(told_.missing, [&](const std::string& path) {
      const auto& files = told_.files.files;
      return std::any_of(files.begin(), files.end(), [&](const NamedFile& file) {
        return file.path == path || file.path == join_path(told_.entry, path);
      });
    });
  }

  Status be_strict(const Findings& findings) const {
    std::string freely =
        fmt::format("clew export {} --to {}", shell_word(source_.given), target_.name());
    for (const auto& each : options_.map) freely += " --map " + shell_word(each);
    if (!told_.missing.empty()) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("{} is referenced, but no copy was kept", told_.missing.front()),
          source_.place, freely);
    }
    if (!told_.lost.empty()) {
      std::vector<std::string> fields;
      for (const auto& loss : told_.lost) fields.push_back(loss.field);
      return make_error(ErrorCode::kInvalid,
                        fmt::format("{} has no place for all of {}: {}", target_.name(),
                                    source_.name, fmt::join(fields, ", ")),
                        source_.place, freely);
    }
    if (has_errors(source_.findings)) {
      return make_error(ErrorCode::kInvalid, "the source is not valid", source_.place,
                        "clew validate " + shell_word(source_.place));
    }
    if (!has_errors(findings)) return success();
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("the exported content is not valid: {}", finding_line(*main_finding(findings))),
        source_.place, freely);
  }

  // Of a session of the store all of it counts; of files what they say.
  void find_lost(const Reading& reading) {
    if (keeps_text_ && !is_translated()) {
      const Session said = as_read();
      told_.lost = losses(said, reading.session);
      if (!told_.lost.empty()) rest_.facts = session_patch(reading.session, said);
      return;
    }
    const bool has_files = is_translated() && !source_.carried.files.files.empty() && !is_home_;
    Carried own = source_.carried;
    if (has_files && source_.from == ExportFrom::kStore) own.files = files_of_now();
    Remainder rest = what_is_lost(target_, reading, has_files ? origin_ : nullptr, own,
                                  source_.from == ExportFrom::kStore ? &source_.session : nullptr);
    if (source_.from == ExportFrom::kFiles && !has_files) {
      rest.losses = losses(session_, reading.session);
      rest.facts = session_patch(reading.session, session_);
    }
    if (has_files) {
      rest_.dialect = origin_->name();
      rest_.entry = source_.carried.entry;
    }
    rest_.lost = std::move(rest.lost);
    rest_.facts = std::move(rest.facts);
    told_.lost = std::move(rest.losses);
  }

  // The source's own files, as they would be written now.
  FileSet files_of_now() const {
    auto written = origin_->write(source_.session, source_.carried.files);
    return written ? std::move(*written) : source_.carried.files;
  }

  Status carry_lost() {
    const auto room = target_.room();
    if (!room || rest_.is_whole()) return success();
    told_.where = to_pointer(room->path);
    CLEW_ASSIGN(told_.files, carry(target_, std::move(told_.files), rest_));
    return success();
  }

  Workspace& workspace_;
  ExportSource& source_;
  const Dialect& target_;
  const ExportOptions& options_;
  SharedFiles& shared_;
  const bool is_home_;
  const Dialect* const origin_;  // whose plan it has; null: it was born here
  Session session_;              // as the target tells it
  Carried rest_;                 // what the target does not tell
  bool keeps_text_ = false;
  ToldExport told_;
};

}  // namespace

Result<ToldExport> tell_export(Workspace& workspace, ExportSource& source, const Dialect& target,
                               const ExportOptions& options, SharedFiles& shared) {
  return Telling(workspace, source, target, options, shared).run();
}

}  // namespace clew
