#include "agent_client/transcript/find_transcripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "agent_client/transcript/recognise.h"
#include "base/shell_word.h"
#include "files/list_tree.h"
#include "files/relative_path.h"

namespace clew {
namespace {

struct Looked {
  TranscriptHint hint;
  TranscriptSource source;
};

bool has_own_files(const Looked& looked) {
  return looked.hint.format->subagents == SubagentFiles::kOnTheirOwn;
}

std::string stem_of(const std::string& path) {
  const std::string name = last_part_of(path);
  return name.ends_with(kTranscriptEnding) ? name.substr(0, name.size() - kTranscriptEnding.size())
                                           : name;
}

Result<std::optional<Looked>> look(File& file, const std::string& path) {
  CLEW_ASSIGN(const FileInfo info, file.info());
  // The beginning of a file is enough to know it.
  std::string start(std::min<uint64_t>(info.size, kTranscriptBeginning), '\0');
  size_t filled = 0;
  while (filled < start.size()) {
    CLEW_ASSIGN(const size_t got, file.read(filled, std::span(start).subspan(filled)));
    if (got == 0) break;
    filled += got;
  }
  start.resize(filled);
  const auto hint = recognise_transcript(start);
  if (!hint) return std::optional<Looked>();
  return std::optional(Looked{
      *hint, {path, hint->agent, {}, info}
  });
}

class Gatherer {
 public:
  explicit Gatherer(FileSystem& files) : files_(files) {}

  // Files that cannot be opened are none of ours to complain about in a folder of many.
  void look_into(Folder& folder, const std::string& name) {
    const std::string path = join_path(folder.path(), name);
    if (!seen_.insert(path).second) return;
    const auto file = folder.open(name, OpenMode::kRead);
    if (!file) return;
    const auto looked = look(**file, path);
    if (looked && *looked) take(**looked);
  }

  Status look_below(const std::string& path, const TreeBounds& bounds) {
    const auto folder = files_.open_folder(path);
    if (!folder) return success();
    CLEW_ASSIGN(const TreeListing listing, list_tree(**folder, bounds));
    if (!listing.complete) {
      return make_error(ErrorCode::kInvalid,
                        fmt::format("more than {} files under this folder", bounds.names), path,
                        "choose a folder further down");
    }
    for (const auto& name : listing.names) {
      if (name.ends_with(kTranscriptEnding)) look_into(**folder, name);
    }
    return success();
  }

  void take(Looked looked) {
    seen_.insert(looked.source.path);
    if (looked.hint.agent.empty()) {
      main_.push_back(std::move(looked));
    } else {
      looked.source.about =
          looked.source.path.substr(0, looked.source.path.size() - kTranscriptEnding.size()) +
          ".meta.json";
      parts_[looked.hint.parent].push_back(std::move(looked));
    }
  }

  std::vector<FoundTranscript> result(const TranscriptFormat* only) {
    std::vector<FoundTranscript> out;
    // A subagent whose session is not here is a session by itself, where clients write it so.
    for (auto& [parent, parts] : parts_) {
      for (auto& part : parts) {
        const bool alone = has_own_files(part) && !is_here(parent);
        if (!alone) continue;
        part.source.agent.clear();
        main_.push_back(part);
      }
    }
    for (auto& each : main_) {
      if (only != nullptr && each.hint.format != only) continue;
      out.push_back(found(each));
    }
    std::sort(out.begin(), out.end(), [](const FoundTranscript& a, const FoundTranscript& b) {
      const auto order = [](const FoundTranscript& each) {
        const TranscriptSource& own = each.files.front();
        return std::tie(each.first, own.info.modified_ns, own.path);
      };
      return order(a) < order(b);
    });
    return out;
  }

 private:
  bool is_here(const std::string& session) const {
    return std::any_of(main_.begin(), main_.end(),
                       [&](const Looked& each) { return each.hint.session == session; });
  }

  FoundTranscript found(const Looked& own) {
    FoundTranscript out{own.hint.format, own.hint.session, false,
                        false,           own.hint.first,   {own.source}};
    const std::string stem = stem_of(own.source.path);
    constexpr size_t kUuid = 36;
    // A file named by a UUID is the session of that name, whatever its lines say.
    if (!has_own_files(own) && stem.size() == kUuid &&
        std::count(stem.begin(), stem.end(), '-') == 4) {
      out.id = stem;
      out.named = true;
    }
    if (const auto parts = parts_.find(out.id); parts != parts_.end()) {
      for (const auto& part : parts->second) {
        if (part.hint.format == out.format) out.files.push_back(part.source);
      }
    }
    std::sort(out.files.begin() + 1, out.files.end(),
              [](const TranscriptSource& a, const TranscriptSource& b) { return a.path < b.path; });
    return out;
  }

  FileSystem& files_;
  std::set<std::string> seen_;
  std::vector<Looked> main_;
  std::map<std::string, std::vector<Looked>> parts_;  // by the session they belong to
};

// SESSION/subagents/agent-ID.jsonl stands beside SESSION.jsonl; in older versions agent-ID.jsonl
// does.
Error is_a_part(const Looked& looked) {
  const std::string folder = parent_of(looked.source.path);
  std::string whole = join_path(parent_of(parent_of(folder)), looked.hint.parent) + ".jsonl";
  if (last_part_of(folder) != "subagents") {
    whole = join_path(folder, looked.hint.parent) + ".jsonl";
  }
  return make_error(ErrorCode::kInvalid,
                    fmt::format("this transcript covers only a subagent of {}", looked.hint.parent),
                    looked.source.path, "clew import " + shell_word(whole));
}

// The subagents of one session: in a folder of its own, and in older versions beside it.
Status look_around(Gatherer& gatherer, FileSystem& files, const Looked& own) {
  constexpr TreeBounds kParts{3, 20'000};
  if (has_own_files(own)) return success();
  const std::string& path = own.source.path;
  CLEW_TRY(gatherer.look_below(path.substr(0, path.size() - kTranscriptEnding.size()), kParts));
  const auto folder = files.open_folder(parent_of(path));
  if (!folder) return success();
  CLEW_ASSIGN(const auto names, (*folder)->list());
  for (const auto& name : names) {
    if (name.starts_with("agent-") && name.ends_with(kTranscriptEnding)) {
      gatherer.look_into(**folder, name);
    }
  }
  return success();
}

}  // namespace

Result<std::vector<FoundTranscript>> find_transcripts(FileSystem& files, const std::string& path,
                                                      const TranscriptFormat* only) {
  CLEW_ASSIGN(const std::string whole, files.real_path(path));
  CLEW_ASSIGN(const FileInfo info, files.info(whole));
  Gatherer gatherer(files);
  if (info.kind == FileKind::kFolder) {
    // Clients keep much else beside them: results of tools, versions of files.
    constexpr TreeBounds kAll{.names = 200'000};
    CLEW_TRY(gatherer.look_below(whole, kAll));
    return gatherer.result(only);
  }
  if (info.kind != FileKind::kFile) return std::vector<FoundTranscript>();
  CLEW_ASSIGN(const auto file, files.open_file(whole));
  CLEW_ASSIGN(const auto looked, look(*file, whole));
  if (!looked) return std::vector<FoundTranscript>();
  const bool is_part = !looked->hint.agent.empty() && !has_own_files(*looked);
  if (is_part) return is_a_part(*looked);
  gatherer.take(*looked);
  if (whole.ends_with(kTranscriptEnding)) CLEW_TRY(look_around(gatherer, files, *looked));
  auto found = gatherer.result(only);
  for (auto& each : found) each.alone = true;
  return found;
}

}  // namespace clew
