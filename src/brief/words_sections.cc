// What agents said in their own words: at the end of their last turns, and what earlier turns,
// subagents and summaries have to say of failures and decisions.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr size_t kLeastWords = 60;
constexpr size_t kOwnTurns = 3;

std::string speaker(const OwnMessage& message) {
  return recorded(message.name.empty() ? "the agent" : message.name, 30);
}

// One message in quotes, within `room` together with how it is introduced.
Section message_section(const Scene& scene, size_t at, const char* how, size_t room) {
  const auto& messages = scene.digest.messages;
  if (at >= messages.size()) return {};
  const OwnMessage& message = messages[at];
  const std::string title =
      fmt::format("{} {}, {}:", how, speaker(message), when(message.at, scene.world.now));
  const size_t taken = count_characters(title) + 3;
  if (room < taken + kLeastWords) return {};
  std::vector<std::string> newer;
  for (size_t i = 0; i < at; ++i) {
    for (const auto& scored : messages[i].sentences) newer.push_back(scored.sentence.text);
  }
  const std::string words = shorten_words(message.sentences, room - taken, newer);
  if (words.empty()) return {};
  return lines_section({title + " " + quoted(words, room - taken)}, "an agent's own words");
}

// Of older turns only what failed and what was decided; what was open then need not be now.
bool belongs_to_earlier(const Scored& scored) {
  return !scored.offer && (scored.decision || (scored.failure && !scored.open));
}

std::vector<Scored> kept_of(const OwnMessage& message, bool older) {
  if (!older) return message.sentences;
  std::vector<Scored> out;
  for (const auto& scored : message.sentences) {
    if (belongs_to_earlier(scored)) out.push_back(scored);
  }
  return out;
}

}  // namespace

Section newest_words_section(const Scene& scene, size_t room) {
  return message_section(scene, 0, "Own words of", room);
}

Section second_words_section(const Scene& scene, size_t room) {
  return message_section(scene, 1, "Before that,", room);
}

Section third_words_section(const Scene& scene, size_t room) {
  return message_section(scene, 2, "And before,", room);
}

Section earlier_section(const Scene& scene, size_t room) {
  Section section;
  section.layout = Layout::kBullets;
  section.title = "Earlier, in the agents' words:";
  section.one = "earlier message";
  section.many = "earlier messages";
  section.rest = log_command(scene, "checkpoint_made");
  std::vector<std::string> said;
  const auto& messages = scene.digest.messages;
  for (size_t i = 0; i < messages.size() && i < kOwnTurns; ++i) {
    for (const auto& scored : messages[i].sentences) said.push_back(scored.sentence.text);
  }
  const size_t most = std::min<size_t>(room > 60 ? room - 60 : 0, 260);
  const auto add = [&](const OwnMessage& message, bool older) {
    const auto kept = kept_of(message, older);
    const std::string words = shorten_words(kept, most, said);
    for (const auto& scored : kept) said.push_back(scored.sentence.text);
    if (words.empty()) return;
    section.items.push_back(fmt::format("{} {} {}", when(message.at, scene.world.now),
                                        speaker(message), quoted(words, most)));
  };
  // Subagents and summaries first: they have no other place.
  for (const auto& summary : scene.digest.summaries) add(summary, false);
  for (size_t i = kOwnTurns; i < messages.size(); ++i) add(messages[i], true);
  section.total = section.items.size();
  return section;
}

}  // namespace clew
