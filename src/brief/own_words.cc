#include "brief/own_words.h"

#include <algorithm>

#include "base/text.h"
#include "brief/phrases.h"
#include "brief/words.h"

namespace clew {
namespace {

constexpr int kOpenScore = 3;
constexpr int kFailureScore = 3;
constexpr int kDecisionScore = 2;
constexpr int kOfferScore = -3;

int score_of(const Scored& scored) {
  int score = 0;
  if (scored.open) score += kOpenScore;
  if (scored.failure) score += kFailureScore;
  if (scored.decision) score += kDecisionScore;
  if (scored.offer) score += kOfferScore;
  return score;
}

bool has_number(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool asks_which(const Wording& sentence) {
  static const PhraseTable kAsked = {"which", "who",    "welche", "welchen", "welches",
                                     "quel",  "quelle", "cuál",   "qual"};
  return kAsked.any_in(sentence);
}

const PhraseTable& cue_table() {
  static const PhraseTable kTable = [] {
    std::vector<std::string_view> phrases;
    for (const auto& row : kCueRows) phrases.push_back(row.phrase);
    return PhraseTable(phrases);
  }();
  return kTable;
}

Scored scored_alone(const Sentence& sentence) {
  Scored scored;
  scored.wording = wording_of(with_lead(sentence));
  scored.subject = subject_of(scored.wording);
  for (const size_t row : cue_table().found_in(scored.wording)) {
    const WordsAbout about = kCueRows[row].about;
    scored.open = scored.open || about == WordsAbout::kOpen;
    scored.attempt = scored.attempt || about == WordsAbout::kAttempt;
    scored.failure = scored.failure || scored.attempt || about == WordsAbout::kFailure;
    scored.choice = scored.choice || about == WordsAbout::kChoice;
    scored.decision = scored.decision || scored.choice || about == WordsAbout::kDecision;
    scored.offer = scored.offer || about == WordsAbout::kOffer;
  }
  // "Let me know which of them" asks for something; "let me know what you need" is open in its
  // words alone.
  if (scored.offer && asks_which(scored.wording)) {
    scored.offer = false;
    scored.open = true;
  }
  if (scored.offer) scored.open = scored.decision = scored.choice = false;
  scored.names = has_number(scored.wording.text) || !scored.subject.names.empty();
  scored.score = score_of(scored) + (scored.names ? 1 : 0);
  scored.sentence = sentence;
  scored.plain = sentence.lead.empty() ? plain_words(scored.wording.words)
                                       : plain_words(wording_of(sentence.text).words);
  return scored;
}

// The clauses of a sentence before the first that offers; empty: the first one does.
std::string before_offer(std::string_view text) {
  size_t kept = 0;
  for (size_t from = 0; from < text.size();) {
    size_t end = text.size();
    size_t next = text.size();
    for (const std::string_view sign : {", ", "; ", " – ", " — ", " - "}) {
      const size_t found = text.find(sign, from);
      if (found >= end) continue;
      end = found;
      next = found + sign.size();
    }
    const auto rows = cue_table().found_in(wording_of(std::string(text.substr(from, end - from))));
    if (std::any_of(rows.begin(), rows.end(),
                    [](size_t row) { return kCueRows[row].about == WordsAbout::kOffer; })) {
      break;
    }
    kept = end;
    from = next;
  }
  return kept == 0 ? std::string() : std::string(text.substr(0, kept)) + ".";
}

// Sentences in a row: each lead once, a gap where some were left out.
class Joined {
 public:
  void add(const Sentence& sentence, bool after_gap) {
    if (!text_.empty()) text_ += after_gap ? " … " : " ";
    const bool same_lead = sentence.lead == lead_;
    if (!sentence.lead.empty() && !same_lead) text_ += sentence.lead + " ";
    // Items of one list would run into each other.
    const bool listed = !sentence.lead.empty() && same_lead;
    if (listed && text_.size() > 1 && text_.back() == ' ' && !text_.ends_with("… ") &&
        std::string_view(".!?;…").find(text_[text_.size() - 2]) == std::string_view::npos) {
      text_.insert(text_.size() - 1, 1, ';');
    }
    lead_ = sentence.lead;
    text_ += sentence.text;
  }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
  std::string_view lead_;
};

std::string join_chosen(const std::vector<Scored>& sentences, const std::vector<bool>& chosen) {
  Joined out;
  bool gap = false;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (chosen[i]) out.add(sentences[i].sentence, gap);
    gap = !chosen[i];
  }
  return std::move(out).text();
}

}  // namespace

std::vector<Scored> score_words(std::string_view message) {
  const auto sentences = sentences_of(message);
  std::vector<Scored> out;
  out.reserve(sentences.size());
  for (const auto& sentence : sentences) {
    Scored scored = scored_alone(sentence);
    if (scored.offer) {
      // "All 38 pass, let me know if …": what stands before the offer counts.
      Sentence before = sentence;
      before.text = before_offer(sentence.text);
      Scored kept = scored_alone(before);
      if (!before.text.empty() && kept.score > 0) scored = std::move(kept);
    }
    out.push_back(std::move(scored));
  }
  if (!out.empty()) {
    ++out.front().score;
    ++out.back().score;
  }
  return out;
}

std::vector<size_t> choose_words(const std::vector<Scored>& sentences, size_t most,
                                 const std::vector<std::string>& said) {
  std::vector<bool> chosen(sentences.size(), false);
  std::vector<size_t> order;
  bool is_worth_it = false;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].offer || std::find(said.begin(), said.end(), sentences[i].plain) != said.end())
      continue;
    order.push_back(i);
    is_worth_it = is_worth_it || sentences[i].score > 1;
  }
  if (!is_worth_it) return {};
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sentences[a].score > sentences[b].score; });
  std::vector<size_t> out;
  for (const size_t i : order) {
    chosen[i] = true;
    if (count_characters(join_chosen(sentences, chosen)) > most) chosen[i] = false;
    if (chosen[i]) out.push_back(i);
  }
  // The best alone is too long.
  if (out.empty() && !order.empty()) out.push_back(order.front());
  std::sort(out.begin(), out.end());
  return out;
}

std::string shorten_words(const std::vector<Scored>& sentences, size_t most,
                          const std::vector<std::string>& said) {
  std::vector<bool> chosen(sentences.size(), false);
  for (const size_t i : choose_words(sentences, most, said)) chosen[i] = true;
  return cut(join_chosen(sentences, chosen), most);
}

bool says_something(const std::vector<Scored>& sentences) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [](const Scored& scored) { return !scored.offer && scored.score > 1; });
}

std::string joined_words(const std::vector<const Scored*>& sentences) {
  Joined out;
  for (const Scored* scored : sentences) out.add(scored->sentence, false);
  return std::move(out).text();
}

}  // namespace clew
