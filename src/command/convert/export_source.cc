#include "command/convert/export_source.h"

#include "base/shell_word.h"
#include "dialect/registry.h"
#include "discovery/find_dialect_files.h"
#include "document/finding_text.h"
#include "store/load_unbounded.h"
#include "view/session_folder.h"
#include "view/source_text.h"

namespace clew {
namespace {

ExportSource source_reported_by(const FoundSession& found, const Readings& readings,
                                const Reading& reading, const Dialect& target) {
  ExportSource source;
  source.from = ExportFrom::kFiles;
  source.unchanged = true;
  source.name = reading.entry;
  source.folder = own_folder_of(found);
  source.findings = readings.findings;
  source.session = reading.session;
  source.carried.dialect = found.dialect->name();
  source.carried.entry = reading.entry;
  source.carried.files = found.files;
  source.plan_dialect = found.dialect->name();
  // In their own dialect they are what they say.
  const auto carried =
      found.dialect == &target ? std::nullopt : find_carried(*found.dialect, found.files);
  if (!carried) return source;
  const Dialect* from = carried->dialect.empty() ? nullptr : find_dialect(carried->dialect);
  Findings unused;
  source.session = with_carried(*found.dialect, reading, *carried, from, unused);
  if (unused.empty()) {
    source.plan_dialect = carried->dialect;
    source.carried = *carried;
    if (from != nullptr && !carried->is_whole()) {
      source.carried.files = restored_files(*found.dialect, reading, *carried, *from);
    }
  }
  source.findings.insert(source.findings.end(), unused.begin(), unused.end());
  return source;
}

// A session whose files carry another dialect's has the plan of that.
std::string plan_dialect_of(const Carried& text) {
  const Dialect* dialect = find_dialect(text.dialect);
  const auto inside = dialect == nullptr ? std::nullopt : find_carried(*dialect, text.files);
  return inside && !inside->dialect.empty() ? inside->dialect : text.dialect;
}

}  // namespace

Result<Session> whole_session(Workspace& workspace, const SessionRef& ref) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  return load_whole(workspace.store(), ref.id, loaded.head.seq);
}

Result<ExportSource> source_from_store(Workspace& workspace, const SessionRef& ref,
                                       const Dialect& target) {
  ExportSource source;
  source.name = source.given = source.location = ref.id.text;
  CLEW_ASSIGN(source.session, whole_session(workspace, ref));
  // What clew noted of files that imported ones name: they are told where these name them.
  auto& artifacts = source.session.artifacts;
  std::erase_if(artifacts.items, [&](const Artifact& each) {
    return each.seen_from && is_named_elsewhere(source.session, each);
  });
  artifacts.total = static_cast<uint32_t>(artifacts.items.size());
  CLEW_ASSIGN(const auto home, home_of_files(workspace, source.session));
  if (home) source.folder = own_folder_of(*home);
  if (!ref.at) {  // the text of now says more than was so then
    CLEW_ASSIGN(source.carried, kept_text(workspace, source.session, target));
    CLEW_ASSIGN(source.unchanged, is_as_imported(workspace.store(), ref.id));
  }
  source.plan_dialect = plan_dialect_of(source.carried);
  return source;
}

Result<std::vector<ExportSource>> sources_from_path(Workspace& workspace, const std::string& path,
                                                    const Dialect& target) {
  CLEW_ASSIGN(const auto found, find_dialect_files(workspace, path, nullptr));
  std::vector<ExportSource> sources;
  for (const auto& each : found) {
    Readings readings = each.dialect->read(each.files);
    tell_unread(each, readings);
    const Finding* main = readings.sessions.empty() ? main_finding(readings.findings) : nullptr;
    const std::string location = shown_path(real_here(workspace), path_of(each, main));
    if (readings.sessions.empty()) {
      const auto gone = missing_primary(*each.dialect, each.location, each.files);
      if (main == nullptr && gone) main = &*gone;
      return make_error(ErrorCode::kInvalid,
                        main == nullptr ? "it cannot be read" : finding_line(*main), location,
                        "clew validate " + shell_word(location));
    }
    for (const auto& reading : readings.sessions) {
      ExportSource& source =
          sources.emplace_back(source_reported_by(each, readings, reading, target));
      source.given = path;
      source.location = location;
    }
  }
  return sources;
}

}  // namespace clew
