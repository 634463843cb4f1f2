#include "dialect/core_field_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace clew {
namespace {

bool is_step_word(std::string_view where) {
  return where.starts_with("steps[]") || where.starts_with("artifacts[]");
}

bool is_fact_word(std::string_view where) {
  constexpr std::string_view kFacts[] = {"decisions[].", "questions[].", "claims[].",
                                         "runs[].",      "files[].",     "revisions[]."};
  return std::any_of(std::begin(kFacts), std::end(kFacts),
                     [&](std::string_view fact) { return where.starts_with(fact); });
}

// Whose field it is, as far as its word tells; what is worked out may be anybody's.
bool may_belong(const Home& home, AttributeOwner owner) {
  if (home.kind == HomeKind::kDerived) return true;
  switch (owner) {
    case AttributeOwner::kStep:
    case AttributeOwner::kAttempt:
      return is_step_word(home.where);
    case AttributeOwner::kAgent:
      return home.where.starts_with("agents[].");
    case AttributeOwner::kFact:
      return is_fact_word(home.where);
    case AttributeOwner::kSession:
      break;
  }
  return !home.where.starts_with("steps[].") && !home.where.starts_with("agents[].") &&
         !is_fact_word(home.where);
}

class CoreWalk {
 public:
  CoreWalk(AttributeOwner owner, const std::string& name) : owner_(owner), name_(name) {}

  void enter(const Shape& shape, const std::string& path) {
    for (const auto& field : inner(shape).fields) {
      const std::string whole = path.empty() ? field.name : path + "." + field.name;
      if (field.home.kind == HomeKind::kAttribute) continue;
      const bool is_named = whole == name_ || whole.ends_with("." + name_);
      if (is_named && may_belong(field.home, owner_)) take({whole, &field});
      enter(field.shape, whole);
    }
  }
  std::optional<CoreField> found;

 private:
  // The shorter the path, the nearer to what was said.
  void take(CoreField field) {
    if (!found || field.path.size() < found->path.size()) found = std::move(field);
  }

  AttributeOwner owner_;
  const std::string& name_;
};

struct CoreVerb {
  const char* where;  // the beginning of its word
  const char* verb;
};
// The first that fits counts.
constexpr CoreVerb kCoreVerbs[] = {
    {"lifecycle.archived",     "clew archive"                                               },
    {"lifecycle.last_error",   "clew error \"…\""                                           },
    {"lifecycle.reason",       "clew pause --reason \"…\""                                  },
    {"lifecycle.context",      "clew pause --context \"…\""                                 },
    {"lifecycle.paused_at",    "clew pause"                                                 },
    {"lifecycle.resum",        "clew resume"                                                },
    {"lifecycle",              "clew done      or  clew pause, clew resume, clew close"     },
    {"last_activity",          "clew note \"…\""                                            },
    {"identity",               "clew start"                                                 },
    {"structure",              "clew step add \"…\""                                        },
    {"steps[0].external",      "clew view attach"                                           },
    {"steps[0].current_child", "clew step start STEP"                                       },
    {"steps[].current_child",  "clew step start STEP"                                       },
    {"steps[].status_reason",  "clew step block STEP --reason \"…\""                        },
    {"steps[].status",         "clew done STEP      or  clew step start, review, skip STEP" },
    {"steps[].attempts",       "clew done STEP"                                             },
    {"steps[].assignee",       "clew next --claim"                                          },
    {"steps",                  "clew step add \"…\""                                        },
    {"artifacts",              "clew artifact add PATH"                                     },
    {"decisions",              "clew decide \"…\" --because \"…\""                          },
    {"questions",              "clew ask \"…\""                                             },
    {"claims",                 "clew claim defer \"…\"      or  clew claim verify, override"},
    {"runs",                   "clew ran \"…\""                                             },
    {"files",                  "clew changed PATH"                                          },
    {"revisions",              "clew revisit STEP"                                          },
    {"agents",                 "clew agent progress ID      or  clew agent start, done"     },
    {"context",                "clew context --tokens N"                                    },
};

}  // namespace

std::optional<CoreField> find_core_field(const Dialect& dialect, AttributeOwner owner,
                                         const std::string& name) {
  CoreWalk walk(owner, name);
  for (const auto& document : dialect.documents()) walk.enter(document.shape, "");
  return walk.found;
}

std::string identity_word(const CoreField& found) {
  constexpr std::string_view kIdentity = "identity.";
  const std::string& where = found.field->home.where;
  if (found.field->home.kind != HomeKind::kCore || !where.starts_with(kIdentity)) return {};
  return where.substr(kIdentity.size());
}

Status check_identity(const Dialect& dialect, const std::string& word, const std::string& value) {
  const auto found = find_core_field(dialect, AttributeOwner::kSession, word);
  if (!found || identity_word(*found) != word || value.empty()) return success();
  const Shape& shape = found->field->shape;
  const bool is_known =
      std::find(shape.words.begin(), shape.words.end(), value) != shape.words.end();
  if (shape.words.empty() || shape.open_words || is_known) return success();
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{}: \"{}\" is not one of {}", word, visible(cut(value, 60)),
                                fmt::join(shape.words, ", ")),
                    word, fmt::format("clew set {}={}", word, shape.words.front()));
}

Error not_settable(const Dialect& dialect, const CoreField& found) {
  const Home& home = found.field->home;
  const std::string help = fmt::format("clew schema {}", dialect.name());
  const auto refuse = [&](const std::string& why, const std::string& next) {
    return make_error(ErrorCode::kInvalid, fmt::format("{} cannot be set: {}", found.path, why),
                      found.path, next);
  };
  if (home.kind == HomeKind::kDerived) return refuse("clew derives it: " + home.where, help);
  if (home.kind == HomeKind::kFixed) return refuse(home.where, help);
  const auto* verb =
      std::find_if(std::begin(kCoreVerbs), std::end(kCoreVerbs),
                   [&](const CoreVerb& row) { return home.where.starts_with(row.where); });
  if (verb == std::end(kCoreVerbs)) return refuse("it is derived from its parts", help);
  return refuse("it records what the session did; use the command for that", verb->verb);
}

}  // namespace clew
