#include "command/code/index_code.h"

#include <fmt/format.h>

#include "command/code/code_answer.h"

namespace clew {
namespace {

Answer answer_summary(const CodeIndex& index, const std::string& version) {
  Answer answer;
  answer.data = summary_fields(index.summary());
  answer.data.set("changed_files", Value(static_cast<int64_t>(index.summary().changed)));
  answer.data.set("structural_version", version);
  return answer;
}

}  // namespace

Result<Answer> index_code(Workspace& workspace, const NoRequest&) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  CLEW_ASSIGN(const std::string version, version_of(*index));
  Answer answer = answer_summary(*index, version);
  const IndexSummary& summary = index->summary();
  answer.text = fmt::format("{}\n{} files changed, {} symbols", summary_line(summary),
                            summary.changed, summary.counts.symbols);
  return answer;
}

Result<Answer> show_index(Workspace& workspace, const NoRequest&) {
  CLEW_ASSIGN(const auto index, open_index(workspace));
  CLEW_ASSIGN(const std::string version, version_of(*index));
  Answer answer = answer_summary(*index, version);
  const IndexSummary& summary = index->summary();
  answer.text = summary_line(summary);
  answer.text += fmt::format("\n  version  {}", version);
  answer.text += fmt::format("\n  symbols  {}", summary.counts.symbols);
  answer.text +=
      fmt::format("\n  edges    {} resolved, {} by name, {} unresolved", summary.counts.resolved,
                  summary.counts.by_name, summary.counts.unresolved);
  if (summary.partly > 0)
    answer.text += fmt::format("\n  partly   {} could be parsed only in part", summary.partly);
  if (summary.skipped() > 0) {
    answer.text += fmt::format("\n  skipped  {} over 1 MiB, {} binary, {} generated",
                               summary.too_large, summary.binary, summary.generated);
  }
  return answer;
}

}  // namespace clew
