#include <algorithm>

#include "agent_client/claude_code/transcript_reader.h"
#include "agent_client/codex/transcript_reader.h"
#include "agent_client/transcript/value_access.h"
#include "document/json/lenient_json.h"
#include "document/members.h"
#include "document/text_position.h"

namespace clew {
namespace {

using transcript::member;

// Enough to come to a line that says what it is.
constexpr size_t kMostLooks = 40;

TranscriptHint codex_hint(const Value& meta) {
  TranscriptHint hint{TranscriptFormat::kCodex, text_in(meta, "id"), {}, {}, {}};
  const Value& spawn = member(member(member(meta, "source"), "subagent"), "thread_spawn");
  if (!spawn.is_object()) return hint;
  hint.parent = text_in(spawn, "parent_thread_id");
  if (!hint.parent.empty()) hint.agent = hint.session;
  return hint;
}

bool looks_like_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool digit = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f');
    if (dash ? text[i] != '-' : !digit) return false;
  }
  return true;
}

// Nothing: this line does not tell.
std::optional<TranscriptHint> hint_of(const Value& line) {
  const std::string type = text_in(line, "type");
  if (type == "session_meta" && member(line, "payload").is_object()) {
    return codex_hint(member(line, "payload"));
  }
  const bool is_linked = line.find("parentUuid") != nullptr && line.find("uuid") != nullptr;
  const std::string session = text_in(line, "sessionId");
  if (!is_linked || session.empty()) return std::nullopt;
  TranscriptHint hint{TranscriptFormat::kClaudeCode, session, {}, {}, {}};
  if (member(line, "isSidechain").as_bool() && !text_in(line, "agentId").empty()) {
    hint.agent = text_in(line, "agentId");
    hint.parent = session;
  }
  return hint;
}

// A line may be longer than what was read of the file.
std::optional<TranscriptHint> hint_of_start(std::string_view start) {
  constexpr size_t kHead = 400;
  if (start.starts_with("{\"parentUuid\":")) return TranscriptHint{};
  const bool is_codex =
      start.starts_with("{\"timestamp\":\"") &&
      start.substr(0, kHead).find("\"type\":\"session_meta\"") != std::string_view::npos;
  if (!is_codex) return std::nullopt;
  TranscriptHint hint{TranscriptFormat::kCodex, {}, {}, {}, {}};
  constexpr std::string_view kId = "\"id\":\"";
  if (const size_t at = start.find(kId); at != std::string_view::npos) {
    const size_t from = at + kId.size();
    hint.session = start.substr(from, std::min(start.find('"', from), start.size()) - from);
  }
  return hint;
}

}  // namespace

std::optional<TranscriptHint> recognise_transcript(std::string_view beginning) {
  std::string_view rest = without_mark(beginning);
  if (!rest.starts_with('{')) return std::nullopt;
  // A line that only names a session is believed when no better one comes.
  std::optional<TranscriptHint> guess;
  std::optional<Time> first;
  const auto with_time = [&](TranscriptHint hint) {
    hint.first = first.value_or(Time());
    return std::optional(std::move(hint));
  };
  for (size_t looks = 0; looks < kMostLooks && !rest.empty(); ++looks) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (const auto tree = parse_cut_json(line)) {
      if (!first) first = time_in(*tree, "timestamp");
      if (const auto hint = hint_of(*tree)) return with_time(*hint);
      const std::string session = text_in(*tree, "sessionId");
      if (!guess && looks_like_uuid(session) && !text_in(*tree, "type").empty()) {
        guess = TranscriptHint{TranscriptFormat::kClaudeCode, session, {}, {}, {}};
      }
    } else if (end == std::string_view::npos && !guess) {
      return hint_of_start(line);
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return guess ? with_time(*guess) : guess;
}

std::unique_ptr<TranscriptReader> make_transcript_reader(TranscriptFormat format,
                                                         TranscriptOptions options) {
  if (format == TranscriptFormat::kCodex) {
    return std::make_unique<transcript::CodexReader>(std::move(options));
  }
  return std::make_unique<transcript::ClaudeReader>(std::move(options));
}

}  // namespace clew
