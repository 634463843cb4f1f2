#include "command/code/map_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quote_name.h"
#include "base/text.h"
#include "command/code/code_answer.h"
#include "drift/checkout_index.h"
#include "engine/workspace.h"
#include "files/canonical_path.h"
#include "index/code_map.h"

namespace clew {
namespace {

constexpr int64_t kUsualTokens = 1000;
constexpr int64_t kMaxTokens = 1'000'000;
constexpr size_t kBytesOfToken = 4;
constexpr size_t kShortestLine = 12;  // with less room nothing more is looked at
constexpr size_t kLongestSignature = 80;
constexpr size_t kLongestName = 160;

// The path as the index has it; empty: the whole project.
Result<std::string> folder_in_index(Workspace& workspace, const std::string& given) {
  if (given.empty()) return std::string();
  const std::string root = index_location(workspace).root;
  const std::string whole = canonical_path(workspace.files(), caller_path(workspace, given));
  if (whole == root) return std::string();
  if (whole.starts_with(root + "/")) return whole.substr(root.size() + 1);
  return make_error(ErrorCode::kUsage, fmt::format("{} is outside the project {}", given, root),
                    given, "clew code map");
}

std::string symbol_line(const Symbol& symbol, const SymbolMeasure& measure) {
  const Definition& definition = symbol.definition;
  const std::string signature = signature_words(definition, kLongestSignature);
  // Parameters belong to the name; what a class derives from, and its members, stand apart.
  const bool is_apart = !signature.empty() && signature.front() != '(';
  std::string line =
      fmt::format("  {} {} {}{}{}  in {} out {}", definition.line,
                  symbol_kind_name(definition.kind), quote_name(definition.qualified, kLongestName),
                  is_apart ? " " : "", signature, measure.fan_in, measure.fan_out);
  if (measure.role != "unspecified") line += "  " + measure.role;
  return line + "\n";
}

// Lines by file, as many as there is room for.
class MapText {
 public:
  explicit MapText(size_t bytes) : left_(bytes) {}

  bool is_full() const { return left_ < kShortestLine; }
  bool add(const Symbol& symbol, const std::string& line) {
    const auto found = files_.find(symbol.path);
    const std::string head = found == files_.end() ? quote_name(symbol.path, 0) + "\n" : "";
    if (head.size() + line.size() > left_) return false;
    left_ -= head.size() + line.size();
    auto& file = files_[symbol.path];
    if (!head.empty()) file.head = head;
    file.lines.emplace(std::pair(symbol.definition.line, symbol.ref.definition), line);
    return true;
  }

  std::string text() const {
    std::string out;
    for (const auto& [path, file] : files_) {
      out += file.head;
      for (const auto& [at, line] : file.lines) out += line;
    }
    return out;
  }

 private:
  struct FileLines {
    std::string head;
    std::map<std::pair<uint32_t, int32_t>, std::string> lines;
  };
  size_t left_;
  std::map<std::string, FileLines> files_;
};

}  // namespace

Result<Answer> map_code(Workspace& workspace, const CodeMapRequest& request) {
  const int64_t tokens = request.tokens.value_or(kUsualTokens);
  if (tokens < 1 || tokens > kMaxTokens) {
    return make_error(ErrorCode::kUsage, fmt::format("--tokens is between 1 and {}", kMaxTokens),
                      "--tokens", fmt::format("clew code map --tokens {}", kUsualTokens));
  }
  CLEW_ASSIGN(const std::string folder, folder_in_index(workspace, request.path));
  CLEW_ASSIGN(const auto index, open_index(workspace));
  const auto& files = index->files();
  const bool is_there = std::any_of(files.begin(), files.end(), [&](const FileRow& row) {
    return folder.empty() || row.path == folder || row.path.starts_with(folder + "/");
  });
  if (!is_there && !folder.empty()) {
    return make_error(ErrorCode::kNotFound,
                      fmt::format("no source files in {}", visible(one_line(request.path))),
                      request.path, "clew code map");
  }
  // What is known of the index comes with it, where there is room.
  const std::string summary = summary_line(index->summary());
  const size_t budget = static_cast<size_t>(tokens) * kBytesOfToken;
  const size_t for_summary = summary.size() <= budget / 2 ? summary.size() : 0;
  MapText map(budget - for_summary);
  Value::List symbols;
  size_t left_out = 0;
  CLEW_TRY(visit_central(*index, folder, [&](const Symbol& symbol, const SymbolMeasure& measure) {
    if (!map.add(symbol, symbol_line(symbol, measure))) {
      ++left_out;
      return map.is_full() ? GoOn::kNo : GoOn::kYes;
    }
    Value fields = symbol_fields(symbol, measure);
    fields.set("signature", to_utf8(symbol.definition.signature));
    symbols.push_back(std::move(fields));
    return GoOn::kYes;
  }));
  std::string text = map.text();
  if (for_summary > 0) {
    text += summary;
  } else if (!text.empty()) {
    text.pop_back();
  }
  Answer answer;
  answer.data.set("text", text);
  answer.data.set("tokens",
                  static_cast<int64_t>((text.size() + kBytesOfToken - 1) / kBytesOfToken));
  answer.data.set("symbols", Value(std::move(symbols)));
  answer.data.set("complete", left_out == 0);
  answer.data.set("index", summary_fields(index->summary()));
  answer.text = std::move(text);
  return answer;
}

}  // namespace clew
