#include "drift/make_ties.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/line_diff.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "drift/checkout_index.h"
#include "drift/tied_lines.h"
#include "engine/context.h"
#include "engine/work_files/file_change.h"
#include "engine/work_files/keep_artifact.h"
#include "files/tree_reader.h"
#include "index/lost_symbol.h"
#include "index/named_symbol.h"

namespace clew {
namespace {

constexpr size_t kMaxStepFiles = 8;

struct NamedFile {
  std::string path;
  uint32_t first = 0;  // 0: the whole file
  uint32_t last = 0;
};

std::optional<uint32_t> line_number(std::string_view text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && number > 0;
  return is_number ? std::optional(number) : std::nullopt;
}

// PATH:A-B or PATH:A; anything else is a path as a whole.
NamedFile read_name(const std::string& given) {
  const size_t colon = given.rfind(':');
  if (colon == std::string::npos || colon == 0) return {given};
  const std::string_view range = std::string_view(given).substr(colon + 1);
  const size_t dash = range.find('-');
  const auto first = line_number(range.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : line_number(range.substr(dash + 1));
  if (!first || !last) return {given};
  return {given.substr(0, colon), *first, *last};
}

Tie stamped(const std::string& path, const FileStamp& stamp, uint64_t size, const Hash& content,
            Time now) {
  Tie tie;
  tie.path = path;
  tie.content = content;
  tie.size = static_cast<int64_t>(size);
  tie.modified_ns = stamp.modified_ns;
  tie.changed_ns = stamp.changed_ns;
  tie.at = now;
  return tie;
}

Status check_is_no_folder(Workspace& workspace, const std::string& named,
                          const std::string& command) {
  const auto info = workspace.files().info(caller_path(workspace, named));
  if (!info || info->kind != FileKind::kFolder) return success();
  return make_error(ErrorCode::kUsage, fmt::format("{} is a folder; name a file in it", named),
                    "--file", command + " --file PATH");
}

// A file, and behind it what was meant to be lines.
Status check_has_no_lines(Workspace& workspace, const TreeReader& tree, const std::string& named,
                          const std::string& command) {
  const size_t colon = named.rfind(':');
  if (colon == std::string::npos || colon == 0) return success();
  const std::string file = named.substr(0, colon);
  const auto path = project_path(workspace, file);
  if (!path || !tree.stamp(*path)) return success();
  return make_error(ErrorCode::kUsage,
                    fmt::format("invalid lines \"{}\"; lines are A-B, counted from 1",
                                visible(one_line(named.substr(colon + 1)))),
                    "--file", fmt::format("{} --file {}:1-10", command, shell_word(file)));
}

Result<Tie> tie_to_file(Workspace& workspace, const TreeReader& tree, const std::string& given,
                        const std::string& command) {
  NamedFile named = read_name(given);
  const auto literal = project_path(workspace, given);
  if (named.first > 0 && literal && tree.stamp(*literal)) named = {given};
  CLEW_ASSIGN(const std::string path, project_path(workspace, named.path));
  const auto file = tree.read(path, kMaxTiedFile);
  if (!file) {
    CLEW_TRY(check_is_no_folder(workspace, named.path, command));
    CLEW_TRY(check_has_no_lines(workspace, tree, named.path, command));
    return make_error(ErrorCode::kNotFound, fmt::format("there is no file {}", named.path),
                      named.path, command + " --file PATH");
  }
  if (file->too_large) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} is larger than 64 MiB", named.path),
                      named.path, command + " --file PATH");
  }
  Tie tie =
      stamped(path, file->stamp, file->content.size(), sha256(file->content), workspace.now());
  if (named.first == 0) return tie;
  const auto lines = lines_between(file->content, named.first, named.last);
  if (!lines) {
    const size_t count = count_lines(file->content);
    return make_error(ErrorCode::kUsage,
                      fmt::format("{} has {} {}, and no lines {}-{}", named.path, count,
                                  count == 1 ? "line" : "lines", named.first, named.last),
                      "--file",
                      fmt::format("{} --file {}:1-{}", command, shell_word(named.path),
                                  std::max<size_t>(count, 1)));
  }
  tie.lines = TiedLines{named.first, named.last, sha256(*lines)};
  return tie;
}

Result<Tie> tie_to_symbol(Workspace& workspace, CodeIndex& index, SymbolGraph& graph,
                          const std::string& name, const std::string& command) {
  CLEW_ASSIGN(const Symbol symbol, one_symbol(graph, name, command + " --symbol"));
  CLEW_ASSIGN(const Hash content, index.database().content_of(symbol.ref.file));
  const FileRow* row = index.find_file(symbol.path);
  const FileStamp stamp = row == nullptr ? FileStamp() : row->stamp;
  Tie tie = stamped(symbol.path, stamp, stamp.size, content, workspace.now());
  const Definition& definition = symbol.definition;
  TiedSymbol tied;
  tied.name = definition.qualified;
  tied.kind = symbol_kind_name(definition.kind);
  tied.signature = definition.signature.substr(0, kMaxSignature);
  tied.fingerprint = definition.fingerprint;
  tied.tokens = definition.tokens;
  tied.line = definition.line;
  CLEW_ASSIGN(auto twins, twins_of(index, {symbol}, kMaxTwins));
  tied.twins = std::move(twins.front());
  tied.extractor = kExtractorVersion;
  tie.symbol = std::move(tied);
  return tie;
}

}  // namespace

Result<std::vector<Tie>> make_ties(Workspace& workspace, const TieNames& names,
                                   const std::string& command) {
  std::vector<Tie> ties;
  if (names.empty()) return ties;
  const std::string root = files_root(workspace);
  if (!names.symbols.empty()) {
    CLEW_ASSIGN(const auto index, open_index(workspace, root));
    SymbolGraph graph(*index);
    for (const auto& name : names.symbols) {
      CLEW_ASSIGN(Tie tie, tie_to_symbol(workspace, *index, graph,
                                         name_in_index(workspace, root, *index, name), command));
      ties.push_back(std::move(tie));
    }
  }
  if (names.files.empty()) return ties;
  CLEW_ASSIGN(const TreeReader tree, TreeReader::open(root));
  for (const auto& file : names.files) {
    CLEW_ASSIGN(Tie tie, tie_to_file(workspace, tree, file, command));
    ties.push_back(std::move(tie));
  }
  return ties;
}

Status tie_failed(Workspace& workspace, const TieNames& names, const std::string& command,
                  ApproachFailed& fact) {
  CLEW_ASSIGN(fact.ties, make_ties(workspace, {{}, names.symbols}, command));
  for (const auto& file : names.files) {
    auto ties = make_ties(workspace, {{file}, {}}, command);
    if (!ties && ties.error().code != ErrorCode::kNotFound) return ties.error();
    fact.paths.push_back(ties ? ties->front().path : file);
    if (ties) fact.ties.push_back(std::move(ties->front()));
  }
  return success();
}

void tie_to_step(const Session& session, StepId step, ApproachFailed& fact) {
  if (!fact.ties.empty() || !fact.paths.empty()) return;
  const auto& files = session.files.items;
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    if (fact.ties.size() == kMaxStepFiles) break;
    if (file->origin.step != step || file->hash_after.empty()) continue;
    Tie tie;
    tie.path = file->path;
    tie.content = file->hash_after;
    tie.at = file->origin.at;
    fact.ties.push_back(std::move(tie));
  }
}

}  // namespace clew
