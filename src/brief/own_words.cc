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
  return text.find_first_of("0123456789") != std::string_view::npos;
}

bool was_said(const std::string& text, const std::vector<std::string>& said) {
  return std::any_of(said.begin(), said.end(),
                     [&](const std::string& known) { return same_words(known, text); });
}

const PhraseTable& cue_table() {
  static const PhraseTable kTable = [] {
    std::vector<std::string_view> phrases;
    for (const auto& row : cue_rows()) phrases.push_back(row.phrase);
    return PhraseTable(phrases);
  }();
  return kTable;
}

// How the chosen ones read: each lead once, a gap where sentences were left out.
std::string join_chosen(const std::vector<Scored>& sentences, const std::vector<bool>& chosen) {
  std::string out;
  std::string lead;
  bool gap = false;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (!chosen[i]) {
      gap = true;
      continue;
    }
    if (!out.empty()) out += gap ? " … " : " ";
    gap = false;
    const Sentence& sentence = sentences[i].sentence;
    if (!sentence.lead.empty() && sentence.lead != lead) out += sentence.lead + " ";
    // Items of one list would run into each other.
    const bool listed = !sentence.lead.empty() && sentence.lead == lead;
    if (listed && out.size() > 1 && out.back() == ' ' && !out.ends_with("… ") &&
        std::string_view(".!?;…").find(out[out.size() - 2]) == std::string_view::npos) {
      out.insert(out.size() - 1, 1, ';');
    }
    lead = sentence.lead;
    out += sentence.text;
  }
  return out;
}

}  // namespace

const std::vector<CueRow>& cue_rows() {
  using enum WordsAbout;
  static const std::vector<CueRow> kRows = {
      {kOpen,     "open"                  },
      {kOpen,     "waiting"               },
      {kOpen,     "waits"                 },
      {kOpen,     "wait for"              },
      {kOpen,     "must"                  },
      {kOpen,     "need"                  },
      {kOpen,     "needs"                 },
      {kOpen,     "needed"                },
      {kOpen,     "next"                  },
      {kOpen,     "left"                  },
      {kOpen,     "remaining"             },
      {kOpen,     "remains"               },
      {kOpen,     "still"                 },
      {kOpen,     "not yet"               },
      {kOpen,     "yet to"                },
      {kOpen,     "todo"                  },
      {kOpen,     "to do"                 },
      {kOpen,     "pending"               },
      {kOpen,     "unfinished"            },
      {kOpen,     "blocked"               },
      {kOpen,     "blocker"               },
      {kOpen,     "missing"               },
      {kOpen,     "not done"              },
      {kOpen,     "haven't"               },
      {kOpen,     "hasn't"                },
      {kOpen,     "unclear"               },
      {kOpen,     "decide whether"        },
      {kOpen,     "until"                 },
      {kOpen,     "before i can"          },
      {kOpen,     "before we can"         },
      {kOpen,     "question"              },
      {kOpen,     "questions"             },
      {kOpen,     "depends on"            },
      {kOpen,     "untested"              },
      {kOpen,     "unverified"            },
      {kOpen,     "follow up"             },
      {kOpen,     "will"                  },
      {kOpen,     "i'll"                  },
      {kOpen,     "offen*"                },
      {kOpen,     "fehlt"                 },
      {kOpen,     "fehlen"                },
      {kOpen,     "noch"                  },
      {kOpen,     "wartet"                },
      {kOpen,     "warten"                },
      {kOpen,     "warte"                 },
      {kOpen,     "muss"                  },
      {kOpen,     "müssen"                },
      {kOpen,     "brauche*"              },
      {kOpen,     "braucht"               },
      {kOpen,     "als nächstes"          },
      {kOpen,     "nächst*"               },
      {kOpen,     "blockiert"             },
      {kOpen,     "ausstehend*"           },
      {kOpen,     "reste"                 },
      {kOpen,     "manque"                },
      {kOpen,     "il faut"               },
      {kOpen,     "prochaine"             },
      {kOpen,     "attend"                },
      {kOpen,     "falta"                 },
      {kOpen,     "faltan"                },
      {kOpen,     "pendiente"             },
      {kOpen,     "siguiente"             },
      {kOpen,     "próximo"               },
      {kOpen,     "manca"                 },
      {kOpen,     "prossimo"              },
      {kOpen,     "ontbreekt"             },
      {kOpen,     "volgende"              },
      {kOpen,     "brakuje"               },
      {kOpen,     "осталось"              },
      {kOpen,     "нужно"                 },
      {kOpen,     "待"                    },
      {kOpen,     "还需"                  },
      {kOpen,     "未完成"                },
      {kOpen,     "残"                    },
      {kOpen,     "まだ"                  },
      {kOpen,     "필요"                  },
      {kFailure,  "isn't possible"        },
      {kFailure,  "not possible"          },
      {kFailure,  "unable"                },
      {kFailure,  "no access"             },
      {kFailure,  "not available"         },
      {kFailure,  "not installed"         },
      {kFailure,  "fail"                  },
      {kFailure,  "fails"                 },
      {kFailure,  "failed"                },
      {kFailure,  "failing"               },
      {kFailure,  "failure"               },
      {kFailure,  "cannot"                },
      {kFailure,  "can't"                 },
      {kFailure,  "couldn't"              },
      {kFailure,  "could not"             },
      {kFailure,  "refused"               },
      {kFailure,  "refuses"               },
      {kFailure,  "rejected"              },
      {kFailure,  "rejects"               },
      {kFailure,  "killed"                },
      {kFailure,  "broke"                 },
      {kFailure,  "broken"                },
      {kFailure,  "breaks"                },
      {kFailure,  "crash*"                },
      {kFailure,  "error"                 },
      {kFailure,  "errors"                },
      {kFailure,  "timed out"             },
      {kFailure,  "times out"             },
      {kFailure,  "timeout"               },
      {kFailure,  "out of memory"         },
      {kFailure,  "doesn't work"          },
      {kFailure,  "does not work"         },
      {kFailure,  "didn't work"           },
      {kFailure,  "did not work"          },
      {kFailure,  "won't work"            },
      {kFailure,  "wrong"                 },
      {kFailure,  "dead end"              },
      {kFailure,  "reverted"              },
      {kFailure,  "rolled back"           },
      {kFailure,  "backed out"            },
      {kFailure,  "gave up"               },
      {kFailure,  "abandoned"             },
      {kFailure,  "tried"                 },
      {kFailure,  "deadlock*"             },
      {kFailure,  "too slow"              },
      {kFailure,  "flaky"                 },
      {kFailure,  "denied"                },
      {kFailure,  "unavailable"           },
      {kFailure,  "impossible"            },
      {kFailure,  "geht nicht"            },
      {kFailure,  "ging nicht"            },
      {kFailure,  "klappt nicht"          },
      {kFailure,  "klappte nicht"         },
      {kFailure,  "funktioniert nicht"    },
      {kFailure,  "fehlgeschlagen"        },
      {kFailure,  "schlägt fehl"          },
      {kFailure,  "schlug fehl"           },
      {kFailure,  "scheitert"             },
      {kFailure,  "gescheitert"           },
      {kFailure,  "scheiterte"            },
      {kFailure,  "abgelehnt"             },
      {kFailure,  "kaputt"                },
      {kFailure,  "falsch"                },
      {kFailure,  "versucht"              },
      {kFailure,  "verworfen"             },
      {kFailure,  "kann nicht"            },
      {kFailure,  "échoue"                },
      {kFailure,  "échoué"                },
      {kFailure,  "ne marche pas"         },
      {kFailure,  "falla"                 },
      {kFailure,  "falló"                 },
      {kFailure,  "no funciona"           },
      {kFailure,  "falha"                 },
      {kFailure,  "falhou"                },
      {kFailure,  "fallito"               },
      {kFailure,  "non funziona"          },
      {kFailure,  "mislukt*"              },
      {kFailure,  "werkt niet"            },
      {kFailure,  "nie działa"            },
      {kFailure,  "не работает"           },
      {kFailure,  "ошибка"                },
      {kFailure,  "失败"                  },
      {kFailure,  "失敗"                  },
      {kFailure,  "실패"                  },
      {kDecision, "because"               },
      {kDecision, "so i"                  },
      {kDecision, "so we"                 },
      {kDecision, "decided"               },
      {kDecision, "decision"              },
      {kDecision, "chose"                 },
      {kDecision, "chosen"                },
      {kDecision, "instead"               },
      {kDecision, "rather than"           },
      {kDecision, "in favour of"          },
      {kDecision, "in favor of"           },
      {kDecision, "went with"             },
      {kDecision, "going with"            },
      {kDecision, "i use"                 },
      {kDecision, "i used"                },
      {kDecision, "switched to"           },
      {kDecision, "opted"                 },
      {kDecision, "picked"                },
      {kDecision, "since"                 },
      {kDecision, "therefore"             },
      {kDecision, "hence"                 },
      {kDecision, "trade-off"             },
      {kDecision, "tradeoff"              },
      {kDecision, "on purpose"            },
      {kDecision, "to avoid"              },
      {kDecision, "deliberately"          },
      {kDecision, "weil"                  },
      {kDecision, "statt"                 },
      {kDecision, "stattdessen"           },
      {kDecision, "deshalb"               },
      {kDecision, "daher"                 },
      {kDecision, "entschieden"           },
      {kDecision, "gewählt"               },
      {kDecision, "nehme"                 },
      {kDecision, "darum"                 },
      {kDecision, "denn"                  },
      {kDecision, "parce que"             },
      {kDecision, "au lieu de"            },
      {kDecision, "donc"                  },
      {kDecision, "porque"                },
      {kDecision, "en lugar de"           },
      {kDecision, "perché"                },
      {kDecision, "invece di"             },
      {kDecision, "omdat"                 },
      {kDecision, "ponieważ"              },
      {kDecision, "потому"                },
      {kDecision, "因为"                  },
      {kDecision, "所以"                  },
      {kDecision, "ため"                  },
      {kDecision, "때문"                  },
      {kOffer,    "ready when you are"    },
      {kOffer,    "whenever you are ready"},
      {kOffer,    "say the word"          },
      {kOffer,    "just tell me"          },
      {kOffer,    "bescheid"              },
      {kOffer,    "let me know"           },
      {kOffer,    "would you like"        },
      {kOffer,    "do you want me"        },
      {kOffer,    "shall i"               },
      {kOffer,    "should i go on"        },
      {kOffer,    "happy to"              },
      {kOffer,    "feel free"             },
      {kOffer,    "if you'd like"         },
      {kOffer,    "if you like"           },
      {kOffer,    "if you want"           },
      {kOffer,    "hope this helps"       },
      {kOffer,    "anything else"         },
      {kOffer,    "just say"              },
      {kOffer,    "sag bescheid"          },
      {kOffer,    "soll ich"              },
      {kOffer,    "gerne"                 },
      {kOffer,    "dites-moi"             },
      {kOffer,    "avísame"               },
      {kOffer,    "fammi sapere"          },
  };
  return kRows;
}

std::vector<Scored> score_words(std::string_view message) {
  std::vector<Scored> out;
  for (auto& sentence : sentences_of(message)) {
    Scored scored;
    const std::string text = with_lead(sentence);
    const auto words = words_of(text);
    for (const size_t row : cue_table().found_in(text, words)) {
      const WordsAbout about = cue_rows()[row].about;
      scored.open = scored.open || about == WordsAbout::kOpen;
      scored.failure = scored.failure || about == WordsAbout::kFailure;
      scored.decision = scored.decision || about == WordsAbout::kDecision;
      scored.offer = scored.offer || about == WordsAbout::kOffer;
    }
    // "Let me know what you need" is open in its words alone.
    if (scored.offer) scored.open = scored.decision = false;
    scored.score = score_of(scored);
    if (has_number(text) || !names_in(text).empty()) ++scored.score;
    scored.sentence = std::move(sentence);
    out.push_back(std::move(scored));
  }
  if (!out.empty()) {
    ++out.front().score;
    ++out.back().score;
  }
  return out;
}

std::string shorten_words(const std::vector<Scored>& sentences, size_t most,
                          const std::vector<std::string>& said) {
  std::vector<bool> chosen(sentences.size(), false);
  std::vector<size_t> order;
  bool says_something = false;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if ((sentences[i].offer && !sentences[i].failure) || was_said(sentences[i].sentence.text, said))
      continue;
    order.push_back(i);
    says_something = says_something || sentences[i].score > 1;
  }
  if (!says_something) return {};
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return sentences[a].score > sentences[b].score; });
  for (const size_t i : order) {
    chosen[i] = true;
    if (count_characters(join_chosen(sentences, chosen)) > most) chosen[i] = false;
  }
  std::string out = join_chosen(sentences, chosen);
  // The best alone is too long: as much of it as fits.
  if (out.empty() && !order.empty()) out = cut(with_lead(sentences[order.front()].sentence), most);
  return out;
}

}  // namespace clew
