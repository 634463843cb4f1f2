#include "interface/cli/parse_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <list>
#include <optional>

#include "command/help_pages.h"
#include "interface/cli/option_words.h"
#include "interface/cli/usage_errors.h"

namespace clew {
namespace {

Error usage(std::string message, std::string subject, std::string next) {
  return make_error(ErrorCode::kUsage, std::move(message), std::move(subject), std::move(next));
}

size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// What one parameter was given, until the parser is done.
struct Slot {
  ParamInfo info;
  std::vector<std::string> texts;
  std::optional<int64_t> integer;
  int flags = 0;
  CLI::Option* option = nullptr;
};

Value value_of(const Slot& slot) {
  switch (slot.info.type) {
    case ParamType::kFlag:
      return Value(slot.flags > 0);
    case ParamType::kInteger:
      return slot.integer ? Value(*slot.integer) : Value();
    case ParamType::kTexts: {
      Value list = Value::list();
      for (const auto& text : slot.texts) list.push(text);
      return list;
    }
    case ParamType::kPairs:
    case ParamType::kText:
    case ParamType::kDuration:
      return slot.texts.empty() ? Value() : Value(slot.texts.back());
  }
  return Value();
}

void add_slot(CLI::App& app, Slot& slot) {
  const ParamInfo& info = slot.info;
  if (info.place == ParamPlace::kRest) return;
  const std::string name = info.place == ParamPlace::kPositional ? info.name : option_name(info);
  switch (info.type) {
    case ParamType::kFlag:
      slot.option = app.add_flag(name, slot.flags, info.doc);
      break;
    case ParamType::kInteger:
      slot.option = app.add_option(name, slot.integer, info.doc);
      break;
    case ParamType::kTexts:
      slot.option = app.add_option(name, slot.texts, info.doc);
      if (info.place == ParamPlace::kOption) slot.option->expected(1)->take_all();
      break;
    default:
      slot.option = app.add_option(name, slot.texts, info.doc)->expected(1);
      break;
  }
  // One word for each time it is given: the words behind that are the verb's own.
  if (info.place == ParamPlace::kOption && info.type != ParamType::kFlag) {
    slot.option->allow_extra_args(false);
  }
  if (info.need == Need::kRequired && info.place == ParamPlace::kPositional)
    slot.option->required();
}

// "--gate RULE" belongs to the "--step" before it; the parser keeps no order between options, so
// the number of steps named before goes along with the rule.
void number_gates(std::vector<std::string>& words) {
  size_t steps = 0;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--step" || words[i].compare(0, 7, "--step=") == 0) ++steps;
    const std::string number = std::to_string(steps) + ":";
    if (words[i] == "--gate" && i + 1 < words.size()) {
      words[i + 1] = number + words[i + 1];
      ++i;
    } else if (words[i].compare(0, 7, "--gate=") == 0) {
      words[i] = "--gate=" + number + words[i].substr(7);
    }
  }
}

Result<const Verb*> pick_verb(std::vector<std::string>& words) {
  const std::string first = words.front();
  if (words.size() > 1) {
    if (const Verb* verb = find_verb(first + " " + words[1])) {
      words.erase(words.begin(), words.begin() + 2);
      return verb;
    }
  }
  if (const Verb* verb = find_verb(first)) {
    words.erase(words.begin());
    return verb;
  }
  std::string parts;
  for (const auto& verb : catalogue()) {
    const std::string name = verb.name;
    if (name.compare(0, first.size() + 1, first + " ") == 0) {
      parts += (parts.empty() ? "" : ", ") + name.substr(first.size() + 1);
    }
  }
  if (!parts.empty()) {
    return usage(fmt::format("\"{}\" needs one of: {}", first, parts), first,
                 fmt::format("clew {} {}", first, parts.substr(0, parts.find(','))));
  }
  if (first.starts_with("-")) {
    return option_before_verb(words);
  }
  const std::string near = nearest_verb(first);
  return usage(fmt::format("there is no verb \"{}\"", first), first,
               near.empty() ? "clew help all" : fmt::format("clew {}", near));
}

std::string plain(const std::string& message) {
  std::string out = message.substr(0, message.find('\n'));
  if (!out.empty() && out.back() == '.') out.pop_back();
  return out;
}

// From the last to the first, as CLI11 wants them.
std::vector<std::string> for_parser(const OptionWords& sorted) {
  std::vector<std::string> words = sorted.options;
  const bool has_dash = std::any_of(sorted.plain.begin(), sorted.plain.end(),
                                    [](const std::string& word) { return word.starts_with("-"); });
  if (has_dash) words.emplace_back("--");
  words.insert(words.end(), sorted.plain.begin(), sorted.plain.end());
  std::reverse(words.begin(), words.end());
  return words;
}

// An option that has more values than it takes; null when it is another word that is too many.
const CLI::Option* given_twice(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const bool takes_one = option->nonpositional() && option->get_items_expected_max() == 1 &&
                           option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    if (takes_one && option->count() > 1) return option;
  }
  return nullptr;
}

// The session that its argument and -s name together: "@17" is a moment of the other one. Nothing
// when they name two.
std::optional<std::string> one_session(const std::string& first, const std::string& named) {
  const auto is_moment = [](const std::string& text) { return text[0] == '@'; };
  const auto at = [](const std::string& session, const std::string& moment) {
    return moment == "@" ? session : session + moment;
  };
  if (named.empty() || named == first) return first;
  if (is_moment(first) && named.find('@') == std::string::npos) return at(named, first);
  if (is_moment(named) && first.find('@') == std::string::npos) return at(first, named);
  return std::nullopt;
}

}  // namespace

std::string nearest_verb(const std::string& word) {
  std::string best;
  size_t least = std::max<size_t>(2, word.size() / 3) + 1;
  for (const auto& verb : catalogue()) {
    if (std::string_view(verb.group).empty()) continue;
    if (word.size() > 2 && std::string_view(verb.name).substr(0, word.size()) == word)
      return verb.name;
    const size_t far = distance(word, verb.name);
    if (far < least) {
      least = far;
      best = verb.name;
    }
  }
  return best;
}

Result<ParsedCall> parse_arguments(const std::vector<std::string>& given) {
  ParsedCall call;
  std::vector<std::string> words = given;
  CLEW_ASSIGN(call.verb, pick_verb(words));
  const std::string help = fmt::format("clew help {}", call.verb->name);
  const auto params = call.verb->params();
  const bool takes_command = std::any_of(params.begin(), params.end(), [](const ParamInfo& info) {
    return info.place == ParamPlace::kRest;
  });
  std::vector<std::string> rest;
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const bool has_dashes = dashes != words.end();
  if (has_dashes) rest.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());
  if (takes_command && has_dashes && rest.empty()) return no_command(*call.verb, words);
  CLEW_ASSIGN(
      OptionWords sorted,
      sort_option_words(*call.verb, words, takes_command ? std::vector<std::string>() : rest));
  if (std::string(call.verb->name) == "start") number_gates(sorted.options);

  CLI::App app;
  app.set_help_flag();
  app.allow_windows_style_options(false);
  bool wants_help = false;
  // Describing options costs more than parsing a command that has none.
  const bool has_options = !sorted.options.empty();
  if (has_options) {
    app.add_flag("-h,--help", wants_help);
    app.add_flag("--json", call.common.json);
    app.add_flag("-y,--yes", call.common.yes);
    app.add_option("-s,--session", call.common.session);
    app.add_option("--as", call.common.actor);
    app.add_option("--key", call.common.key);
    app.add_option("--store", call.common.store);
  }
  std::string first_session;
  if (call.verb->session == SessionArgument::kFirst)
    app.add_option("session_argument", first_session);
  std::list<Slot> slots;
  Slot* rest_slot = nullptr;
  for (const auto& info : params) {
    slots.push_back(Slot{info, {}, {}, 0, nullptr});
    if (has_options || info.place == ParamPlace::kPositional) add_slot(app, slots.back());
    if (info.place == ParamPlace::kRest) rest_slot = &slots.back();
  }
  try {
    app.parse(for_parser(sorted));
  } catch (const CLI::RequiredError&) {
    if (!wants_help) {
      std::string missing;
      for (const auto& slot : slots) {
        if (slot.info.need == Need::kRequired && slot.texts.empty() &&
            slot.info.place == ParamPlace::kPositional) {
          missing = slot.info.placeholder;
        }
      }
      return usage(fmt::format("{} is missing", missing), call.verb->name, call.verb->example);
    }
  } catch (const CLI::ExtrasError&) {
    return unexpected_words(app.remaining(), *call.verb);
  } catch (const CLI::ArgumentMismatch&) {
    if (const CLI::Option* twice = given_twice(app)) {
      return option_twice(*call.verb, twice->get_name(), twice->results());
    }
    return too_many_words(*call.verb);
  } catch (const CLI::ParseError& error) {
    return usage(plain(error.what()), call.verb->name, help);
  }
  call.help = wants_help;
  if (!first_session.empty()) {
    const auto session = one_session(first_session, call.common.session);
    if (!session) return usage("two sessions are named", first_session, help);
    call.common.session = *session;
  }
  if (rest_slot != nullptr) rest_slot->texts = rest;
  for (const auto& slot : slots) {
    const bool given_now = slot.info.place == ParamPlace::kRest
                               ? !slot.texts.empty()
                               : slot.option != nullptr && slot.option->count() > 0;
    if (given_now) call.request.set(slot.info.name, value_of(slot));
    const bool is_missing =
        !given_now && slot.info.need == Need::kRequired && slot.info.place == ParamPlace::kOption;
    if (is_missing && !wants_help) return missing_option(*call.verb, slot.info, words, rest);
  }
  return call;
}

}  // namespace clew
