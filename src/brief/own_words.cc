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

bool asks_which(std::string_view text, const std::vector<std::string>& words) {
  constexpr std::string_view kAsked[] = {"which", "who",    "welche", "welchen", "welches",
                                         "quel",  "quelle", "cuál",   "qual"};
  return std::any_of(std::begin(kAsked), std::end(kAsked),
                     [&](std::string_view row) { return has_phrase(text, words, row); });
}

const PhraseTable& cue_table() {
  static const PhraseTable kTable = [] {
    std::vector<std::string_view> phrases;
    for (const auto& row : cue_rows()) phrases.push_back(row.phrase);
    return PhraseTable(phrases);
  }();
  return kTable;
}

Scored scored_alone(const Sentence& sentence) {
  Scored scored;
  const std::string text = with_lead(sentence);
  const auto words = words_of(text);
  for (const size_t row : cue_table().found_in(text, words)) {
    const WordsAbout about = cue_rows()[row].about;
    scored.open = scored.open || about == WordsAbout::kOpen;
    scored.attempt = scored.attempt || about == WordsAbout::kAttempt;
    scored.failure = scored.failure || scored.attempt || about == WordsAbout::kFailure;
    scored.choice = scored.choice || about == WordsAbout::kChoice;
    scored.decision = scored.decision || scored.choice || about == WordsAbout::kDecision;
    scored.offer = scored.offer || about == WordsAbout::kOffer;
  }
  // "Let me know which of them" asks for something; "let me know what you need" is open in its
  // words alone.
  if (scored.offer && asks_which(text, words)) {
    scored.offer = false;
    scored.open = true;
  }
  if (scored.offer) scored.open = scored.decision = scored.choice = false;
  scored.names = has_number(text) || !names_in(text).empty();
  scored.score = score_of(scored) + (scored.names ? 1 : 0);
  scored.sentence = sentence;
  scored.plain = plain_words(sentence.text);
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
    const std::string_view clause = text.substr(from, end - from);
    const auto rows = cue_table().found_in(clause, words_of(clause));
    if (std::any_of(rows.begin(), rows.end(),
                    [](size_t row) { return cue_rows()[row].about == WordsAbout::kOffer; })) {
      break;
    }
    kept = end;
    from = next;
  }
  return kept == 0 ? std::string() : std::string(text.substr(0, kept)) + ".";
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
      {kOpen,     "booked"                },
      {kOpen,     "down until"            },
      {kOpen,     "unmeasured"            },
      {kOpen,     "not measured"          },
      {kOpen,     "not tested"            },
      {kOpen,     "not checked"           },
      {kOpen,     "approval"              },
      {kOpen,     "steht aus"             },
      {kOpen,     "stehen aus"            },
      {kOpen,     "ungeklärt"             },
      {kOpen,     "unklar"                },
      {kOpen,     "nicht gemessen"        },
      {kOpen,     "nicht getestet"        },
      {kOpen,     "zugang"                },
      {kOpen,     "freigabe"              },
      {kOpen,     "gesperrt"              },
      {kOpen,     "il manque"             },
      {kOpen,     "en attente"            },
      {kOpen,     "attente"               },
      {kOpen,     "ensuite"               },
      {kOpen,     "pendientes"            },
      {kOpen,     "espera"                },
      {kOpen,     "esperando"             },
      {kOpen,     "queda"                 },
      {kOpen,     "quedan"                },
      {kOpen,     "hace falta"            },
      {kOpen,     "a seguir"              },
      {kOpen,     "pendente"              },
      {kOpen,     "falta*"                },
      {kOpen,     "in attesa"             },
      {kOpen,     "mancano"               },
      {kOpen,     "wacht"                 },
      {kOpen,     "wachten"               },
      {kOpen,     "czeka"                 },
      {kOpen,     "ждёт"                  },
      {kOpen,     "ждет"                  },
      {kOpen,     "下一步"                },
      {kOpen,     "次は"                  },
      {kOpen,     "다음"                  },
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
      {kFailure,  "does not fit"          },
      {kFailure,  "doesn't fit"           },
      {kFailure,  "doesn't help"          },
      {kFailure,  "did not help"          },
      {kFailure,  "didn't help"           },
      {kFailure,  "no effect"             },
      {kFailure,  "not enough"            },
      {kFailure,  "too large"             },
      {kFailure,  "too big"               },
      {kFailure,  "too many"              },
      {kFailure,  "exceeded"              },
      {kFailure,  "exceeds"               },
      {kFailure,  "overflow*"             },
      {kFailure,  "leak*"                 },
      {kFailure,  "loses"                 },
      {kFailure,  "unreachable"           },
      {kFailure,  "expired"               },
      {kFailure,  "missing from"          },
      {kFailure,  "isn't it"              },
      {kFailure,  "schlägt"               },
      {kFailure,  "fehl"                  },
      {kFailure,  "bricht"                },
      {kFailure,  "stürzt"                },
      {kFailure,  "ging schief"           },
      {kFailure,  "zu langsam"            },
      {kFailure,  "zu groß"               },
      {kFailure,  "verliert"              },
      {kFailure,  "hilft nicht"           },
      {kFailure,  "half nicht"            },
      {kFailure,  "brachte nichts"        },
      {kFailure,  "reicht nicht"          },
      {kFailure,  "bloqué"                },
      {kFailure,  "refuse"                },
      {kFailure,  "plante"                },
      {kFailure,  "trop lent"             },
      {kFailure,  "ne fonctionne pas"     },
      {kFailure,  "ne suffit pas"         },
      {kFailure,  "no sirve"              },
      {kFailure,  "no sirvió"             },
      {kFailure,  "fallo"                 },
      {kFailure,  "rechaza"               },
      {kFailure,  "rechazado"             },
      {kFailure,  "bloqueado"             },
      {kFailure,  "demasiado lento"       },
      {kFailure,  "não funciona"          },
      {kFailure,  "não serve"             },
      {kFailure,  "travado"               },
      {kFailure,  "bloccato"              },
      {kFailure,  "non basta"             },
      {kFailure,  "faalt"                 },
      {kFailure,  "nie udało"             },
      {kFailure,  "упал"                  },
      {kFailure,  "падает"                },
      {kFailure,  "не удалось"            },
      {kFailure,  "无法"                  },
      {kFailure,  "报错"                  },
      {kFailure,  "できない"              },
      {kFailure,  "안 됩니다"             },
      {kFailure,  "is red"                },
      {kFailure,  "are red"               },
      {kFailure,  "loses the"             },
      {kFailure,  "a race"                },
      {kAttempt,  "dead end"              },
      {kAttempt,  "reverted"              },
      {kAttempt,  "rolled back"           },
      {kAttempt,  "backed out"            },
      {kAttempt,  "gave up"               },
      {kAttempt,  "abandoned"             },
      {kAttempt,  "tried"                 },
      {kAttempt,  "approach"              },
      {kAttempt,  "was wrong"             },
      {kAttempt,  "versucht"              },
      {kAttempt,  "verworfen"             },
      {kAttempt,  "attempted"             },
      {kAttempt,  "attempt"               },
      {kAttempt,  "suspected"             },
      {kAttempt,  "ruled out"             },
      {kAttempt,  "off the table"         },
      {kAttempt,  "out of the question"   },
      {kAttempt,  "mistake"               },
      {kAttempt,  "turned out"            },
      {kAttempt,  "no good"               },
      {kAttempt,  "discarded"             },
      {kAttempt,  "undid"                 },
      {kAttempt,  "backed off"            },
      {kAttempt,  "probiert"              },
      {kAttempt,  "ausprobiert"           },
      {kAttempt,  "zurückgenommen"        },
      {kAttempt,  "zurückgedreht"         },
      {kAttempt,  "vermutet"              },
      {kAttempt,  "ausgeschlossen"        },
      {kAttempt,  "essayé"                },
      {kAttempt,  "abandonné"             },
      {kAttempt,  "annulé"                },
      {kAttempt,  "probé"                 },
      {kAttempt,  "intenté"               },
      {kAttempt,  "probamos"              },
      {kAttempt,  "descarté"              },
      {kAttempt,  "tentei"                },
      {kAttempt,  "descartei"             },
      {kAttempt,  "ho provato"            },
      {kAttempt,  "scartato"              },
      {kAttempt,  "geprobeerd"            },
      {kAttempt,  "próbowałem"            },
      {kAttempt,  "próbowałam"            },
      {kAttempt,  "пробовал"              },
      {kAttempt,  "пробовала"             },
      {kAttempt,  "попробовал"            },
      {kAttempt,  "попробовала"           },
      {kAttempt,  "尝试"                  },
      {kAttempt,  "试过"                  },
      {kAttempt,  "試し"                  },
      {kAttempt,  "시도"                  },
      {kDecision, "because"               },
      {kDecision, "so i"                  },
      {kDecision, "so we"                 },
      {kDecision, "instead"               },
      {kDecision, "i use"                 },
      {kDecision, "i used"                },
      {kDecision, "since"                 },
      {kDecision, "therefore"             },
      {kDecision, "hence"                 },
      {kDecision, "trade-off"             },
      {kDecision, "tradeoff"              },
      {kDecision, "to avoid"              },
      {kDecision, "weil"                  },
      {kDecision, "statt"                 },
      {kDecision, "stattdessen"           },
      {kDecision, "deshalb"               },
      {kDecision, "daher"                 },
      {kDecision, "gewählt"               },
      {kDecision, "nehme"                 },
      {kDecision, "darum"                 },
      {kDecision, "denn"                  },
      {kDecision, "parce que"             },
      {kDecision, "donc"                  },
      {kDecision, "porque"                },
      {kDecision, "perché"                },
      {kDecision, "omdat"                 },
      {kDecision, "ponieważ"              },
      {kDecision, "потому"                },
      {kDecision, "因为"                  },
      {kDecision, "所以"                  },
      {kDecision, "ため"                  },
      {kDecision, "때문"                  },
      {kDecision, "reason"                },
      {kDecision, "so it"                 },
      {kDecision, "so the"                },
      {kDecision, "which is why"          },
      {kDecision, "that is why"           },
      {kDecision, "due to"                },
      {kDecision, "deswegen"              },
      {kDecision, "grund"                 },
      {kDecision, "puisque"               },
      {kDecision, "afin"                  },
      {kDecision, "c'est pourquoi"        },
      {kDecision, "ya que"                },
      {kDecision, "por eso"               },
      {kDecision, "pois"                  },
      {kDecision, "por isso"              },
      {kDecision, "poiché"                },
      {kDecision, "perciò"                },
      {kDecision, "quindi"                },
      {kDecision, "zodat"                 },
      {kDecision, "dlatego"               },
      {kDecision, "поэтому"               },
      {kDecision, "так как"               },
      {kDecision, "thus"                  },
      {kChoice,   "decided"               },
      {kChoice,   "decision"              },
      {kChoice,   "chose"                 },
      {kChoice,   "chosen"                },
      {kChoice,   "rather than"           },
      {kChoice,   "in favour of"          },
      {kChoice,   "in favor of"           },
      {kChoice,   "went with"             },
      {kChoice,   "going with"            },
      {kChoice,   "switched to"           },
      {kChoice,   "opted"                 },
      {kChoice,   "picked"                },
      {kChoice,   "on purpose"            },
      {kChoice,   "deliberately"          },
      {kChoice,   "entschieden"           },
      {kChoice,   "au lieu de"            },
      {kChoice,   "en lugar de"           },
      {kChoice,   "invece di"             },
      {kDecision, "instead of"            },
      {kChoice,   "i prefer"              },
      {kChoice,   "we agreed"             },
      {kChoice,   "agreed on"             },
      {kChoice,   "settled on"            },
      {kChoice,   "stick with"            },
      {kChoice,   "sticking with"         },
      {kChoice,   "preferred"             },
      {kChoice,   "entschied"             },
      {kChoice,   "beschlossen"           },
      {kChoice,   "bewusst"               },
      {kChoice,   "anstatt"               },
      {kChoice,   "décidé"                },
      {kChoice,   "choisi"                },
      {kChoice,   "plutôt que"            },
      {kChoice,   "decidí"                },
      {kChoice,   "decidimos"             },
      {kChoice,   "elegí"                 },
      {kChoice,   "elegimos"              },
      {kChoice,   "en vez de"             },
      {kChoice,   "decidi"                },
      {kChoice,   "escolhi"               },
      {kChoice,   "em vez de"             },
      {kChoice,   "ho scelto"             },
      {kChoice,   "ho deciso"             },
      {kChoice,   "gekozen"               },
      {kChoice,   "besloten"              },
      {kChoice,   "in plaats van"         },
      {kChoice,   "wybrałem"              },
      {kChoice,   "wybrałam"              },
      {kChoice,   "zamiast"               },
      {kChoice,   "решил"                 },
      {kChoice,   "решила"                },
      {kChoice,   "выбрал"                },
      {kChoice,   "выбрала"               },
      {kChoice,   "вместо"                },
      {kChoice,   "决定"                  },
      {kChoice,   "选择"                  },
      {kChoice,   "決め"                  },
      {kChoice,   "選び"                  },
      {kChoice,   "결정"                  },
      {kChoice,   "선택"                  },
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
      {kOffer,    "glad to"               },
      {kOffer,    "love to"               },
      {kOffer,    "say so"                },
      {kOffer,    "at your disposal"      },
      {kOffer,    "if you need"           },
      {kOffer,    "in case you"           },
      {kOffer,    "any questions"         },
      {kOffer,    "hesitate"              },
      {kOffer,    "reach out"             },
      {kOffer,    "you're welcome"        },
      {kOffer,    "you are welcome"       },
      {kOffer,    "great question"        },
      {kOffer,    "good question"         },
      {kOffer,    "thanks for"            },
      {kOffer,    "thank you"             },
      {kOffer,    "excellent suggestion"  },
      {kOffer,    "great suggestion"      },
      {kOffer,    "good to know"          },
      {kOffer,    "my pleasure"           },
      {kOffer,    "what can i do"         },
      {kOffer,    "how can i help"        },
      {kOffer,    "can i help"            },
      {kOffer,    "what would you like"   },
      {kOffer,    "want me to"            },
      {kOffer,    "should i go"           },
      {kOffer,    "should i continue"     },
      {kOffer,    "should i start"        },
      {kOffer,    "should i proceed"      },
      {kOffer,    "shall we"              },
      {kOffer,    "sag gern"              },
      {kOffer,    "sag einfach"           },
      {kOffer,    "melde dich"            },
      {kOffer,    "bei fragen"            },
      {kOffer,    "freue mich"            },
      {kOffer,    "wenn du magst"         },
      {kOffer,    "wenn du möchtest"      },
      {kOffer,    "wenn du willst"        },
      {kOffer,    "möchtest du"           },
      {kOffer,    "darf ich"              },
      {kOffer,    "ich hoffe"             },
      {kOffer,    "vielen dank"           },
      {kOffer,    "gute frage"            },
      {kOffer,    "gern geschehen"        },
      {kOffer,    "dime"                  },
      {kOffer,    "si necesitas"          },
      {kOffer,    "si quieres"            },
      {kOffer,    "quieres que"           },
      {kOffer,    "avísenme"              },
      {kOffer,    "gracias por"           },
      {kOffer,    "espero que"            },
      {kOffer,    "con gusto"             },
      {kOffer,    "encantado"             },
      {kOffer,    "n'hésite"              },
      {kOffer,    "n'hésitez"             },
      {kOffer,    "si tu veux"            },
      {kOffer,    "si vous voulez"        },
      {kOffer,    "veux-tu"               },
      {kOffer,    "voulez-vous"           },
      {kOffer,    "dis-moi"               },
      {kOffer,    "faites-moi"            },
      {kOffer,    "j'espère"              },
      {kOffer,    "merci pour"            },
      {kOffer,    "avec plaisir"          },
      {kOffer,    "me avise"              },
      {kOffer,    "se quiser"             },
      {kOffer,    "quer que"              },
      {kOffer,    "espero ter"            },
      {kOffer,    "obrigado por"          },
      {kOffer,    "se vuoi"               },
      {kOffer,    "vuoi che"              },
      {kOffer,    "spero che"             },
      {kOffer,    "fatemi"                },
      {kOffer,    "laat me weten"         },
      {kOffer,    "laat maar weten"       },
      {kOffer,    "als je wilt"           },
      {kOffer,    "zal ik"                },
      {kOffer,    "graag gedaan"          },
      {kOffer,    "daj znać"              },
      {kOffer,    "jeśli chcesz"          },
      {kOffer,    "czy mam"               },
      {kOffer,    "дай знать"             },
      {kOffer,    "если хочешь"           },
      {kOffer,    "если нужно"            },
      {kOffer,    "告诉我"                },
      {kOffer,    "如果需要"              },
      {kOffer,    "需要我"                },
      {kOffer,    "お知らせ"              },
      {kOffer,    "必要でしたら"          },
      {kOffer,    "알려"                  },
      {kOffer,    "원하시면"              },
  };
  return kRows;
}

std::vector<Scored> score_words(std::string_view message) {
  std::vector<Scored> out;
  for (auto& sentence : sentences_of(message)) {
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
  bool says_something = false;
  for (size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].offer || std::find(said.begin(), said.end(), sentences[i].plain) != said.end())
      continue;
    order.push_back(i);
    says_something = says_something || sentences[i].score > 1;
  }
  if (!says_something) return {};
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

std::string joined_words(const std::vector<Scored>& sentences) {
  return join_chosen(sentences, std::vector<bool>(sentences.size(), true));
}

}  // namespace clew
