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

constexpr size_t kMinWords = 60;
constexpr size_t kOwnTurns = 3;

std::string speaker(const OwnMessage& message) {
  return recorded(message.name.empty() ? "the agent" : message.name, 30);
}

// One message in quotes, within `room` together with how it is introduced; without what `told`
// says.
Section message_section(const Scene& scene, size_t at, const char* how, size_t room,
                        const std::vector<std::string>& reported,
                        std::vector<std::string>* shown = nullptr) {
  const auto& messages = scene.digest.messages;
  if (at >= messages.size()) return {};
  const OwnMessage& message = messages[at];
  const std::string title =
      fmt::format("{} {}, {}:", how, speaker(message), when(message.at, scene.world.now));
  const size_t taken = count_characters(title) + 3;
  if (room < taken + kMinWords) return {};
  const std::string words = shorten_words(message.sentences, room - taken, reported);
  if (words.empty()) return {};
  if (shown != nullptr) {
    for (const size_t i : choose_words(message.sentences, room - taken, reported)) {
      shown->push_back(message.sentences[i].plain);
    }
  }
  return lines_section({title + " " + quoted(words, room - taken)}, "an agent's own words");
}

std::vector<std::string> plain_of(const std::vector<OwnMessage>& messages, size_t count) {
  std::vector<std::string> out;
  for (size_t i = 0; i < count && i < messages.size(); ++i) {
    for (const auto& scored : messages[i].sentences) out.push_back(scored.plain);
  }
  return out;
}

// What may stand under "Earlier": the rank of a sentence, the best first.
enum class EarlierRank { kReason, kNamed, kNever };

// Of older turns what failed and what was decided, then what names something; what was open then
// need not be now.
EarlierRank rank_in_earlier(const Scored& scored) {
  if (scored.offer) return EarlierRank::kNever;
  if (scored.decision || (scored.failure && !scored.open)) return EarlierRank::kReason;
  return scored.names && !scored.open ? EarlierRank::kNamed : EarlierRank::kNever;
}

// Sentences of one message.
struct EarlierItem {
  const OwnMessage* message = nullptr;
  bool whole = false;                     // a summary or a subagent: all of it may be told
  std::string speaker;                    // "12:40 claude-code"
  std::vector<const Scored*> taken = {};  // in the order of the message
  size_t cost = 0;                        // characters
};

size_t letters_in(const std::string& plain) {
  return count_characters(plain) - static_cast<size_t>(std::count(plain.begin(), plain.end(), ' '));
}

std::string item_text(const EarlierItem& item, size_t most) {
  return item.speaker + " " + quoted(joined_words(item.taken), most);
}

}  // namespace

Section newest_words_section(const Scene& scene, size_t room) {
  scene.reported.words.clear();
  return message_section(scene, 0, "Own words of", room, {}, &scene.reported.words);
}

Section further_words_section(const Scene& scene, size_t room) {
  if (scene.reported.words.empty()) return {};
  return message_section(scene, 0, "Also from", room, scene.reported.words);
}

Section second_words_section(const Scene& scene, size_t room) {
  return message_section(scene, 1, "Before that,", room, plain_of(scene.digest.messages, 1));
}

Section third_words_section(const Scene& scene, size_t room) {
  return message_section(scene, 2, "And before,", room, plain_of(scene.digest.messages, 2));
}

Section earlier_section(const Scene& scene, size_t room) {
  constexpr size_t kMaxOfOne = 600;
  Section section;
  section.layout = Layout::kBullets;
  section.title = "Earlier, in the agents' words:";
  section.one = "earlier message";
  section.many = "earlier messages";
  section.rest = log_command(scene, "checkpoint_made");
  const auto& messages = scene.digest.messages;
  std::vector<std::string> said = plain_of(messages, kOwnTurns);
  // Subagents and summaries first: they have no other place.
  std::vector<EarlierItem> items;
  const auto add_item = [&](const OwnMessage& message, bool whole) {
    items.push_back({&message, whole, when(message.at, scene.world.now) + " " + speaker(message)});
  };
  for (const auto& summary : scene.digest.summaries) add_item(summary, true);
  for (size_t i = kOwnTurns; i < messages.size(); ++i) add_item(messages[i], false);
  const size_t for_rest = count_characters(section.title) + count_characters(section.rest) + 16;
  const size_t left = room > for_rest ? room - for_rest : 0;
  size_t used = 0;
  // All reasons of all of them go before the first that only names something.
  for (const EarlierRank rank : {EarlierRank::kReason, EarlierRank::kNamed}) {
    for (auto& item : items) {
      for (const auto& scored : item.message->sentences) {
        EarlierRank own = rank_in_earlier(scored);
        if (item.whole && own == EarlierRank::kNever && !scored.offer) own = EarlierRank::kNamed;
        if (own != rank || std::find(said.begin(), said.end(), scored.plain) != said.end())
          continue;
        // Its letters alone, and one for a mark that may go: most are too long once little is left.
        if (used + letters_in(scored.plain) > left + 1) continue;
        // They lie in the message's own vector.
        const auto location = std::lower_bound(item.taken.begin(), item.taken.end(), &scored);
        const auto added = item.taken.insert(location, &scored);
        const size_t cost = count_characters(item_text(item, kMaxOfOne)) + 3;
        if (used - item.cost + cost > left || cost > kMaxOfOne) {
          item.taken.erase(added);
          continue;
        }
        used = used - item.cost + cost;
        item.cost = cost;
        said.push_back(scored.plain);
      }
    }
  }
  for (const auto& item : items) {
    if (!item.taken.empty()) section.items.push_back(item_text(item, kMaxOfOne));
  }
  section.total = section.items.size();
  return section;
}

}  // namespace clew
