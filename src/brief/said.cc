#include "brief/said.h"

#include <algorithm>

#include "brief/phrases.h"
#include "brief/said_words.h"
#include "brief/words.h"
#include "session/file_actor.h"

namespace clew {
namespace {

constexpr size_t kMaxConsent = 5;  // words

PhraseTable table_of(std::span<const PhraseRow> rows) {
  std::vector<std::string_view> phrases;
  for (const auto& row : rows) phrases.push_back(row.phrase);
  return PhraseTable(phrases);
}

Firmness strongest(const Wording& sentence, const PhraseTable& table,
                   std::span<const PhraseRow> rows) {
  Firmness out = Firmness::kNone;
  for (const size_t row : table.found_in(sentence)) out = std::max(out, rows[row].firmness);
  return out;
}

// A bare "not" forbids, unless it tells how something is.
bool forbids(const Wording& sentence) {
  static const PhraseTable kDenied = {"not", "no +", "nicht", "nichts"};
  static const PhraseTable kStated(kStatements);
  return kDenied.any_in(sentence) && !kStated.any_in(sentence);
}

Firmness limit_of(const Wording& sentence) {
  static const PhraseTable kTable = table_of(kLimitRows);
  const Firmness found = strongest(sentence, kTable, kLimitRows);
  return found != Firmness::kNone && forbids(sentence) ? Firmness::kStrict : found;
}

Firmness change_of(const Wording& sentence) {
  static const PhraseTable kTable = table_of(kChangeRows);
  return strongest(sentence, kTable, kChangeRows);
}

bool takes_something_back(const Wording& sentence) {
  static const PhraseTable kTable(kTakeBackRows);
  return kTable.any_in(sentence);
}

// "Just this once you may …": the rule holds again afterwards.
bool is_for_once(const Wording& sentence) {
  static const PhraseTable kTable(kOnceRows);
  return kTable.any_in(sentence);
}

bool permits(const Wording& sentence) {
  static const PhraseTable kTable(kPermissions);
  return kTable.any_in(sentence);
}

template <class Text>
bool is_consent(const std::vector<Text>& words) {
  if (words.empty() || words.size() > kMaxConsent) return words.empty();
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    return std::find(kConsent.begin(), kConsent.end(), word) != kConsent.end();
  });
}

// Letters of scripts that no table here is for.
bool is_unknown_script(const std::vector<std::string_view>& words) {
  size_t known = 0;
  size_t unknown = 0;
  for (const auto& word : words) {
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
bool is_asked(const Wording& sentence) {
  static const PhraseTable kRequested(kRequests);
  const bool marked = sentence.text.ends_with('?') || sentence.text.ends_with("？");
  return marked && !kRequested.any_in(sentence);
}

// `wording` and `limit` are those of the sentence with its lead.
SaidKind kind_of(const Sentence& sentence, const Wording& wording, Firmness limit) {
  const bool consents =
      sentence.lead.empty() ? is_consent(wording.words) : is_acknowledgement(sentence.text);
  if (consents) return SaidKind::kAcknowledgement;
  if (is_asked(wording)) return SaidKind::kQuestion;
  if (limit != Firmness::kNone) return SaidKind::kLimit;
  return sentence.first ? SaidKind::kTask : SaidKind::kOther;
}

// A prompt in sentences.
struct Prompt {
  const Instruction* origin = nullptr;
  std::vector<Sentence> sentences;
  bool consent = false;
};

// A sentence of the person and all that it is compared by, worked out once.
struct Heard {
  SaidLine line;
  Wording wording;
  std::string plain;  // words
  Subject subject;
  std::vector<Quantity> quantities;
  bool permits = false;
};

Heard heard_in(const Prompt& prompt, const Sentence& sentence) {
  Heard out;
  out.wording = wording_of(with_lead(sentence));
  out.plain = plain_words(out.wording.words);
  out.subject = subject_of(out.wording);
  out.quantities = quantities_in(out.wording.text);
  out.permits = permits(out.wording);
  out.line = {out.wording.text,         prompt.origin->origin.at,
              prompt.origin->origin.id, "",
              limit_of(out.wording),    false};
  return out;
}

// How much a new sentence is about the same as an old one; 0: it is not.
size_t likeness(const Subject& later, const Subject& earlier, Firmness change) {
  if (change == Firmness::kNone) return 0;
  const size_t common = shared_stems(later.words, earlier.words);
  if (share_name(later, earlier)) return 10 + common;
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

// Whether they are about the same thing, what the number counts left aside.
bool shares_more_than(const Subject& later, const Subject& earlier, const std::string& unit) {
  if (shared_stems(later.words, earlier.words) == 0) return false;
  auto words = later.words;
  std::erase_if(words, [&](std::string_view word) { return have_same_stem(word, unit); });
  return shared_stems(words, earlier.words) > 0;
}

NumberChange number_change(const Heard& later, const Heard& earlier) {
  const auto& now = later.quantities;
  const auto& before = earlier.quantities;
  const auto has = [](const std::vector<Quantity>& all, const Quantity& wanted) {
    return std::any_of(all.begin(), all.end(), [&](const Quantity& each) {
      return each.number == wanted.number &&
             (each.unit.empty() || wanted.unit.empty() || have_same_stem(each.unit, wanted.unit));
    });
  };
  const bool limits = later.line.firmness != Firmness::kNone;
  NumberChange out = NumberChange::kNone;
  for (const auto& old : before) {
    for (const auto& each : now) {
      if (each.number == old.number || !may_be_same(each, old) || has(before, each)) continue;
      const bool same_thing = shares_more_than(later.subject, earlier.subject, each.unit);
      if (has(now, old) && (same_thing || !old.unit.empty())) return NumberChange::kNamed;
      const bool restates =
          old.unit.empty() ? same_thing && later.permits : later.permits || (limits && same_thing);
      if (restates) out = NumberChange::kRestated;
    }
  }
  return out;
}

// A long sentence says more than the number that changed.
bool says_little_more(const Heard& sentence) { return sentence.wording.words.size() <= 12; }

class Conversation {
 public:
  void hear(const Prompt& prompt) {
    if (prompt.consent) return;
    const bool first_prompt = before_.empty();
    std::vector<size_t> now;
    for (const auto& sentence : prompt.sentences) {
      const size_t at = heard_.size();
      Heard& heard = heard_.emplace_back(heard_in(prompt, sentence));
      const bool may_change = !first_prompt && !is_for_once(heard.wording);
      if (may_change && sentence.first && takes_something_back(heard.wording)) {
        take_back(heard);
      } else if (may_change) {
        replace_earlier(heard);
      }
      const SaidKind kind = kind_of(sentence, heard.wording, heard.line.firmness);
      if (kind == SaidKind::kAcknowledgement) continue;
      const bool is_end = sentence.first || &sentence == &prompt.sentences.back();
      const bool holds = kind == SaidKind::kLimit || heard.line.changes ||
                         (is_end && is_unknown_script(heard.wording.words));
      if (holds) keep(limits_, at);
      const bool is_further = !holds && !now.empty() && kind != SaidKind::kQuestion;
      if (is_further) keep(others_, at);
      now.push_back(at);
    }
    if (now.empty()) return;
    keep(tasks_, now.front());
    before_ = now;
  }

  Said end() {
    Said said{newest_first(limits_), newest_first(tasks_), newest_first(others_), {}};
    std::stable_sort(said.limits.begin(), said.limits.end(),
                     [](const SaidLine& a, const SaidLine& b) { return rank_of(a) > rank_of(b); });
    for (const size_t at : before_) {
      const SaidLine& line = heard_[at].line;
      const bool limits = std::any_of(
          said.limits.begin(), said.limits.end(),
          [&](const SaidLine& limit) { return limit.id == line.id && limit.text == line.text; });
      if (!limits) said.latest.push_back(line);
      std::erase_if(said.others, [&](const SaidLine& known) { return known.id == line.id; });
    }
    return said;
  }

 private:
  using Lines = std::vector<size_t>;  // in heard_

  std::vector<SaidLine> newest_first(const Lines& lines) const {
    std::vector<SaidLine> out;
    for (const size_t at : lines) out.push_back(heard_[at].line);
    std::stable_sort(out.begin(), out.end(),
                     [](const SaidLine& a, const SaidLine& b) { return a.id > b.id; });
    return out;
  }

  // What changed something before counts like a firm word.
  static int rank_of(const SaidLine& line) {
    if (line.firmness == Firmness::kStrict || line.changes) return 2;
    return line.firmness == Firmness::kFirm ? 1 : 0;
  }

  // The same words again: one line, with the latest time.
  void keep(Lines& lines, size_t at) const {
    std::erase_if(lines, [&](size_t known) { return heard_[known].plain == heard_[at].plain; });
    lines.push_back(at);
  }

  void drop(const SaidLine& old) {
    const auto is_it = [&](size_t at) {
      return heard_[at].line.id == old.id && heard_[at].line.text == old.text;
    };
    for (Lines* lines : {&limits_, &tasks_, &others_}) std::erase_if(*lines, is_it);
  }

  // What it is most about gives way, the latest of several.
  void replace_earlier(Heard& heard) {
    const Firmness change = change_of(heard.wording);
    // Without either there is nothing to compare.
    if (change == Firmness::kNone && heard.quantities.empty()) return;
    const Heard* old = nullptr;
    size_t best = 0;
    NumberChange number = NumberChange::kNone;
    bool limited = false;
    std::vector<bool> met(heard_.size(), false);
    for (const Lines* lines : {&limits_, &tasks_, &others_}) {
      for (const size_t at : *lines) {
        const Heard& known = heard_[at];
        if (met[at] || known.line.id >= heard.line.id) continue;
        met[at] = true;
        const NumberChange changed = number_change(heard, known);
        const size_t like = likeness(heard.subject, known.subject, change) + points_of(changed);
        if (like == 0 || like < best || (like == best && known.line.id <= old->line.id)) continue;
        old = &known;
        best = like;
        number = changed;
        limited = lines == &limits_;
      }
    }
    if (old == nullptr) return;
    heard.line.changes = true;
    // "35 MB instead of 30" says itself what it is in place of.
    const bool tells_old = number == NumberChange::kNamed && (!limited || says_little_more(*old));
    if (!tells_old) heard.line.replaces = old->line.text;
    drop(old->line);
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
  void take_back(Heard& heard) {
    replace_earlier(heard);
    if (heard.line.changes) return;
    heard.line.changes = true;
    heard.line.replaces = heard_[before_.front()].line.text;
    for (const size_t known : before_) drop(heard_[known].line);
  }

  std::vector<Heard> heard_;  // every sentence, in their order
  Lines limits_;
  Lines tasks_;
  Lines others_;
  Lines before_;  // the prompt before that was no consent
};

}  // namespace

Firmness limit_in(std::string_view sentence) { return limit_of(wording_of(std::string(sentence))); }

Firmness change_in(std::string_view sentence) {
  return change_of(wording_of(std::string(sentence)));
}

bool takes_back(std::string_view sentence) {
  return takes_something_back(wording_of(std::string(sentence)));
}

bool is_acknowledgement(std::string_view text) {
  return is_consent(words_of(text, kMaxConsent + 1));
}

SaidKind kind_of(const Sentence& sentence) {
  const Wording wording = wording_of(with_lead(sentence));
  return kind_of(sentence, wording, limit_of(wording));
}

bool is_person(const ActorId& actor) {
  if (is_file(actor)) return false;
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
