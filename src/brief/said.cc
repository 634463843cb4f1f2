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

// How much a new sentence is about the same as an old one; 0: it is not.
size_t likeness(std::string_view later, std::string_view earlier, Firmness change) {
  if (change == Firmness::kNone) return 0;
  const size_t common = shared_stems(content_words(later), content_words(earlier));
  if (shares_name(later, earlier)) return 10 + common;
  return common >= (change == Firmness::kFirm ? 1U : 2U) ? common : 0;
}

// What becomes of a number with its unit: "30 MB", and later "35 MB".
enum class NumberChange {
  kNone,
  kRestated,  // another number of the same, for the same thing or as a permission
  kNamed,     // the new words name the old number: "35 MB instead of 30"
};

// Whether the two may count the same thing. Without a unit only the words beside them can tell.
bool may_be_same(const Quantity& later, const Quantity& earlier) {
  if (earlier.unit.empty()) return true;
  return !later.unit.empty() && have_same_stem(later.unit, earlier.unit);
}

NumberChange number_change(std::string_view later, std::string_view earlier) {
  const auto now = quantities_in(later);
  const auto before = quantities_in(earlier);
  const auto has = [](const std::vector<Quantity>& all, const Quantity& wanted) {
    return std::any_of(all.begin(), all.end(), [&](const Quantity& each) {
      return each.number == wanted.number &&
             (each.unit.empty() || wanted.unit.empty() || have_same_stem(each.unit, wanted.unit));
    });
  };
  const bool permits = has_any(later, words_of(later), kPermissions);
  const bool limits = limit_in(later) != Firmness::kNone;
  NumberChange out = NumberChange::kNone;
  for (const auto& old : before) {
    for (const auto& each : now) {
      if (each.number == old.number || !may_be_same(each, old) || has(before, each)) continue;
      auto words = content_words(later);
      std::erase_if(words,
                    [&](const std::string& word) { return have_same_stem(word, each.unit); });
      const bool same_thing = shared_stems(words, content_words(earlier)) > 0;
      if (has(now, old) && (same_thing || !old.unit.empty())) return NumberChange::kNamed;
      const bool restates =
          old.unit.empty() ? same_thing && permits : permits || (limits && same_thing);
      if (restates) out = NumberChange::kRestated;
    }
  }
  return out;
}

// A long sentence says more than the number that changed.
bool says_little_more(std::string_view sentence) { return words_of(sentence).size() <= 12; }

SaidLine line_of(const Prompt& prompt, const Sentence& sentence) {
  const std::string text = with_lead(sentence);
  return {text, prompt.origin->origin.at, prompt.origin->origin.id, "", limit_in(text), false};
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
      const bool holds =
          kind == SaidKind::kLimit || line.changes || (is_end && is_unknown_script(line.text));
      if (holds) keep(said_.limits, line);
      const bool is_further = !holds && !now.empty() && kind != SaidKind::kQuestion;
      if (is_further) keep(said_.others, line);
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
    newest_first(said_.others);
    for (const auto& line : before_) {
      const bool limits = std::any_of(
          said_.limits.begin(), said_.limits.end(),
          [&](const SaidLine& limit) { return limit.id == line.id && limit.text == line.text; });
      if (!limits) said_.latest.push_back(line);
      std::erase_if(said_.others, [&](const SaidLine& known) { return known.id == line.id; });
    }
    return std::move(said_);
  }

 private:
  // What changed something before counts like a firm word.
  static int rank_of(const SaidLine& line) {
    if (line.firmness == Firmness::kStrict || line.changes) return 2;
    return line.firmness == Firmness::kFirm ? 1 : 0;
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
    std::erase_if(said_.others, is_it);
  }

  // What it is most about gives way, the latest of several.
  void replace_earlier(SaidLine& line) {
    const Firmness change = change_in(line.text);
    SaidLine old;
    size_t best = 0;
    NumberChange number = NumberChange::kNone;
    bool limited = false;
    for (const auto* lines : {&said_.limits, &said_.tasks, &said_.others}) {
      for (const auto& known : *lines) {
        if (known.id >= line.id) continue;
        const NumberChange changed = number_change(line.text, known.text);
        const size_t like = likeness(line.text, known.text, change) + points_of(changed);
        if (like == 0 || like < best || (like == best && known.id <= old.id)) continue;
        old = known;
        best = like;
        number = changed;
        limited = lines == &said_.limits;
      }
    }
    if (best == 0) return;
    line.changes = true;
    // "35 MB instead of 30" says itself what it is in place of.
    const bool tells_old =
        number == NumberChange::kNamed && (!limited || says_little_more(old.text));
    if (!tells_old) line.replaces = old.text;
    drop(old);
  }

  static size_t points_of(NumberChange change) {
    switch (change) {
      case NumberChange::kNamed:
        return 200;
      case NumberChange::kRestated:
        return 100;
      case NumberChange::kNone:
        break;
    }
    return 0;
  }

  // With something in common it is about that; else about the prompt before, and nothing older.
  void take_back(SaidLine& line) {
    replace_earlier(line);
    if (line.changes) return;
    line.changes = true;
    line.replaces = before_.front().text;
    for (const auto& known : before_) drop(known);
  }

  Said said_;
  std::vector<SaidLine> before_;  // the prompt before that was no consent
};

}  // namespace

Firmness limit_in(std::string_view sentence) {
  static const PhraseTable kTable = table_of(kLimitRows);
  const Words words = words_of(sentence);
  const Firmness found = strongest(sentence, words, kTable, kLimitRows);
  return found != Firmness::kNone && forbids(sentence, words) ? Firmness::kStrict : found;
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
