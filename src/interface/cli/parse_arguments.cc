#include "interface/cli/parse_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "command/help_pages.h"
#include "interface/cli/usage_errors.h"

namespace clew {
namespace {

Error usage(std::string message, std::string subject, std::string next) {
  return make_error(ErrorCode::kUsage, std::move(message), std::move(subject), std::move(next));
}

// Edit distance, one row at a time.
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

// Takes the verb's words off the front. Two words are tried first, since "step add" is a verb and
// "step" none.
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
    return usage(fmt::format("\"{}\" needs a subcommand: {}", first, parts), first,
                 fmt::format("clew {} {}", first, parts.substr(0, parts.find(','))));
  }
  if (first.starts_with("-")) {
    return option_before_verb(words);
  }
  const std::string near = nearest_verb(first);
  return usage(fmt::format("unknown command \"{}\"", first), first,
               near.empty() ? "clew help all" : fmt::format("clew {}", near));
}

// One row of the table that a command line is read by: an option, or a place for the verb's own
// words, and what was given for it.
struct Slot {
  std::string name;    // --step; of a place what it is called
  char letter = '\0';  // s for -s
  ParamType type = ParamType::kText;
  const ParamInfo* info = nullptr;  // null for what every verb has; its value goes to
  bool* flag = nullptr;             // one of these
  std::string* text = nullptr;
  std::vector<std::string> given = {};  // "true" for a flag without a value

  bool is_option() const { return name.starts_with("--"); }
  bool is_flag() const { return type == ParamType::kFlag; }
  bool is_rest() const { return info != nullptr && info->location == ParamLocation::kRest; }
  bool is_required_location() const {
    return info != nullptr && info->location == ParamLocation::kPositional &&
           info->need == Need::kRequired;
  }
  bool has_too_many() const { return given.size() > 1 && !is_flag() && type != ParamType::kTexts; }
};

using Table = std::vector<Slot>;

// Options of every verb, the session's place where the verb has one, and the verb's own parameters.
// The table points into `call`, which must outlive it.
Table table_of(ParsedCall& call, std::string& first_session) {
  CommonOptions& common = call.common;
  Table table = {
      {.name = "--help", .letter = 'h', .type = ParamType::kFlag, .flag = &call.help},
      {.name = "--json", .type = ParamType::kFlag, .flag = &common.json},
      {.name = "--yes", .letter = 'y', .type = ParamType::kFlag, .flag = &common.yes},
      {.name = "--session", .letter = 's', .text = &common.session},
      {.name = "--as", .text = &common.actor},
      {.name = "--key", .text = &common.key},
      {.name = "--store", .text = &common.store},
  };
  if (call.verb->session == SessionArgument::kFirst) {
    table.push_back({.name = "session", .text = &first_session});
  }
  for (const ParamInfo& info : call.verb->params()) {
    const bool is_option = info.location == ParamLocation::kOption;
    table.push_back(
        {.name = is_option ? option_name(info) : info.name, .type = info.type, .info = &info});
  }
  return table;
}

// The option that a word names: --name, --name=value, -s, -s=value.
Slot* find_option(Table& table, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const bool is_letter = name.size() == 2 && name[0] == '-' && name[1] != '-';
  const auto at = std::find_if(table.begin(), table.end(), [&](const Slot& slot) {
    return is_letter ? slot.letter == name[1] : slot.is_option() && slot.name == name;
  });
  return at == table.end() ? nullptr : &*at;
}

// The option whose letter has more behind it: -yh, -sID.
Slot* find_letter(Table& table, std::string_view word) {
  if (word.size() < 3) return nullptr;
  const bool is_text = word[2] != '=' && word.find_first_of(" \t\n") != std::string_view::npos;
  return is_text ? nullptr : find_option(table, word.substr(0, 2));
}

// A negative number, an item of a list ("- bread") and a rule ("---") are none.
bool looks_like_option(std::string_view word) {
  if (!word.starts_with("-")) return false;
  const std::string_view name = word.substr(word.starts_with("--") ? 2 : 1);
  constexpr std::string_view kNoStart = "-! \n";
  if (name.empty() || kNoStart.find(name[0]) != std::string_view::npos) return false;
  return word.starts_with("--") || name[0] < '0' || name[0] > '9';
}

// The words behind a verb, while they are given to the rows of its table.
struct Line {
  const Verb& verb;
  Table table;
  TypedWords typed = {};
  std::vector<std::string> left_over = {};

  void take_value(Slot& slot, const std::string& name, const std::string& value);
  Status take_options(const std::vector<std::string>& words);
  void location_words();
};

// What was typed is kept beside the values, so that errors can repeat it.
void Line::take_value(Slot& slot, const std::string& name, const std::string& value) {
  if (value.empty()) {
    typed.options.insert(typed.options.end(), {name, value});
  } else {
    typed.options.push_back(fmt::format("{}={}", slot.name, value));
  }
  // "--gate RULE" belongs to the "--step" before it: the number of steps goes along with the rule.
  if (slot.name == "--gate" && std::string_view(verb.name) == "start") {
    slot.given.push_back(fmt::format("{}:{}", find_option(table, "--step")->given.size(), value));
  } else {
    slot.given.push_back(value);
  }
}

// What stands before "--": an option's words go to its row, all others to `typed.plain`.
Status Line::take_options(const std::vector<std::string>& words) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (!looks_like_option(words[i])) {
      typed.plain.push_back(words[i]);
      continue;
    }
    std::string word = words[i];  // -yh is -y and -h
    Slot* letter = find_letter(table, word);
    for (; letter != nullptr && letter->is_flag(); letter = find_letter(table, word)) {
      letter->given.emplace_back("true");
      word.erase(1, 1);
    }
    const bool is_behind_flag = word != words[i];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    Slot* slot = find_option(table, word);
    if (is_behind_flag && slot != nullptr && !slot->is_flag()) {
      typed.options.push_back(words[i].substr(0, words[i].size() - word.size() + 1));
    }
    if (slot == nullptr && letter != nullptr) {
      letter->given.push_back(word.substr(2));
      typed.options.push_back(words[i]);
    } else if (slot == nullptr && is_behind_flag) {
      left_over.push_back(word);
      typed.options.push_back(words[i]);
    } else if (slot == nullptr) {
      typed.plain.push_back(word);
      typed.unknown.push_back(word);
    } else if (slot->is_flag()) {
      const bool has_value = equals < word.size() - 1;
      slot->given.push_back(has_value ? word.substr(equals + 1) : "true");
      typed.options.push_back(words[i]);
    } else if (equals != std::string::npos) {
      take_value(*slot, name, word.substr(equals + 1));
    } else if (i + 1 == words.size()) {
      return needs_value(verb, name, "");
    } else if (find_option(table, words[i + 1]) != nullptr) {
      return needs_value(verb, name, words[i + 1]);
    } else {
      take_value(*slot, name, words[++i]);
    }
  }
  return success();
}

// The verb's own words. The place of a text takes all of them: several are text without quotes.
void Line::location_words() {
  for (const auto& word : typed.plain) {
    const auto location = std::find_if(table.begin(), table.end(), [](const Slot& slot) {
      return !slot.is_option() && !slot.is_rest() && (slot.info != nullptr || slot.given.empty());
    });
    (location == table.end() ? left_over : location->given).push_back(word);
  }
}

std::optional<int64_t> whole_number(const std::string& text) {
  const bool is_hexadecimal = text.find_first_of("xX") != std::string::npos;
  char* end = nullptr;
  const int64_t number = std::strtoll(text.c_str(), &end, is_hexadecimal ? 16 : 10);
  if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
  return number;
}

// What one use of a flag counts: 1 for --yes and --yes=on, -1 for --yes=false, a number for itself.
std::optional<int64_t> flag_count(const std::string& value) {
  const auto is_one_of = [word = lower_case(value)](std::initializer_list<const char*> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of({"true", "t", "yes", "y", "on", "enable", "+"})) return 1;
  if (is_one_of({"false", "f", "no", "n", "off", "disable", "-", "0"})) return -1;
  const auto number = whole_number(value);
  if (!number) return std::nullopt;
  return std::clamp<int64_t>(*number, INT32_MIN, INT32_MAX);  // the sum has room for many
}

// Of a common flag the last use decides, of a verb's own all together.
std::optional<Value> flag_value(const Slot& slot) {
  int64_t sum = 0;
  for (size_t i = slot.flag != nullptr ? slot.given.size() - 1 : 0; i < slot.given.size(); ++i) {
    const auto count = flag_count(slot.given[i]);
    if (!count) return std::nullopt;
    sum += *count;
  }
  return Value(sum > 0);
}

// Nothing when what was given is not of the row's type.
std::optional<Value> value_of(const Slot& slot) {
  switch (slot.type) {
    case ParamType::kFlag:
      return flag_value(slot);
    case ParamType::kInteger: {
      if (slot.given[0].empty()) return Value();
      const auto number = whole_number(slot.given[0]);
      return number ? std::optional<Value>(*number) : std::nullopt;
    }
    case ParamType::kTexts: {
      Value list = Value::list();
      for (const auto& text : slot.given) list.push(text);
      return list;
    }
    case ParamType::kPairs:
    case ParamType::kText:
    case ParamType::kDuration:
      return Value(slot.given[0]);
  }
  return std::nullopt;
}

// The option that was given twice, else too many words.
Error given_too_often(const Line& line) {
  for (const auto& slot : line.table) {
    if (slot.is_option() && slot.has_too_many()) {
      return option_twice(line.verb, slot.name, slot.given);
    }
  }
  return too_many_words(line.verb);
}

// What every row was given, to where it belongs.
Status set_values(const Line& line, Value& request) {
  for (const auto& slot : line.table) {
    if (slot.given.empty()) continue;
    if (slot.has_too_many()) return given_too_often(line);
    const auto value = value_of(slot);
    if (!value) return not_converted(line.verb, slot.name, slot.given);
    if (slot.flag != nullptr) {
      *slot.flag = value->as_bool();
    } else if (slot.text != nullptr) {
      *slot.text = value->as_string();
    } else {
      request.set(slot.info->name, *value);
    }
  }
  return success();
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

// By the beginning, else by the edit distance; near is what differs in two letters, or in a third
// of them.
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

// In this order: verb, words behind "--", options, plain words, types, and then what is missing or
// left over. Help needs no other words.
Result<ParsedCall> parse_arguments(const std::vector<std::string>& given) {
  ParsedCall call;
  std::vector<std::string> words = given;
  CLEW_ASSIGN(call.verb, pick_verb(words));
  const Verb& verb = *call.verb;
  std::vector<std::string> behind;
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const bool has_dashes = dashes != words.end();
  if (has_dashes) behind.assign(dashes + 1, words.end());
  words.erase(dashes, words.end());

  std::string first_session;
  Line line{verb, table_of(call, first_session)};
  const auto command = std::find_if(line.table.begin(), line.table.end(),
                                    [](const Slot& slot) { return slot.is_rest(); });
  const bool takes_command = command != line.table.end();
  if (takes_command && has_dashes && behind.empty()) return no_command(verb, words);
  CLEW_TRY(line.take_options(words));
  std::vector<std::string>& own = takes_command ? command->given : line.typed.plain;
  own.insert(own.end(), behind.begin(), behind.end());
  if (!line.typed.unknown.empty()) return no_option(verb, line.typed);
  line.location_words();
  CLEW_TRY(set_values(line, call.request));

  const auto location = std::find_if(line.table.begin(), line.table.end(), [](const Slot& slot) {
    return slot.is_required_location() && slot.given.empty();
  });
  const bool has_no_word = location != line.table.end();
  if (has_no_word && !call.help) {
    return usage(fmt::format("{} is missing", location->info->placeholder), verb.name,
                 verb.example);
  }
  if (!has_no_word && !line.left_over.empty()) return unexpected_words(verb, line.left_over);
  if (!first_session.empty()) {
    const auto session = one_session(first_session, call.common.session);
    if (!session) {
      return usage("two different sessions are named", first_session,
                   fmt::format("clew help {}", verb.name));
    }
    call.common.session = *session;
  }
  for (const auto& slot : line.table) {
    const bool is_missing = slot.is_option() && slot.info != nullptr &&
                            slot.info->need == Need::kRequired && slot.given.empty();
    if (is_missing && !call.help) return missing_option(verb, *slot.info, words, behind);
  }
  return call;
}

}  // namespace clew
