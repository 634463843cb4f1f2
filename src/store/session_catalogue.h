#pragma once
// Finding sessions without reading their logs: lists, ids by their beginning, words in events.

#include <optional>
#include <string>
#include <vector>

#include "store/event_log.h"

namespace clew {

// What `list` shows of a session, kept beside it so that no log is read.
struct SessionSummary {
  SessionId id;
  std::string goal;
  std::string project;
  std::string project_path;
  Lifecycle status = Lifecycle::kActive;
  bool archived = false;
  bool forgotten = false;  // its payloads are gone; only the chain is left
  Time created_at;
  Time touched_at;
  ActorId actor;     // who touched it last
  std::string step;  // where it stands: 3 "Build"
  int percent = 0;
  bool open_ended = false;  // of what is known so far: more may come
  SessionId parent;
  Seq parent_seq;  // after which event it left that
  Head head;
};

struct ListQuery {
  std::optional<std::string> project;
  std::vector<Lifecycle> statuses;  // empty: any
  std::optional<ActorId> actor;     // touched by
  std::string text;                 // in the goal, any case
  std::optional<Time> touched_since;
  std::optional<Time> touched_before;
  bool archived = false;  // also the archived and the forgotten ones
  size_t limit = 20;
};

struct SearchQuery {
  std::string text;                  // words; all must occur in one event, any case
  std::optional<SessionId> session;  // with what it inherited, when it is a fork
  std::optional<std::string> project;
  size_t limit = 20;
};

struct SearchHit {
  SessionId session;
  Seq seq;
  int kind = 0;
  std::string excerpt;
};

class SessionCatalogue {
 public:
  virtual ~SessionCatalogue() = default;
  virtual Result<std::vector<SessionSummary>> list(const ListQuery& query) = 0;
  virtual Result<SessionSummary> summary(const SessionId& session) = 0;
  // The one session whose id starts so; kNotFound, or kUsage naming the candidates.
  virtual Result<SessionId> resolve(const std::string& prefix) = 0;
  virtual Result<std::vector<SearchHit>> search(const SearchQuery& query) = 0;
};

}  // namespace clew
