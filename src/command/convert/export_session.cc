#include "command/convert/export_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_word.h"
#include "command/convert/export_map.h"
#include "dialect/fixed_plan.h"
#include "dialect/missing_field_hint.h"
#include "dialect/registry.h"
#include "document/finding_text.h"
#include "engine/referenced_files.h"
#include "files/relative_path.h"
#include "session/undated.h"
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
        is_home_(source.carried.dialect == target.name()) {}

  Result<ToldExport> run() {
    CLEW_TRY(map_names(source_.session, target_, options_.map));
    CLEW_TRY(name());
    if (!is_home_ && !options_.folder.empty()) {
      target_.set_folder(source_.session, options_.folder);
    }
    told_.folders = target_.folders_of(source_.session);
    const Status written = write();
    if (!written) {
      Error error = lacking_in_export(written.error(), target_.name(), source_.given);
      if (error.next.starts_with(kAddStep)) error.next = add_step();
      if (error.subject.empty()) error.subject = source_.place;
      return error;
    }
    shared_.keep(target_, told_.files);
    CLEW_TRY(read_back());
    CLEW_TRY(carry_lost());
    return std::move(told_);
  }

 private:
  // A plan grows in the store alone.
  std::string add_step() const {
    if (source_.from == ExportFrom::kStore)
      return fmt::format("{} \"…\" -s {}", kAddStep, source_.name);
    return fmt::format("clew import {}, then  {} \"…\"", shell_word(source_.given), kAddStep);
  }

  Status name() {
    Session& session = source_.session;
    CLEW_ASSIGN(const auto known, known_entry(workspace_.store(), session, target_));
    if (known) {
      told_.entry = *known;
      set_external_id(session.steps[0], target_.name(), told_.entry);
      return success();
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
    const Session& session = source_.session;
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
    // What the text came with and no session says: it goes along.
    for (const auto& file : base.files) {
      if (told_.files.find(file.path) == nullptr) told_.files.files.push_back(file);
    }
    return success();
  }

  // A list that others stand in may lack this session although its own files are known.
  void join_lists(const FileSet& base, FileSet& files) const {
    for (auto& file : files.files) {
      const NamedFile* list = base.find(file.path);
      const bool lacks = list != nullptr && SharedFiles::is_shared(target_, file.path) &&
                         file.text == list->text &&
                         file.text.find(told_.entry) == std::string::npos;
      if (!lacks) continue;
      const auto joined = target_.write(source_.session, FileSet{{*list}});
      const NamedFile* with_it = joined ? joined->find(file.path) : nullptr;
      if (with_it != nullptr && with_it->text.find(told_.entry) != std::string::npos) {
        file.text = with_it->text;
      }
    }
  }

  // The very bytes: no file more, and none less. Only lists that others stand in as well are as
  // they were written for all of them.
  void give_back(const FileSet& base, const FileSet& written) {
    told_.files = source_.carried.files;
    for (const auto& file : base.files) {
      const NamedFile* own = source_.carried.files.find(file.path);
      const NamedFile* joined = written.find(file.path);
      if ((own != nullptr && own->text == file.text) || joined == nullptr) continue;
      std::erase_if(told_.files.files,
                    [&](const NamedFile& each) { return each.path == file.path; });
      told_.files.files.push_back(*joined);
    }
  }

  // What a session got when its files were read, and they do not say: its project, device and
  // times, what the files that it names hold, and what follows from these.
  Session as_read() const {
    Session said = source_.session;
    if (!keeps_text_ || source_.from != ExportFrom::kStore) return said;
    for (const auto& reading : target_.read(source_.carried.files).sessions) {
      if (reading.entry != told_.entry) continue;
      if (reading.session.identity.project_path.empty()) said.identity.project_path.clear();
      leave_described(reading.session, said);
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
  void leave_described(const Session& read, Session& said) const {
    const FixedPlan* plan = target_.fixed_plan();
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
    const Readings back = target_.read(told_.files);
    const auto own =
        std::find_if(back.sessions.begin(), back.sessions.end(), [&](const Reading& reading) {
          return reading.entry == told_.entry || back.sessions.size() == 1;
        });
    if (own == back.sessions.end()) {
      return make_error(ErrorCode::kFailed, "what was written cannot be read back", told_.entry);
    }
    if (!is_given_back_) told_.lost = losses(as_read(), own->session);
    told_.disk = own->disk;
    find_missing();
    const Dialect* from = find_dialect(source_.carried.dialect);
    if (!keeps_text_ && from != nullptr) {
      for (auto& field : from->unknown_fields(source_.carried.files)) {
        told_.lost.push_back({std::move(field), 1});
      }
    }
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

  Status carry_lost() {
    const auto room = target_.room();
    if (!room || told_.lost.empty()) return success();
    Carried carried = source_.carried;
    if (keeps_text_) {  // the files are that text
      if (carried.session.is_null()) return success();
      carried.dialect.clear();
      carried.files = {};
    }
    told_.where = to_pointer(room->path);
    CLEW_ASSIGN(told_.files, carry(target_, std::move(told_.files), carried));
    return success();
  }

  Workspace& workspace_;
  ExportSource& source_;
  const Dialect& target_;
  const ExportOptions& options_;
  SharedFiles& shared_;
  const bool is_home_;
  bool keeps_text_ = false;
  bool is_given_back_ = false;
  ToldExport told_;
};

}  // namespace

Result<ToldExport> tell_export(Workspace& workspace, ExportSource& source, const Dialect& target,
                               const ExportOptions& options, SharedFiles& shared) {
  return Telling(workspace, source, target, options, shared).run();
}

}  // namespace clew
