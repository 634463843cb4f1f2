#include "agent_client/transcript/recognise.h"

#include "agent_client/clients.h"
#include "document/json/lenient_json.h"
#include "document/members.h"
#include "document/text_position.h"

namespace clew {
namespace {

// Enough to come to a line that says what it is.
constexpr size_t kMaxLines = 40;

// What the first of the clients that can tell says.
template <class Ask>
std::optional<TranscriptHint> ask_formats(const Ask& ask) {
  for (const AgentClient& client : agent_clients()) {
    if (client.transcripts == nullptr) continue;
    if (auto hint = ask(*client.transcripts)) return hint;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TranscriptHint> recognise_transcript(std::string_view beginning) {
  std::string_view rest = without_mark(beginning);
  if (!rest.starts_with('{')) return std::nullopt;
  std::optional<TranscriptHint> guess;
  std::optional<Time> first;
  const auto with_time = [&](TranscriptHint hint) {
    hint.first = first.value_or(hint.first);
    return std::optional(std::move(hint));
  };
  for (size_t lines = 0; lines < kMaxLines && !rest.empty(); ++lines) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (const auto tree = parse_cut_json(line)) {
      if (!first) first = time_in(*tree, "timestamp");
      const auto hint = ask_formats([&](const auto& format) { return format.read_hint(*tree); });
      if (hint) return with_time(*hint);
      if (!guess) {
        guess = ask_formats([&](const auto& format) {
          return format.guess_hint == nullptr ? std::nullopt : format.guess_hint(*tree);
        });
      }
    } else if (end == std::string_view::npos && !guess) {
      const auto hint = ask_formats([&](const auto& format) { return format.read_cut_hint(line); });
      if (hint) return hint;
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (guess) return with_time(*guess);
  return ask_formats([&](const auto& format) {
    return format.read_document_hint == nullptr ? std::nullopt
                                                : format.read_document_hint(beginning);
  });
}

const TranscriptFormat* find_transcript_format(std::string_view client) {
  const AgentClient* found = find_client(client);
  return found == nullptr ? nullptr : found->transcripts;
}

std::string transcript_clients() {
  std::string names;
  for (const AgentClient& client : agent_clients()) {
    if (client.transcripts != nullptr)
      names += (names.empty() ? "" : ", ") + std::string(client.name);
  }
  return names;
}

}  // namespace clew
