#include "command/convert/export_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/shell_word.h"
#include "dialect/attribute_names.h"
#include "dialect/carry.h"
#include "dialect/dialect.h"
#include "dialect/fixed_plan.h"
#include "dialect/missing_field_hint.h"
#include "dialect/registry.h"
#include "dialect/session_patch.h"
#include "dialect/translate.h"
#include "dialect/translation.h"
#include "dialect/tree_dialect.h"
#include "document/finding_text.h"
#include "document/limits.h"
#include "engine/project/project_root.h"
#include "engine/work_files/referenced_files.h"
#include "files/relative_path.h"
#include "session/adopt.h"
#include "session/progress.h"
#include "view/external_id.h"
#include "view/travel_of_session.h"

namespace clew {
namespace {

// `clew export --map NAME=VALUE`: what a person adds that the target demands and the session lacks.

constexpr const char* kIdentityWords[] = {"goal",   "mode",   "model",       "device",
                                          "branch", "commit", "project_path"};

const FieldShape* field_named(const Dialect& target, const std::string& name) {
  for (const auto& document : target.documents()) {
    if (const FieldShape* field = find_field(document.shape, name)) return field;
  }
  return nullptr;
}

// A word of the core such as "structure.workflow", set by its path.
Status set_word(Session& session, const std::string& path, const std::string& text) {
  Value tree = to_value(session);
  Value* at = &tree;
  size_t begin = 0;
  for (size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    const std::string part = path.substr(begin, dot - begin);
    const Value* inside = at->find(part);
    at = &at->set(part, inside == nullptr ? Value::object() : Value(*inside));
    begin = dot + 1;
  }
  at->set(path.substr(begin), text);
  return from_value(tree, session, "session");
}

Status map_one(Session& session, const Dialect& target, const std::string& name,
               const std::string& text) {
  CLEW_ASSIGN(const auto attribute, name_attribute(target, AttributeOwner::kSession, name, text));
  if (attribute) {
    set_attribute(session.steps[0].attributes, attribute->key, attribute->value);
    return success();
  }
  const FieldShape* field = field_named(target, name);
  const bool plain = field != nullptr && field->home.kind == HomeKind::kCore &&
                     field->home.where.find_first_of("[ ,") == std::string::npos;
  if (plain) return set_word(session, field->home.where, text);
  const auto word = std::find(std::begin(kIdentityWords), std::end(kIdentityWords), name);
  if (word != std::end(kIdentityWords)) return set_word(session, "identity." + name, text);
  const auto step = find_step(session, name);
  if (!step) {
    return make_error(
        ErrorCode::kNotFound,
        fmt::format("{} has no field {} that can be set, and the plan has no step of that name",
                    target.name(), name),
        name, fmt::format("clew schema {}", target.name()));
  }
  set_external_id(session.steps[step->number], target.name(), text);
  return success();
}

// NAME is a field of the target, a word of the session's identity (goal, model, device, …) or a
// step, which is then called VALUE in the target. kInvalid when the field cannot be VALUE.
Status map_names(Session& session, const Dialect& target, const std::vector<std::string>& map) {
  for (const auto& entry : map) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == entry.size()) {
      return make_error(ErrorCode::kUsage, "--map takes NAME=VALUE", entry,
                        "clew export --to workflow --map target_file=specs/login");
    }
    CLEW_TRY(map_one(session, target, entry.substr(0, equals), entry.substr(equals + 1)));
  }
  return success();
}

constexpr const char* kAddStep = "clew step add";
constexpr uint32_t kMaxNames = 1000;  // tried, when those before are taken

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

  Result<ReportedExport> run() {
    CLEW_TRY(check_translatable());
    CLEW_TRY(map_names(source_.session, target_, options_.map));
    session_ = source_.session;
    if (is_translated()) {
      session_ = translate(source_.session, *origin_, target_);
      CLEW_TRY(map_names(session_, target_, options_.map));
    }
    add_surroundings();
    CLEW_TRY(name());
    if (!is_home_ && !options_.folder.empty()) target_.set_folder(session_, options_.folder);
    CLEW_TRY(tell_surroundings());
    reported_.folders = target_.folders_of(session_);
    const Status written = write();
    if (!written) {
      Error error = lacking_in_export(written.error(), target_.name(), source_.given);
      if (error.next.starts_with(kAddStep)) error.next = add_step();
      if (error.subject.empty()) error.subject = source_.location;
      return error;
    }
    report_agents();
    shared_.keep(target_, reported_.files);
    CLEW_TRY(read_back());
    CLEW_TRY(carry_lost());
    return std::move(reported_);
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
                      source_.location,
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
      finding.file = reported_.files.files.front().path;
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

  // How it travels, and where its project is on this machine: neither is an event. What somebody's
  // files say, and nothing came after, stays as they say it.
  Status tell_surroundings() {
    const bool is_given_back = is_home_ && source_.unchanged;
    if (source_.from != ExportFrom::kStore || is_given_back) return success();
    CLEW_ASSIGN(
        const auto travel,
        travel_of_session(workspace_.store(), source_.session.identity.id, source_.session.head));
    if (travel) target_.set_travel(session_, *travel);
    std::string& path = session_.identity.project_path;
    const bool is_elsewhere =
        source_.session.root().external.empty() && !path.empty() && !workspace_.files().info(path);
    const std::string root = is_elsewhere ? project_root_of(workspace_, session_) : std::string();
    if (!root.empty()) path = root;
    return map_names(session_, target_, options_.map);
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
      reported_.entry = *known;
      set_external_id(session.steps[0], target_.name(), reported_.entry);
      return success();
    }
    if (is_translated()) {
      reported_.entry = origin_->translation().id_in(source_.session);
      if (target_.translation().takes_id(reported_.entry)) {
        set_external_id(session.steps[0], target_.name(), reported_.entry);
        if (!shared_.is_taken(target_, session)) return success();
      }
    }
    uint32_t attempt = 0;
    do {
      reported_.entry = target_.make_id(session, entry_seed(session, workspace_.now(), attempt));
      set_external_id(session.steps[0], target_.name(), reported_.entry);
    } while (++attempt < kMaxNames && shared_.is_taken(target_, session));
    return success();
  }

  // Back to where it came from: its own text is the base.
  Status write() {
    const Session& session = session_;
    FileSet base = is_home_ ? source_.carried.files : FileSet();
    shared_.put_into(base, target_, session);
    auto files = target_.write(session, base);
    if (files) join_lists(base, *files);
    keeps_text_ = is_home_;
    is_given_back_ = is_home_ && source_.unchanged && options_.map.empty();
    if (is_given_back_) {
      give_back(base, files ? *files : FileSet());
      return success();
    }
    if (!files && is_home_) {
      // Text that says just this is given back as it is, also where it is of an older form that is
      // never rewritten.
      const Session said = as_read();
      for (const auto& reading : target_.read(source_.carried.files).sessions) {
        const bool is_same =
            losses(said, reading.session).empty() && losses(reading.session, said).empty();
        if (!is_same) continue;
        reported_.files = source_.carried.files;
        return success();
      }
      if (source_.from == ExportFrom::kFiles && options_.map.empty()) {
        reported_.files = source_.carried.files;
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
    reported_.files = std::move(*files);
    // What the text came with and no session says: it goes along.
    for (const auto& file : base.files) {
      if (reported_.files.find(file.path) == nullptr) reported_.files.files.push_back(file);
    }
    return success();
  }

  // A list that others stand in may lack this session although its own files are known.
  void join_lists(const FileSet& base, FileSet& files) const {
    for (auto& file : files.files) {
      const NamedFile* list = base.find(file.path);
      const bool lacks = list != nullptr && SharedFiles::is_shared(target_, file.path) &&
                         file.text == list->text &&
                         file.text.find(reported_.entry) == std::string::npos;
      if (!lacks) continue;
      const auto joined = target_.write(session_, FileSet{{*list}});
      const NamedFile* with_it = joined ? joined->find(file.path) : nullptr;
      if (with_it != nullptr && with_it->text.find(reported_.entry) != std::string::npos) {
        file.text = with_it->text;
      }
    }
  }

  // The very bytes: no file more, and none less. Only lists that others stand in as well are as
  // they were written for all of them.
  void give_back(const FileSet& base, const FileSet& written) {
    reported_.files = source_.carried.files;
    for (const auto& file : base.files) {
      const NamedFile* own = source_.carried.files.find(file.path);
      const NamedFile* joined = written.find(file.path);
      if ((own != nullptr && own->text == file.text) || joined == nullptr) continue;
      std::erase_if(reported_.files.files,
                    [&](const NamedFile& each) { return each.path == file.path; });
      reported_.files.files.push_back(*joined);
    }
  }

  // What a session got when its files were read, and they do not say: its project, device and
  // times, what the files that it names hold, and what follows from these.
  Session as_read() const {
    if (!keeps_text_ || source_.from != ExportFrom::kStore) return session_;
    return without_added(session_, target_, reported_.entry);
  }

  Session without_added(Session said, const Dialect& dialect, const std::string& entry) const {
    for (const auto& reading : dialect.read(source_.carried.files).sessions) {
      if (reading.entry != entry) continue;
      if (reading.session.identity.project_path.empty()) said.identity.project_path.clear();
      leave_described(dialect, reading.session, said);
      for (auto& artifact : said.artifacts.items) {
        const auto& named = reading.session.artifacts.items;
        const auto same = std::find_if(named.begin(), named.end(), [&](const Artifact& each) {
          return each.path == artifact.path && each.seen_from == artifact.seen_from &&
                 each.version == artifact.version;
        });
        if (same == named.end()) continue;
        artifact.content = same->content;
        artifact.size = same->size;
      }
      if (reading.session.identity.device.empty()) said.identity.device.clear();
      undate(reading.session, said);
    }
    return said;
  }

  // A goal and titles that can be told from the same files again.
  void leave_described(const Dialect& dialect, const Session& read, Session& said) const {
    const FixedPlan* plan = dialect.fixed_plan();
    if (plan == nullptr) return;
    FileSet files;
    for (const auto& artifact : said.artifacts.items) {
      auto text = artifact.content.empty() || !artifact.archived_as.empty()
                      ? Result<Bytes>(Error())
                      : workspace_.store().blob(artifact.content);
      if (text) files.files.push_back({last_part_of(artifact.path), std::move(*text)});
    }
    Session described = read;
    plan->describe(described, files);
    if (said.identity.goal == described.identity.goal) said.identity.goal = read.identity.goal;
    for (size_t i = 0; i < std::min(said.steps.size(), read.steps.size()); ++i) {
      const bool is_same =
          said.steps[i].key == read.steps[i].key && said.steps[i].title == described.steps[i].title;
      if (is_same) said.steps[i].title = read.steps[i].title;
    }
  }

  Status read_back() {
    const Readings back = target_.read(reported_.files);
    const auto own =
        std::find_if(back.sessions.begin(), back.sessions.end(), [&](const Reading& reading) {
          return reading.entry == reported_.entry || back.sessions.size() == 1;
        });
    if (own == back.sessions.end()) {
      for (const auto& file : reported_.files.files) {
        const DocumentShape* shape = target_.document_of(file.path);
        const bool is_limited = shape != nullptr && shape->kind != DocumentKind::kJsonLines;
        if (!is_limited || file.text.size() <= Limits().document_bytes) continue;
        return make_error(ErrorCode::kInvalid,
                          fmt::format("{} would be too large: {} bytes, the limit is {}", file.path,
                                      file.text.size(), Limits().document_bytes),
                          reported_.entry);
      }
      return make_error(ErrorCode::kFailed, "what was written cannot be read back",
                        reported_.entry);
    }
    reported_.disk = own->disk;
    find_missing();
    if (!is_given_back_) find_lost(*own);
    return options_.strict ? be_strict(back.findings) : success();
  }

  // Named, and neither kept, nor beside the files it comes from, nor among those that are written.
  void find_missing() {
    reported_.missing =
        missing_files(workspace_, {source_.session, reported_.disk, source_.folder});
    std::erase_if(reported_.missing, [&](const std::string& path) {
      const auto& files = reported_.files.files;
      return std::any_of(files.begin(), files.end(), [&](const NamedFile& file) {
        return file.path == path || file.path == join_path(reported_.entry, path);
      });
    });
  }

  Status be_strict(const Findings& findings) const {
    std::string freely =
        fmt::format("clew export {} --to {}", shell_word(source_.given), target_.name());
    for (const auto& each : options_.map) freely += " --map " + shell_word(each);
    if (!reported_.missing.empty()) {
      return make_error(
          ErrorCode::kInvalid,
          fmt::format("{} is referenced, but no copy was kept", reported_.missing.front()),
          source_.location, freely);
    }
    if (!reported_.lost.empty()) {
      std::vector<std::string> fields;
      for (const auto& loss : reported_.lost) fields.push_back(loss.field);
      return make_error(ErrorCode::kInvalid,
                        fmt::format("{} has no place for all of {}: {}", target_.name(),
                                    source_.name, fmt::join(fields, ", ")),
                        source_.location, freely);
    }
    if (has_errors(source_.findings)) {
      return make_error(ErrorCode::kInvalid, "the source is not valid", source_.location,
                        "clew validate " + shell_word(source_.location));
    }
    if (!has_errors(findings)) return success();
    return make_error(
        ErrorCode::kInvalid,
        fmt::format("the exported content is not valid: {}", finding_line(*main_finding(findings))),
        source_.location, freely);
  }

  // Of a session of the store all of it counts; of files what they say.
  void find_lost(const Reading& reading) {
    if (keeps_text_ && !is_translated()) {
      const Session said = as_read();
      reported_.lost = losses(said, reading.session);
      if (!reported_.lost.empty()) rest_.facts = session_patch(reading.session, said);
      return;
    }
    const bool has_files = is_translated() && !source_.carried.files.files.empty() && !is_home_;
    Carried own = source_.carried;
    if (has_files && source_.from == ExportFrom::kStore) own.files = files_of_now();
    const Session whole =
        has_files ? without_added(source_.session, *origin_, own.entry) : source_.session;
    Remainder rest = what_is_lost(target_, reading, has_files ? origin_ : nullptr, own,
                                  source_.from == ExportFrom::kStore ? &whole : nullptr);
    if (source_.from == ExportFrom::kFiles && !has_files) {
      rest.losses = losses(session_, reading.session);
      rest.facts = session_patch(reading.session, session_);
    }
    if (has_files) {
      rest_.dialect = origin_->name();
      rest_.entry = source_.carried.entry;
    }
    rest_.form = std::move(rest.form);
    rest_.absent = std::move(rest.absent);
    rest_.lost = std::move(rest.lost);
    rest_.facts = std::move(rest.facts);
    reported_.lost = std::move(rest.losses);
  }

  // The source's own files, as they would be written now; lists it did not stand in are not its
  // own.
  FileSet files_of_now() const {
    const FileSet& before = source_.carried.files;
    auto written =
        source_.unchanged ? Result<FileSet>(Error()) : origin_->write(source_.session, before);
    if (!written) return before;
    std::erase_if(written->files, [&](const NamedFile& file) {
      return file.owner == FileOwner::kFolder && before.find(file.path) == nullptr;
    });
    return std::move(*written);
  }

  Status carry_lost() {
    const auto room = target_.room();
    if (!room || rest_.is_whole()) return success();
    reported_.where = to_pointer(room->path);
    CLEW_ASSIGN(reported_.files, carry(target_, std::move(reported_.files), rest_));
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
  bool is_given_back_ = false;
  ReportedExport reported_;
};

}  // namespace

Result<ReportedExport> tell_export(Workspace& workspace, ExportSource& source,
                                   const Dialect& target, const ExportOptions& options,
                                   SharedFiles& shared) {
  return Telling(workspace, source, target, options, shared).run();
}

}  // namespace clew
