#include "brief/said.h"

#include <algorithm>

#include "brief/phrases.h"
#include "brief/said_words.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr size_t kMostConsent = 5;  // words

using Words = std::vector<std::string>;

PhraseTable table_of(const std::vector<PhraseRow>& rows) {
  std::vector<std::string_view> phrases;
  for (const auto& row : rows) phrases.push_back(row.phrase);
  return PhraseTable(phrases);
}

Firmness strongest(std::string_view sentence, const Words& words, const PhraseTable& table,
                   const std::vector<PhraseRow>& rows) {
  Firmness out = Firmness::kNone;
  for (const size_t row : table.found_in(sentence, words)) {
    out = std::max(out, rows[row].firmness);
  }
  return out;
}

bool has_any(std::string_view sentence, const Words& words,
             const std::vector<std::string_view>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](std::string_view row) { return has_phrase(sentence, words, row); });
}

// A bare "not" forbids, unless it tells how something is.
bool forbids(std::string_view sentence, const Words& words) {
  static const std::vector<std::string_view> kDenials = {"not", "no +", "nicht", "nichts"};
  return has_any(sentence, words, kDenials) && !has_any(sentence, words, kStatements);
}

// Letters of scripts that no table here is for.
bool is_unknown_script(std::string_view text) {
  size_t known = 0;
  size_t unknown = 0;
  for (const auto& word : words_of(text)) {
    const auto lead = static_cast<unsigned char>(word.front());
    const auto next = static_cast<unsigned char>(word.size() > 1 ? word[1] : 0);
    // Hebrew to Arabic; then Devanagari to Georgian.
    const bool is_unknown =
        (lead >= 0xD6 && lead <= 0xDF) || (lead == 0xE0) || (lead == 0xE1 && next < 0x84);
    ++(is_unknown ? unknown : known);
  }
  return unknown > known;
}

// A request in the form of a question is none: "could you leave billing alone?"
bool is_asked(std::string_view text) {
  const bool marked = text.ends_with('?') || text.ends_with("？");
  return marked && !has_any(text, words_of(text), kRequests);
}

// A prompt in sentences.
struct Prompt {
  const Instruction* origin = nullptr;
  std::vector<Sentence> sentences;
  bool consent = false;
};

// Whether a new sentence is about the same as an old one.
bool is_about(std::string_view later, std::string_view earlier, Firmness change) {
  if (shares_name(later, earlier)) return true;
  const size_t common = shared_stems(content_words(later), content_words(earlier));
  return common >= (change == Firmness::kFirm ? 1U : 2U);
}

SaidLine line_of(const Prompt& prompt, const Sentence& sentence) {
  const std::string text = with_lead(sentence);
  return {text, prompt.origin->origin.at, prompt.origin->origin.id, "", limit_in(text)};
}

class Conversation {
 public:
  void hear(const Prompt& prompt) {
    if (prompt.consent) return;
    const bool first_prompt = before_.empty();
    std::vector<SaidLine> now;
    for (const auto& sentence : prompt.sentences) {
      SaidLine line = line_of(prompt, sentence);
      if (!first_prompt && takes_back(line.text) && sentence.first) {
        take_back(line);
      } else if (!first_prompt) {
        replace_earlier(line);
      }
      const SaidKind kind = kind_of(sentence);
      if (kind == SaidKind::kAcknowledgement) continue;
      const bool is_end = sentence.first || &sentence == &prompt.sentences.back();
      const bool holds = kind == SaidKind::kLimit || !line.replaces.empty() ||
                         (is_end && is_unknown_script(line.text));
      if (holds) keep(said_.limits, line);
      now.push_back(line);
    }
    if (now.empty()) return;
    keep(said_.tasks, now.front());
    before_ = now;
  }

  Said end() {
    const auto newest_first = [](std::vector<SaidLine>& lines) {
      std::stable_sort(lines.begin(), lines.end(),
                       [](const SaidLine& a, const SaidLine& b) { return a.id > b.id; });
    };
    newest_first(said_.limits);
    std::stable_sort(said_.limits.begin(), said_.limits.end(),
                     [](const SaidLine& a, const SaidLine& b) { return rank_of(a) > rank_of(b); });
    newest_first(said_.tasks);
    for (const auto& line : before_) {
      const bool limits = std::any_of(
          said_.limits.begin(), said_.limits.end(),
          [&](const SaidLine& limit) { return limit.id == line.id && limit.text == line.text; });
      if (!limits) said_.latest.push_back(line);
    }
    return std::move(said_);
  }

 private:
  // What changed something before counts like a firm word.
  static int rank_of(const SaidLine& line) {
    return line.firmness == Firmness::kFirm || !line.replaces.empty() ? 1 : 0;
  }

  // The same words again: one line, with the latest time.
  static void keep(std::vector<SaidLine>& lines, SaidLine line) {
    std::erase_if(lines, [&](const SaidLine& known) { return same_words(known.text, line.text); });
    lines.push_back(std::move(line));
  }

  void drop(const SaidLine& old) {
    const auto is_it = [&](const SaidLine& known) {
      return known.id == old.id && known.text == old.text;
    };
    std::erase_if(said_.limits, is_it);
    std::erase_if(said_.tasks, is_it);
  }

  void replace_earlier(SaidLine& line) {
    const Firmness change = change_in(line.text);
    if (change == Firmness::kNone) return;
    const SaidLine* old = nullptr;
    for (const auto* lines : {&said_.limits, &said_.tasks}) {
      for (const auto& known : *lines) {
        const bool later = old == nullptr || known.id > old->id;
        if (known.id < line.id && later && is_about(line.text, known.text, change)) old = &known;
      }
    }
    if (old == nullptr) return;
    line.replaces = old->text;
    drop(SaidLine(*old));
  }

  // With something in common it is about that; else about the prompt before, and nothing older.
  void take_back(SaidLine& line) {
    replace_earlier(line);
    if (!line.replaces.empty()) return;
    line.replaces = before_.front().text;
    for (const auto& old : before_) drop(old);
  }

  Said said_;
  std::vector<SaidLine> before_;  // the prompt before that was no consent
};

}  // namespace

Firmness limit_in(std::string_view sentence) {
  static const PhraseTable kTable = table_of(kLimitRows);
  const Words words = words_of(sentence);
  const Firmness found = strongest(sentence, words, kTable, kLimitRows);
  return found == Firmness::kLoose && forbids(sentence, words) ? Firmness::kFirm : found;
}

Firmness change_in(std::string_view sentence) {
  static const PhraseTable kTable = table_of(kChangeRows);
  return strongest(sentence, words_of(sentence), kTable, kChangeRows);
}

bool takes_back(std::string_view sentence) {
  return has_any(sentence, words_of(sentence), kTakeBackRows);
}

bool is_acknowledgement(std::string_view text) {
  const Words words = words_of(text);
  if (words.empty() || words.size() > kMostConsent) return words.empty();
  return std::all_of(words.begin(), words.end(), [](const std::string& word) {
    return std::find(kConsent.begin(), kConsent.end(), word) != kConsent.end();
  });
}

SaidKind kind_of(const Sentence& sentence) {
  if (is_acknowledgement(sentence.text)) return SaidKind::kAcknowledgement;
  const std::string text = with_lead(sentence);
  if (is_asked(text)) return SaidKind::kQuestion;
  if (limit_in(text) != Firmness::kNone) return SaidKind::kLimit;
  return sentence.first ? SaidKind::kTask : SaidKind::kOther;
}

bool is_person(const ActorId& actor) {
  // A transcript that is imported does not say who the person was.
  return actor.text.find('@') != std::string::npos || actor.text == "person";
}

Said what_was_said(const std::vector<Instruction>& instructions, const WholeText& whole) {
  Conversation conversation;
  for (const auto& instruction : instructions) {
    if (!is_person(instruction.origin.actor)) continue;
    Prompt prompt;
    prompt.origin = &instruction;
    const std::string text = whole(instruction);
    prompt.sentences = sentences_of(text);
    prompt.consent = is_acknowledgement(text);
    conversation.hear(prompt);
  }
  return conversation.end();
}

}  // namespace clew
