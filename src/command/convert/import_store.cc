#include "command/convert/import_store.h"

#include <map>

#include "command/convert/import_log.h"
#include "engine/context.h"
#include "engine/own_log.h"
#include "engine/session_list.h"
#include "store/store_factory.h"

namespace clew {
namespace {

class StoreSections {
 public:
  explicit StoreSections(EventStore& store) : store_(store) {}

  Result<std::vector<LogSection>> read() {
    ListQuery query;
    query.archived = true;
    query.limit = kEverySession;
    CLEW_ASSIGN(const auto summaries, store_.list(query));
    for (const auto& summary : summaries) summaries_[summary.id] = &summary;
    for (const auto& summary : summaries) CLEW_TRY(add(summary));
    return std::move(sections_);
  }

 private:
  // Sessions that it was forked from come first; each once.
  Status add(const SessionSummary& summary) {
    std::vector<const SessionSummary*> line;
    for (const SessionSummary* at = &summary; at != nullptr && summaries_.erase(at->id) > 0;) {
      line.push_back(at);
      const auto parent = summaries_.find(at->parent);
      at = parent == summaries_.end() ? nullptr : parent->second;
    }
    for (auto each = line.rbegin(); each != line.rend(); ++each) {
      if (!(*each)->forgotten) CLEW_TRY(add_section(**each));
    }
    return success();
  }

  Status add_section(const SessionSummary& summary) {
    LogSection section;
    CLEW_ASSIGN(section.events, own_events(store_, summary.id));
    if (section.events.empty()) return success();
    CLEW_ASSIGN(section.opening.session, store_.hashed_id(summary.id));
    if (section.opening.session != summary.id) section.opening.handle = summary.id;
    if (!summary.parent.empty()) {
      section.opening.fork =
          Fork{summary.parent, Seq{section.events.front().header.seq.number - 1}};
    }
    CLEW_ASSIGN(const auto contents, contents_of(store_, section.events));
    for (const Hash& hash : contents) {
      CLEW_ASSIGN(Bytes bytes, store_.blob(hash));
      section.contents.push_back({hash, std::move(bytes)});
    }
    sections_.push_back(std::move(section));
    return success();
  }

  EventStore& store_;
  std::map<SessionId, const SessionSummary*> summaries_;  // not added yet
  std::vector<LogSection> sections_;
};

}  // namespace

bool is_store_file(std::string_view start) {
  return start.starts_with(std::string_view("SQLite format 3\0", 16));
}

Result<Answer> import_store(Workspace& workspace, const std::string& file) {
  StoreLocation location;
  location.address = caller_path(workspace, file);
  StoreOptions options;
  options.events_alone = true;
  CLEW_ASSIGN(const auto store, workspace.surroundings().stores->open(location, options));
  CLEW_ASSIGN(const auto sections, StoreSections(*store).read());
  if (sections.empty()) {
    return make_error(ErrorCode::kInvalid, "this store has no sessions", file,
                      "clew list --all --store FILE");
  }
  return import_sections(workspace, sections);
}

}  // namespace clew
