#include "command/show/search_text.h"

#include <fmt/format.h>

#include <utility>

#include "base/shell_word.h"
#include "base/text.h"
#include "engine/session_list.h"
#include "engine/workspace.h"

namespace clew {
namespace {

constexpr int64_t kMaxHits = 1000;

Result<std::vector<SearchHit>> find_hits(Workspace& workspace, SearchQuery query, bool all) {
  if (!workspace.caller().session.empty()) {
    CLEW_ASSIGN(const SessionRef ref, workspace.find_session(Effect::kReads));
    query.session = ref.id;
    if (!ref.at) return workspace.store().search(query);
    const size_t limit = std::exchange(query.limit, kMaxHits);
    CLEW_ASSIGN(auto hits, workspace.store().search(query));
    std::erase_if(hits, [&](const SearchHit& hit) { return hit.seq > *ref.at; });
    if (hits.size() > limit) hits.resize(limit);
    return hits;
  }
  if (all) return workspace.store().search(query);
  std::vector<SearchHit> hits;
  const size_t limit = query.limit;
  for (const auto& id : workspace.project().ids) {
    if (hits.size() >= limit) break;
    query.project = id;
    query.limit = limit - hits.size();
    CLEW_ASSIGN(const auto more, workspace.store().search(query));
    hits.insert(hits.end(), more.begin(), more.end());
  }
  return hits;
}

}  // namespace

Result<Answer> search_text(Workspace& workspace, const SearchRequest& request) {
  if (request.limit && (*request.limit < 1 || *request.limit > kMaxHits)) {
    return make_error(ErrorCode::kUsage, fmt::format("--limit must be between 1 and {}", kMaxHits),
                      "--limit");
  }
  SearchQuery query;
  query.text = fmt::format("{}", fmt::join(request.words, " "));
  const auto limit = static_cast<size_t>(request.limit.value_or(20));
  query.limit = limit + 1;  // one more shows that there are more
  CLEW_ASSIGN(auto found, find_hits(workspace, query, request.all));
  const bool more = found.size() > limit;
  if (more) found.resize(limit);
  Answer answer;
  Value hits = Value::list();
  for (const auto& hit : found) {
    const char* type = event_name(hit.kind);
    Value fields = Value::object();
    fields.set("session", hit.session.text);
    fields.set("seq", hit.seq.number);
    fields.set("type", type == nullptr ? "unknown" : type);
    fields.set("excerpt", hit.excerpt);
    hits.push(fields);
    answer.text += fmt::format("{}@{}  {}  {}\n", hit.session.text, hit.seq.number,
                               type == nullptr ? "unknown" : type, cut(one_line(hit.excerpt), 160));
  }
  answer.data.set("hits", hits);
  if (found.empty()) {
    answer.text = "Nothing found.";
    if (!request.all && workspace.caller().session.empty()) {
      answer.text += fmt::format("  clew search --all {}   searches every project",
                                 shell_words(request.words));
    }
    return answer;
  }
  answer.text.pop_back();
  if (more) tell_of_more(answer, limit);
  return answer;
}

}  // namespace clew
