#include "engine/session_id.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/id_rule.h"
#include "secrets/find_secrets.h"

namespace clew {
namespace {

// Words that say little about the work.
constexpr std::array kDull = {"a",   "an",  "the", "add", "fix",    "make",   "implement", "create",
                              "new", "and", "to",  "for", "of",     "in",     "on",        "with",
                              "use", "do",  "my",  "our", "update", "change", "write",     "build"};

// The first word of the goal that says something, in lower case and at most 16 characters; else its
// first word; else "work". "Fix the login form" becomes "login".
std::string slug_of(const std::string& goal) {
  std::string word;
  std::string first;
  for (size_t i = 0; i <= goal.size(); ++i) {
    const char c = i < goal.size() ? goal[i] : ' ';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter) {
      word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      continue;
    }
    if (word.empty()) continue;
    if (first.empty()) first = word;
    const bool dull = std::find(kDull.begin(), kDull.end(), word) != kDull.end();
    if (!dull && word.size() > 1 && !(word[0] >= '0' && word[0] <= '9')) return word.substr(0, 16);
    word.clear();
  }
  return first.empty() || (first[0] >= '0' && first[0] <= '9') ? "work" : first.substr(0, 16);
}

// Commands that somebody gave; hooks and imports are not undone one by one.
bool is_given(Via via) { return via == Via::kCli || via == Via::kMcp || via == Via::kHttp; }

bool is_beginning(const EventData& data) {
  return holds<SessionStarted>(data) || holds<SessionForked>(data);
}

}  // namespace

Result<SessionId> new_session_id(Transaction& transaction, const std::string& given,
                                 const std::string& goal,
                                 const std::function<Bytes()>& two_random_bytes) {
  if (!given.empty()) {
    if (!is_session_id(given)) {
      return bad_session_id(ErrorCode::kUsage, given, "clew start \"…\" --id NAME");
    }
    CLEW_ASSIGN(const bool taken, transaction.exists(SessionId(given)));
    if (taken) {
      return make_error(ErrorCode::kConflict, "a session with this id already exists", given,
                        "clew show " + given);
    }
    return SessionId(given);
  }
  return free_session_id(goal, two_random_bytes,
                         [&](const SessionId& id) { return transaction.exists(id); });
}

// A word and four hex digits; after twenty that were taken, eight digits. Secrets in the goal never
// become part of an id.
Result<SessionId> free_session_id(const std::string& goal,
                                  const std::function<Bytes()>& two_random_bytes,
                                  const std::function<Result<bool>(const SessionId&)>& is_taken) {
  const std::string slug = slug_of(without_secrets(goal));
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string id = slug + "-" + to_hex(two_random_bytes());
    if (attempt >= 20) id += to_hex(two_random_bytes());
    CLEW_ASSIGN(const bool taken, is_taken(SessionId(id)));
    if (!taken) return SessionId(id);
  }
  return make_error(ErrorCode::kFailed, "no free session id was found", slug,
                    "clew start \"…\" --id NAME");
}

// Goes back through the log in strides until it has found the actor's own last command. Commands
// that were taken back, undos themselves and the beginning do not count. `below` limits the search
// to older ones.
Result<StandingCommands> standing_commands(StoreReader& store, const SessionId& session, Seq head,
                                           const ActorId& actor, Seq below) {
  constexpr uint32_t kStride = 256;
  StandingCommands standing;
  std::set<uint32_t> undone;  // first seq of commands already taken back
  uint32_t last = head.number;
  uint32_t to = head.number;
  while (to > 0) {
    const uint32_t from = to > kStride ? to - kStride + 1 : 1;
    CLEW_ASSIGN(const auto events, store.read(session, Seq{from}, to - from + 1));
    for (auto at = events.rbegin(); at != events.rend(); ++at) {
      const Event& event = at->event;
      if (const auto* undo = get_if<CommandUndone>(&event.data)) undone.insert(undo->first.number);
      const EventHeader& header = event.header;
      if (header.part != 0) continue;
      const CommandSpan span{header.seq, Seq{last}, header.actor, header.repairs.number > 0};
      last = header.seq.number - 1;
      if (is_beginning(event.data)) return standing;
      if (below.number > 0 && header.seq >= below) continue;
      if (holds<CommandUndone>(event.data) || undone.count(header.seq.number) > 0) continue;
      if (!standing.latest) standing.latest = span;
      if (header.actor != actor || !is_given(header.via)) continue;
      standing.own = span;
      return standing;
    }
    to = from - 1;
  }
  return standing;
}

// A session from elsewhere whose id is taken here is handled as "ID-DEVICE", with a number behind
// it if that is taken too. At most 64 characters, the parts shortened as needed.
Result<SessionId> free_handle(StoreReader& store, const SessionId& wanted,
                              const std::string& device) {
  CLEW_ASSIGN(const bool is_taken, store.exists(wanted));
  if (!is_taken) return wanted;
  constexpr size_t kMaxId = 64;
  constexpr size_t kMaxNumber = 12;
  std::string suffix;
  for (const char c : device) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    suffix += fits ? c : '-';
  }
  if (suffix.empty()) suffix = "other";
  suffix = suffix.substr(0, kMaxId / 2 - kMaxNumber);
  const std::string stem =
      wanted.text.substr(0, kMaxId - kMaxNumber - 1 - suffix.size()) + "-" + suffix;
  for (int i = 1;; ++i) {
    const SessionId handle(i == 1 ? stem : fmt::format("{}-{}", stem, i));
    CLEW_ASSIGN(const bool exists, store.exists(handle));
    if (!exists) return handle;
  }
}

}  // namespace clew
