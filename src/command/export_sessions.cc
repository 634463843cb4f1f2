#include "command/export_sessions.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "command/attach_view.h"
#include "command/dialect_files.h"
#include "command/export_log.h"
#include "command/export_map.h"
#include "command/finding_words.h"
#include "command/lacking_words.h"
#include "command/list_sessions.h"
#include "command/load_whole.h"
#include "command/named_files.h"
#include "command/shared_files.h"
#include "command/view_entry.h"
#include "command/workspace.h"
#include "command/write_out.h"
#include "dialect/carry.h"
#include "dialect/loss.h"
#include "dialect/registry.h"
#include "files/make_folders.h"
#include "files/relative_path.h"

namespace clew {
namespace {

constexpr uint32_t kMostIds = 1000;  // tried, when those before are taken

struct Source {
  std::string name;   // a session id, or what the files call it
  std::string given;  // a session id or a path
  std::string place;  // the same, or which file it is of those in a folder
  Session session;
  Carried carried;
  Findings findings;
};

Result<Source> from_store(Workspace& workspace, const SessionRef& ref) {
  Source source;
  source.name = ref.id.text;
  source.given = source.place = ref.id.text;
  CLEW_ASSIGN(source.session, whole_session(workspace, ref));
  source.carried.session = to_value(source.session);
  return source;
}

Result<std::vector<Source>> from_path(Workspace& workspace, const std::string& path) {
  CLEW_ASSIGN(const auto found, find_dialect_files(workspace, path, nullptr));
  std::vector<Source> sources;
  for (const auto& each : found) {
    const Readings readings = each.dialect->read(each.files);
    if (readings.sessions.empty()) {
      const auto gone = missing_primary(*each.dialect, each.place, each.files);
      const Finding* main = main_finding(readings.findings);
      if (main == nullptr && gone) main = &*gone;
      const std::string place = shown_path(real_here(workspace), path_of(each));
      return make_error(ErrorCode::kInvalid,
                        main == nullptr ? "it cannot be read" : finding_line(*main), place,
                        "clew validate " + place);
    }
    for (const auto& reading : readings.sessions) {
      Source source;
      source.name = reading.entry;
      source.given = path;
      source.place = shown_path(real_here(workspace), path_of(each));
      source.findings = readings.findings;
      source.session = reading.session;
      source.carried.dialect = each.dialect->name();
      source.carried.files = each.files;
      if (const auto carried = find_carried(*each.dialect, each.files)) {
        const Dialect* from = carried->dialect.empty() ? nullptr : find_dialect(carried->dialect);
        Findings unused;
        source.session = with_carried(*each.dialect, reading, *carried, from, unused);
        if (unused.empty()) source.carried = *carried;
        source.findings.insert(source.findings.end(), unused.begin(), unused.end());
      }
      sources.push_back(std::move(source));
    }
  }
  return sources;
}

std::string loss_words(const std::vector<Loss>& lost, const std::string& where) {
  std::string text;
  for (const auto& loss : lost) {
    text += fmt::format("\n  {}{}", loss.field,
                        loss.count > 1 ? fmt::format(" ({} places)", loss.count) : "");
  }
  if (text.empty()) return "\nnothing is lost";
  return fmt::format("\nthe target cannot say {} thing{}, {}:{}", lost.size(),
                     lost.size() == 1 ? "" : "s",
                     where.empty() ? "and they are lost" : "carried in " + where, text);
}

Value loss_fields(const std::vector<Loss>& lost, const std::string& where) {
  Value list = Value::list();
  for (const auto& loss : lost) {
    Value fields = Value::object();
    fields.set("field", loss.field);
    fields.set("count", static_cast<int64_t>(loss.count));
    fields.set("carried_in", where.empty() ? Value() : Value(where));
    list.push(std::move(fields));
  }
  return list;
}

struct Written {
  std::string entry;
  FileSet files;
  std::vector<std::string> folders;
  std::vector<DiskQuestion> disk;  // about the files that are named
  std::vector<Loss> lost;
  std::string where;  // the lost things are carried; empty: nowhere
};

// Text of the target's own that says just this is given back as it is, also where it is of an older
// form that is never rewritten.
Result<FileSet> write_told(const Source& source, const Dialect& target, const FileSet& base) {
  auto files = target.write(source.session, base);
  if (files || source.carried.dialect != target.name()) return files;
  for (const auto& reading : target.read(source.carried.files).sessions) {
    if (losses(source.session, reading.session).empty()) return source.carried.files;
  }
  return files;
}

Result<Written> tell(Workspace& workspace, Source& source, const Dialect& target,
                     const ExportRequest& request, SharedFiles& shared) {
  Written written;
  Session& session = source.session;
  CLEW_TRY(map_names(session, target, request.map));
  // Back to where it came from: its own text is the base.
  const bool home = source.carried.dialect == target.name();
  CLEW_ASSIGN(const auto known, known_entry(workspace.store(), session, target));
  if (known) {
    written.entry = *known;
    set_external_id(session.steps[0], target.name(), written.entry);
  } else {
    uint32_t attempt = 0;
    do {
      written.entry = target.make_id(session, entry_seed(session, workspace.now(), attempt));
      set_external_id(session.steps[0], target.name(), written.entry);
    } while (++attempt < kMostIds && shared.is_taken(target, session));
  }
  written.folders = target.folders_of(session);
  FileSet base = home ? source.carried.files : FileSet();
  shared.put_into(base, target, session);
  auto told = write_told(source, target, base);
  if (!told) {
    Error error = lacking_in_export(told.error(), target.name(), source.given);
    if (error.subject.empty()) error.subject = source.place;
    return error;
  }
  written.files = std::move(*told);
  shared.keep(target, written.files);
  const Readings back = target.read(written.files);
  const auto own = std::find_if(back.sessions.begin(), back.sessions.end(), [&](const Reading& r) {
    return r.entry == written.entry || back.sessions.size() == 1;
  });
  if (own == back.sessions.end()) {
    return make_error(ErrorCode::kFailed, "what was written cannot be read back", written.entry);
  }
  written.lost = losses(session, own->session);
  written.disk = own->disk;
  if (request.strict && !written.lost.empty()) {
    return make_error(ErrorCode::kInvalid,
                      fmt::format("{} cannot say all of {}: {}", target.name(), source.name,
                                  written.lost.front().field),
                      source.place, "clew export without --strict shows the rest");
  }
  if (request.strict && has_errors(source.findings)) {
    return make_error(ErrorCode::kInvalid, "the source is not valid", source.place,
                      "clew validate " + source.place);
  }
  const auto room = target.room();
  if (home || !room || written.lost.empty()) return written;
  written.where = to_pointer(room->path);
  CLEW_ASSIGN(written.files, carry(target, std::move(written.files), source.carried));
  return written;
}

Status write_files(Workspace& workspace, const std::string& out, const Dialect& target,
                   const Written& written) {
  const std::string top = caller_path(workspace, out);
  const FileSet& files = written.files;
  for (const auto& folder : written.folders) {
    CLEW_TRY(make_folders(workspace.files(), join_path(top, folder)));
  }
  for (const auto& file : files.files) {
    const size_t slash = file.path.rfind('/');
    const std::string folder =
        slash == std::string::npos ? top : top + "/" + file.path.substr(0, slash);
    CLEW_ASSIGN(const auto opened, make_folders(workspace.files(), folder));
    if (SharedFiles::is_shared(target, file.path)) {
      // Made from what stands there: all but this session's entry is as it was.
      CLEW_TRY(write_out(workspace, *opened, last_part_of(file.path), file.text));
    } else {
      CLEW_TRY(
          write_new_file(workspace, top + "/" + file.path, file.text, "clew export --out " + out));
    }
  }
  return success();
}

Result<Answer> export_to(Workspace& workspace, const ExportRequest& request) {
  CLEW_ASSIGN(const Dialect* target, dialect_named(request.to));
  std::vector<Source> sources;
  if (request.sessions.empty()) {
    const auto here = workspace.find_session(Effect::kReads);
    if (!here) return list_open(workspace, here.error());
    CLEW_ASSIGN(Source source, from_store(workspace, *here));
    sources.push_back(std::move(source));
  }
  for (const auto& name : request.sessions) {
    if (workspace.files().info(caller_path(workspace, name))) {
      CLEW_ASSIGN(auto found, from_path(workspace, name));
      for (auto& each : found) sources.push_back(std::move(each));
    } else {
      CLEW_ASSIGN(const SessionRef ref, workspace.parse_ref(name));
      CLEW_ASSIGN(Source source, from_store(workspace, ref));
      sources.push_back(std::move(source));
    }
  }
  std::set<std::pair<std::string, std::string>> met;  // named twice it is one session still
  std::erase_if(sources,
                [&](const Source& each) { return !met.emplace(each.place, each.name).second; });
  // All are told before the first is written: a refusal leaves nothing behind.
  SharedFiles shared(workspace, request.out);
  std::vector<Written> all;
  for (auto& source : sources) {
    CLEW_ASSIGN(Written written, tell(workspace, source, *target, request, shared));
    all.push_back(std::move(written));
  }
  Answer answer;
  Value list = Value::list();
  for (size_t i = 0; i < sources.size(); ++i) {
    const Source& source = sources[i];
    const Written& written = all[i];
    Value fields = Value::object();
    fields.set("source", source.name);
    fields.set("entry", written.entry);
    fields.set("losses", loss_fields(written.lost, written.where));
    if (!source.findings.empty()) fields.set("findings", findings_fields(source.findings));
    Value files = Value::object();
    for (const auto& file : written.files.files) files.set(file.path, file.text);
    fields.set("files", std::move(files));
    list.push(std::move(fields));
    if (request.out.empty()) {
      for (const auto& file : written.files.files) {
        answer.text +=
            fmt::format("{}==> {} <==\n{}", answer.text.empty() ? "" : "\n", file.path, file.text);
      }
    } else {
      CLEW_TRY(write_files(workspace, request.out, *target, written));
      answer.text +=
          fmt::format("{}{}  {} {} · {} files in {}", answer.text.empty() ? "" : "\n", source.name,
                      target->name(), written.entry, written.files.files.size(), request.out);
      const FoundSession place{
          target,
          caller_path(workspace, request.out),
          {written.entry, {written.files.files.front().path}},
          {}
      };
      CLEW_ASSIGN(const auto brought,
                  bring_named_files(workspace, place, source.session, written.disk));
      for (const auto& each : brought) answer.text += "\n" + each;
    }
    answer.text += loss_words(written.lost, written.where);
    for (const auto& finding : source.findings) {
      if (finding.severity == Severity::kWarning && finding.rule.ends_with(".carried")) {
        answer.text += "\nwarning: " + finding.message;
      }
    }
  }
  answer.data.set("exported", std::move(list));
  return answer;
}

}  // namespace

Result<Session> whole_session(Workspace& workspace, const SessionRef& ref) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  return load_whole(workspace.store(), ref.id, loaded.head.seq);
}

Result<Answer> export_sessions(Workspace& workspace, const ExportRequest& request) {
  if (request.log && !request.to.empty()) {
    return make_error(ErrorCode::kUsage, "say --log or --to, not both", "--log",
                      "clew help export");
  }
  if (request.log) return export_log(workspace, {request.sessions, request.all, request.out});
  if (!request.to.empty()) return export_to(workspace, request);
  return make_error(ErrorCode::kUsage, "say what to export: --log, or --to DIALECT", "--log",
                    "clew export --log --out session.ndjson");
}

}  // namespace clew
