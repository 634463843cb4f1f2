#include "brief/digest.h"

#include <algorithm>

#include "brief/phrases.h"
#include "brief/standing.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr std::string_view kSummary = "Summary at compaction: ";
constexpr size_t kMostSummaries = 8;

// The log has it whole where the session keeps it shortened.
std::string whole_text(const World& world, Seq id, const std::string& kept) {
  if (!kept.ends_with("…") || !world.text_of) return kept;
  const std::string whole = world.text_of(id);
  return whole.empty() ? kept : whole;
}

bool is_about_tests(const std::string& text) {
  const auto words = words_of(text);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word.starts_with("test") || word.starts_with("build") || word.starts_with("lint") ||
           word == "suite" || word == "ci";
  });
}

bool has_passed_since(const RunsNow& runs, Seq id) {
  return std::any_of(runs.verified.begin(), runs.verified.end(),
                     [&](const PassedRun& run) { return run.run->origin.id > id; });
}

// Whether something later is about the same, so that an old "still open" may not hold any more.
bool is_spoken_of(const std::string& text, const std::vector<std::string>& later) {
  const auto words = content_words(text);
  return std::any_of(later.begin(), later.end(), [&](const std::string& other) {
    return shares_name(text, other) || shared_stems(words, content_words(other)) >= 2;
  });
}

// What an older message said that need not hold now: tests that failed and passed since, open
// points that were taken up.
void drop_stale(const RunsNow& runs, const std::vector<std::string>& later, OwnMessage& message) {
  std::erase_if(message.sentences, [&](const Scored& scored) {
    const std::string text = with_lead(scored.sentence);
    if (scored.failure && !scored.decision && is_about_tests(text) &&
        has_passed_since(runs, message.id)) {
      return true;
    }
    return scored.open && is_spoken_of(text, later);
  });
}

std::vector<OwnMessage> end_messages(const Session& session, const World& world) {
  std::vector<OwnMessage> out;
  for (const auto& checkpoint : session.checkpoints.items) {
    if (checkpoint.name != kEndOfTurn || checkpoint.note.empty()) continue;
    const std::string text = whole_text(world, checkpoint.origin.id, checkpoint.note);
    OwnMessage message{short_name(checkpoint.origin.actor), checkpoint.origin.at,
                       checkpoint.origin.id, score_words(text)};
    // A message that says nothing takes no place.
    if (!shorten_words(message.sentences, 40).empty()) out.push_back(std::move(message));
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<OwnMessage> summary_messages(const Session& session) {
  std::vector<OwnMessage> out;
  for (const auto& note : session.notes.items) {
    if (!note.text.starts_with(kSummary)) continue;
    out.push_back({short_name(note.origin.actor), note.origin.at, note.origin.id,
                   score_words(std::string_view(note.text).substr(kSummary.size()))});
  }
  for (const auto& agent : session.agents.items) {
    if (agent.summary.empty() || agent.status == AgentStatus::kRunning) continue;
    out.push_back(
        {agent.id.text, agent.ended_at.value_or(Time()), Seq(), score_words(agent.summary)});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const OwnMessage& a, const OwnMessage& b) { return a.at > b.at; });
  if (out.size() > kMostSummaries) out.resize(kMostSummaries);
  return out;
}

}  // namespace

Digest digest_of(const Session& session, const World& world) {
  Digest out;
  out.said = what_was_said(session.instructions.items, [&](const Instruction& instruction) {
    return whole_text(world, instruction.origin.id, instruction.text);
  });
  out.runs = runs_now(session, world);
  out.messages = end_messages(session, world);
  out.summaries = summary_messages(session);
  std::vector<std::string> later;
  for (auto& message : out.messages) {
    std::vector<std::string> since = later;
    for (const auto& instruction : session.instructions.items) {
      if (instruction.origin.id > message.id) since.push_back(instruction.text);
    }
    const bool newest = &message == &out.messages.front();
    std::vector<std::string> texts;
    for (const auto& scored : message.sentences) texts.push_back(with_lead(scored.sentence));
    if (!newest) drop_stale(out.runs, since, message);
    later.insert(later.end(), texts.begin(), texts.end());
  }
  return out;
}

const Scored* next_sentence(const Digest& digest) {
  if (digest.messages.empty()) return nullptr;
  const Scored* open = nullptr;
  for (const auto& scored : digest.messages.front().sentences) {
    if (scored.offer || !scored.open) continue;
    const std::string text = with_lead(scored.sentence);
    const auto words = words_of(text);
    for (const std::string_view cue : {"next", "nächst*", "als nächstes", "prochaine", "siguiente",
                                       "próximo", "remaining", "left", "todo", "i'll"}) {
      if (has_phrase(text, words, cue)) return &scored;
    }
    open = &scored;
  }
  return open;
}

}  // namespace clew
