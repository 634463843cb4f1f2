#include "command/convert/export_sessions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "base/shell_word.h"
#include "brief/standing.h"
#include "command/convert/export_log.h"
#include "command/convert/export_session.h"
#include "command/convert/export_source.h"
#include "dialect/registry.h"
#include "discovery/found_session.h"
#include "document/finding_text.h"
#include "engine/confirm.h"
#include "engine/context.h"
#include "engine/session_list.h"
#include "engine/work_files/referenced_files.h"
#include "engine/workspace.h"
#include "files/guarded_file.h"
#include "files/real_folder.h"
#include "files/relative_path.h"
#include "files/whole_file.h"
#include "store/load_unbounded.h"

namespace clew {
namespace {

std::string shown_text(const Value& value) {
  constexpr size_t kLongest = 60;
  const std::string text = to_text(value);
  return visible(text.size() <= kLongest ? text : std::string(cut(text, kLongest)) + "…");
}

std::string loss_words(const std::vector<Loss>& lost, const std::string& where,
                       const std::vector<std::string>& missing) {
  std::string text;
  for (const auto& loss : lost) {
    text += fmt::format("\n  {}{}{}", loss.field,
                        loss.count > 1 ? fmt::format(" ({} places)", loss.count) : "",
                        loss.shown.is_null() ? "" : ", shown as " + shown_text(loss.shown));
  }
  if (!text.empty()) {
    text = fmt::format("\nthis format has no place for {} field{}, {}:{}", lost.size(),
                       lost.size() == 1 ? "" : "s", where.empty() ? "not kept" : "kept in " + where,
                       text);
  }
  if (!missing.empty()) {
    text += fmt::format("\nreferenced files that are missing: {}", fmt::join(missing, ", "));
  }
  return text.empty() ? "\nnothing is lost" : text;
}

Value loss_fields(const std::vector<Loss>& lost, const std::string& where) {
  Value list = Value::list();
  for (const auto& loss : lost) {
    Value fields = Value::object();
    fields.set("field", loss.field);
    fields.set("count", static_cast<int64_t>(loss.count));
    fields.set("shown", loss.shown);
    fields.set("carried_in", where.empty() ? Value() : Value(where));
    list.push(std::move(fields));
  }
  return list;
}

// The request as it was typed.
std::string typed_export(const ExportRequest& request) {
  std::string words = "clew export";
  for (const auto& name : request.sessions) words += " " + shell_word(name);
  words += " --to " + request.to;
  for (const auto& each : request.map) words += " --map " + shell_word(each);
  if (request.strict) words += " --strict";
  return words + " --out " + shell_word(request.out);
}

bool says_already(Folder& folder, const NamedFile& file) {
  const auto present = read_whole_file(folder, last_part_of(file.path));
  return present && *present == file.text;
}

Status write_files(Workspace& workspace, const ExportRequest& request, const Dialect& target,
                   const ReportedExport& written) {
  const std::string named = caller_path(workspace, request.out);
  CLEW_ASSIGN(const std::string top, agreed_path(workspace, named, typed_export(request)));
  const FileSet& files = written.files;
  for (const auto& folder : written.folders) {
    CLEW_TRY(make_real_folders(workspace.files(), join_path(top, folder)));
  }
  for (const auto& file : files.files) {
    const size_t slash = file.path.rfind('/');
    const std::string folder =
        slash == std::string::npos ? top : join_path(top, file.path.substr(0, slash));
    const std::string name = last_part_of(file.path);
    CLEW_ASSIGN(const auto opened, make_real_folders(workspace.files(), folder));
    // A shared one is made from what stands there: all but this session's entry is as it was.
    if (!SharedFiles::is_shared(target, file.path)) {
      if (says_already(*opened, file)) continue;
      if (opened->info(name)) {
        const std::string shown = named + "/" + file.path;
        CLEW_TRY(agree(workspace, fmt::format("{} exists; replace it?", shown), shown,
                       typed_export(request)));
      }
    }
    CLEW_TRY(replace_guarded(workspace.files(), workspace.surroundings().cache_folder, *opened,
                             name, file.text));
  }
  return success();
}

Result<Answer> export_to(Workspace& workspace, const ExportRequest& request) {
  CLEW_ASSIGN(const Dialect* target, dialect_named(request.to));
  std::vector<ExportSource> sources;
  if (request.sessions.empty()) {
    const auto here = workspace.find_session(Effect::kReads);
    if (!here) return list_open(workspace, here.error());
    CLEW_ASSIGN(ExportSource source, source_from_store(workspace, *here, *target));
    sources.push_back(std::move(source));
  }
  for (const auto& name : request.sessions) {
    if (workspace.files().info(caller_path(workspace, name))) {
      CLEW_ASSIGN(auto found, sources_from_path(workspace, name, *target));
      for (auto& each : found) sources.push_back(std::move(each));
    } else {
      CLEW_ASSIGN(const SessionRef ref, workspace.parse_ref(name));
      CLEW_ASSIGN(ExportSource source, source_from_store(workspace, ref, *target));
      sources.push_back(std::move(source));
    }
  }
  std::set<std::pair<std::string, std::string>> met;  // named twice it is one session still
  std::erase_if(sources, [&](const ExportSource& each) {
    return !met.emplace(each.location, each.name).second;
  });
  // All are told before the first is written: a refusal leaves nothing behind.
  SharedFiles shared(workspace, request.out);
  std::vector<ReportedExport> all;
  const std::string folder =
      request.out.empty() ? std::string() : caller_path(workspace, request.out);
  for (auto& source : sources) {
    CLEW_ASSIGN(ReportedExport written, tell_export(workspace, source, *target,
                                                    {request.strict, request.map, folder}, shared));
    all.push_back(std::move(written));
  }
  Answer answer;
  Value list = Value::list();
  for (size_t i = 0; i < sources.size(); ++i) {
    const ExportSource& source = sources[i];
    const ReportedExport& written = all[i];
    Value fields = Value::object();
    fields.set("source", source.name);
    fields.set("entry", written.entry);
    fields.set("losses", loss_fields(written.lost, written.where));
    fields.set("missing", to_value(written.missing));
    if (!source.findings.empty()) fields.set("findings", findings_fields(source.findings));
    Value files = Value::object();
    for (const auto& file : written.files.files) files.set(file.path, file.text);
    fields.set("files", std::move(files));
    list.push(std::move(fields));
    // A single file is the whole text, for whoever reads it from a pipe.
    const bool is_bare =
        request.out.empty() && sources.size() == 1 && written.files.files.size() == 1;
    std::string& report = is_bare ? answer.warnings : answer.text;
    if (is_bare) {
      answer.text = written.files.files.front().text;
      if (answer.text.ends_with('\n')) answer.text.pop_back();  // whoever prints it ends the line
    } else if (request.out.empty()) {
      for (const auto& file : written.files.files) {
        answer.text +=
            fmt::format("{}==> {} <==\n{}", answer.text.empty() ? "" : "\n", file.path, file.text);
      }
    } else {
      CLEW_TRY(write_files(workspace, request, *target, written));
      answer.text += fmt::format("{}{}  {} {} · {} in {}", answer.text.empty() ? "" : "\n",
                                 source.name, target->name(), written.entry,
                                 counted(written.files.files.size(), "file", "files"), request.out);
      const FoundSession location{
          target,
          caller_path(workspace, request.out),
          {written.entry, {written.files.files.front().path}},
          {}
      };
      CLEW_ASSIGN(
          const auto brought,
          bring_named_files(workspace, location, {source.session, written.disk, source.folder}));
      for (const auto& each : brought) answer.text += "\n" + each;
    }
    report += loss_words(written.lost, written.where, written.missing).substr(is_bare ? 1 : 0);
    for (const auto& finding : source.findings) {
      if (finding.severity == Severity::kWarning && finding.rule.ends_with(".carried")) {
        report += "\nwarning: " + finding.message;
      }
    }
  }
  answer.data.set("exported", std::move(list));
  return answer;
}

}  // namespace

Result<Answer> export_sessions(Workspace& workspace, const ExportRequest& request) {
  if (request.log && !request.to.empty()) {
    return make_error(ErrorCode::kUsage, "use --log or --to, not both", "--log",
                      "clew help export");
  }
  if (request.log) return export_log(workspace, {request.sessions, request.all, request.out});
  if (!request.to.empty()) return export_to(workspace, request);
  return make_error(ErrorCode::kUsage, "choose what to export: --log, or --to DIALECT", "--log",
                    "clew export --log --out session.ndjson");
}

}  // namespace clew
