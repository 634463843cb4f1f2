#include "brief/digest.h"

#include <algorithm>
#include <optional>

#include "brief/phrases.h"
#include "brief/standing.h"
#include "brief/words.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr std::string_view kSummary = "Summary at compaction: ";
constexpr size_t kMaxSummaries = 8;

// The log has it whole where the session keeps it shortened.
std::string whole_text(const World& world, Seq id, const std::string& kept) {
  if (!kept.ends_with("…") || !world.text_of) return kept;
  const std::string whole = world.text_of(id);
  return whole.empty() ? kept : whole;
}

bool is_about_tests(const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return word.starts_with("test") || word.starts_with("build") || word.starts_with("lint") ||
           word == "suite" || word == "ci";
  });
}

bool has_passed_since(const RunsNow& runs, Seq id) {
  return std::any_of(runs.verified.begin(), runs.verified.end(),
                     [&](const PassedRun& run) { return run.run->origin.id > id; });
}

// Whether two are about the same, so that an old "still open" may not hold any more.
bool is_about(const Subject& own, const Subject& later) { return share_subject(own, later, 2); }

// What people asked, each read when it is first compared.
class Asked {
 public:
  explicit Asked(const std::vector<Instruction>& instructions)
      : instructions_(instructions), read_(instructions.size()) {}

  // The first that came after it.
  size_t first_since(Seq id) const {
    const auto first =
        std::find_if(instructions_.begin(), instructions_.end(),
                     [&](const Instruction& instruction) { return instruction.origin.id > id; });
    return static_cast<size_t>(first - instructions_.begin());
  }
  bool anything_from(size_t first) const { return first < instructions_.size(); }
  bool speaks_of(const Subject& own, size_t first) {
    for (size_t i = first; i < instructions_.size(); ++i) {
      if (!read_[i]) {
        Wording wording = wording_of(instructions_[i].text);
        Subject subject = subject_of(wording);
        read_[i] = {std::move(wording), std::move(subject)};
      }
      if (is_about(own, read_[i]->subject)) return true;
    }
    return false;
  }

 private:
  struct Read {
    Wording wording;
    Subject subject;  // of it
  };
  const std::vector<Instruction>& instructions_;
  std::vector<std::optional<Read>> read_;
};

bool waits(const Wording& sentence) {
  static const PhraseTable kWaiting = {"blocked",   "blocker",   "waiting", "wait for", "until",
                                       "pending",   "blockiert", "wartet",  "warte",    "warten",
                                       "bloqueado", "pendiente", "bloqué",  "attente",  "bloccato",
                                       "in attesa", "wacht",     "czeka",   "ждёт",     "待"};
  return kWaiting.any_in(sentence);
}

// Something in the way that a person can answer.
bool is_obstacle(const Wording& sentence) {
  static const PhraseTable kInTheWay = {
      "can't",     "cannot",        "couldn't",    "could not",     "unable",     "denied",
      "refused",   "rejected",      "rejects",     "unreachable",   "expired",    "no access",
      "missing",   "not available", "unavailable", "not installed", "kann nicht", "fehlt",
      "fehlen",    "abgelehnt",     "no puedo",    "falta",         "je ne peux", "manque",
      "non posso", "manca",         "não consigo", "kan niet",      "nie mogę",   "не могу",
      "无法",      "できない"};
  return waits(sentence) || kInTheWay.any_in(sentence);
}

// A failure of that time, not one that is over in the telling already.
bool fails_then(const Wording& sentence) {
  static const PhraseTable kFailing = {"fails",   "fail",    "failing",  "still",   "is red",
                                       "are red", "reports", "noch",     "schlägt", "falla",
                                       "fallan",  "échoue",  "fallisce", "falha",   "faalt",
                                       "падает",  "失败",    "失敗",     "실패"};
  return kFailing.any_in(sentence);
}

// The names of tests and the like in it: no paths, which stay when a failure goes.
std::vector<std::string> test_names_in(const Subject& subject) {
  constexpr size_t kMinName = 6;
  auto names = subject.names;
  std::erase_if(names, [](const std::string& name) {
    const bool is_path =
        name.find('/') != std::string::npos && name.find("::") == std::string::npos;
    const bool is_quantity = name.find(' ') != std::string::npos;
    return is_path || is_quantity || name.size() < kMinName ||
           name.find_first_not_of("0123456789.,:%") == std::string::npos;
  });
  return names;
}

bool stands_in(const std::string& name, const std::vector<std::string>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(), [&](const std::string& output) {
    return folded(output).find(name) != std::string::npos;
  });
}

// Whether it names a test that failed and does no more.
bool names_gone_failure(const RunsNow& runs, const Subject& subject) {
  if (runs.gone.empty()) return false;
  const auto names = test_names_in(subject);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return stands_in(name, runs.gone) && !stands_in(name, runs.left);
  });
}

// What is known since a message: what was said after it.
struct Since {
  std::vector<const Subject*> said;  // by agents
  size_t asked = 0;                  // by people: the first of the instructions
};

// What an older message said that need not hold now: tests that failed and passed since, open
// points that were taken up, obstacles that the person answered. What was tried and what was chosen
// stays true.
bool is_stale(const RunsNow& runs, Asked& asked, const Since& since, const OwnMessage& message,
              const Scored& scored) {
  const Wording& sentence = scored.wording;
  const bool stays = scored.attempt || scored.choice;
  const bool has_reason = scored.failure && scored.decision;
  const bool is_reported_as_past = stays || (has_reason && !fails_then(sentence));
  if (!is_reported_as_past && names_gone_failure(runs, scored.subject)) return true;
  // Whoever was asked has spoken since.
  const bool is_question = sentence.text.ends_with('?') || sentence.text.ends_with("？");
  if (is_question && asked.anything_from(since.asked)) return true;
  const bool is_test_failure = scored.failure && !scored.decision && is_about_tests(sentence.words);
  if (is_test_failure && has_passed_since(runs, message.id)) return true;
  if (stays) return false;
  if (!has_reason && is_obstacle(sentence) && asked.speaks_of(scored.subject, since.asked)) {
    return true;
  }
  // "needs" in why something does not work is nothing to be done.
  if (!scored.open || (has_reason && !waits(sentence))) return false;
  return std::any_of(since.said.begin(), since.said.end(),
                     [&](const Subject* said) { return is_about(scored.subject, *said); }) ||
         asked.speaks_of(scored.subject, since.asked);
}

// Who a file says its author is, whoever wrote it chose.
constexpr const char* kFile = "an edited file";

std::string name_of_author(const Origin& origin) {
  return is_file(origin.actor) ? kFile : short_name(origin.actor);
}

std::vector<OwnMessage> end_messages(const Session& session, const World& world) {
  std::vector<OwnMessage> out;
  for (const auto& checkpoint : session.checkpoints.items) {
    if (checkpoint.name != kEndOfTurn || checkpoint.note.empty()) continue;
    const std::string text = whole_text(world, checkpoint.origin.id, checkpoint.note);
    OwnMessage message{name_of_author(checkpoint.origin), checkpoint.origin.at,
                       checkpoint.origin.id, score_words(text)};
    // A message that says nothing takes no place.
    if (says_something(message.sentences)) out.push_back(std::move(message));
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<OwnMessage> summary_messages(const Session& session) {
  std::vector<OwnMessage> out;
  for (const auto& note : session.notes.items) {
    if (!note.text.starts_with(kSummary)) continue;
    out.push_back({name_of_author(note.origin), note.origin.at, note.origin.id,
                   score_words(std::string_view(note.text).substr(kSummary.size()))});
  }
  for (const auto& agent : session.agents.items) {
    if (agent.summary.empty() || agent.status == AgentStatus::kRunning) continue;
    out.push_back(
        {agent.id.text, agent.ended_at.value_or(Time()), Seq(), score_words(agent.summary)});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const OwnMessage& a, const OwnMessage& b) { return a.at > b.at; });
  if (out.size() > kMaxSummaries) out.resize(kMaxSummaries);
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
  Asked asked(session.instructions.items);
  Since since;
  for (auto& message : out.messages) {
    since.asked = asked.first_since(message.id);
    const bool newest = &message == &out.messages.front();
    for (auto& scored : message.sentences) {
      scored.stale = !newest && is_stale(out.runs, asked, since, message, scored);
    }
    for (const auto& scored : message.sentences) since.said.push_back(&scored.subject);
  }
  for (auto& message : out.messages) {
    std::erase_if(message.sentences, [](const Scored& scored) { return scored.stale; });
  }
  return out;
}

const Scored* next_sentence(const Digest& digest) {
  if (digest.messages.empty()) return nullptr;
  static const PhraseTable kComing = {"next",      "nächst*", "als nächstes", "prochaine",
                                      "siguiente", "próximo", "remaining",    "left",
                                      "todo",      "i'll"};
  const Scored* open = nullptr;
  for (const auto& scored : digest.messages.front().sentences) {
    if (scored.offer || !scored.open) continue;
    if (kComing.any_in(scored.wording)) return &scored;
    open = &scored;
  }
  return open;
}

}  // namespace clew
