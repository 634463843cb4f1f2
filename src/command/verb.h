#pragma once
// One verb, one definition. A request struct states its parameters once; from that come the
// command line's options and help, completion, the man and reference pages, and later the MCP and
// HTTP faces. The catalogue (catalogue.cc) has one line per verb.
//
//   struct NoteRequest {
//     std::string text;
//     std::string step;
//     static constexpr auto params() {
//       return field_list(positional("text", &NoteRequest::text, "TEXT", "the note"),
//                         option("step", &NoteRequest::step, "STEP", "the step it belongs to"));
//     }
//   };
//   Result<Answer> add_note(Workspace& workspace, const NoteRequest& request);

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "engine/answer.h"
#include "engine/caller.h"

namespace clew {

class Workspace;

enum class ParamLocation { kPositional, kOption, kRest };  // kRest: everything after --
enum class ParamType { kFlag, kText, kTexts, kInteger, kDuration, kPairs };
enum class Need { kOptional, kRequired };

template <class R, class M>
struct Param {
  const char* name;
  M R::* member;
  ParamLocation location;
  Need need;
  const char* placeholder;
  const char* doc;
};

template <class R, class M>
constexpr Param<R, M> positional(const char* name, M R::* member, const char* placeholder,
                                 const char* doc, Need need = Need::kRequired) {
  return {name, member, ParamLocation::kPositional, need, placeholder, doc};
}
template <class R, class M>
constexpr Param<R, M> option(const char* name, M R::* member, const char* placeholder,
                             const char* doc, Need need = Need::kOptional) {
  return {name, member, ParamLocation::kOption, need, placeholder, doc};
}
template <class R>
constexpr Param<R, bool> flag(const char* name, bool R::* member, const char* doc) {
  return {name, member, ParamLocation::kOption, Need::kOptional, "", doc};
}
template <class R, class M>
constexpr Param<R, M> rest(const char* name, M R::* member, const char* placeholder,
                           const char* doc) {
  return {name, member, ParamLocation::kRest, Need::kOptional, placeholder, doc};
}

// Reads what was given for a parameter into the request's member.
using ReadParam = Status (*)(const Value& given, void* member, const std::string& name);

// A parameter as the interfaces see it. `name` is the JSON name; the option is --name with dashes.
struct ParamInfo {
  const char* name;
  ParamLocation location;
  ParamType type;
  Need need;
  const char* placeholder;
  const char* doc;
  ReadParam read;
  ptrdiff_t offset;  // of the member in the request
};

template <class M>
constexpr ParamType param_type() {
  if constexpr (std::is_same_v<M, bool>) return ParamType::kFlag;
  if constexpr (std::is_same_v<M, std::vector<std::string>>) return ParamType::kTexts;
  if constexpr (std::is_same_v<M, std::optional<int64_t>> ||
                std::is_same_v<M, std::optional<uint32_t>>) {
    return ParamType::kInteger;
  }
  if constexpr (std::is_same_v<M, std::optional<Duration>>) return ParamType::kDuration;
  if constexpr (std::is_same_v<M, Value>) return ParamType::kPairs;
  return ParamType::kText;
}

template <class M>
Status read_param(const Value& given, void* member, const std::string& name) {
  M& out = *static_cast<M*>(member);
  if constexpr (std::is_same_v<M, std::optional<Duration>>) {
    CLEW_ASSIGN(out, parse_duration(given.as_string()));
    return success();
  } else {
    return from_value(given, out, name);
  }
}

template <class R>
const std::vector<ParamInfo>& list_params() {
  static const std::vector<ParamInfo> kParams = [] {
    std::vector<ParamInfo> out;
    out.reserve(16);
    R::params()([&]<class M>(const Param<R, M>& p) {
      // A pointer to a member is its offset, as in base/fields.h.
      out.push_back({p.name, p.location, param_type<M>(), p.need, p.placeholder, p.doc,
                     &read_param<M>, std::bit_cast<ptrdiff_t>(p.member)});
    });
    return out;
  }();
  return kParams;
}

// Reads `value` into `request`, whose parameters these are: compiled once, not once per request.
Status read_params(const std::vector<ParamInfo>& params, const Value& value, void* request);

template <class R>
Result<R> read_request(const Value& value) {
  R request{};
  CLEW_TRY(read_params(list_params<R>(), value, &request));
  return request;
}

// The word or number given to an option, as the type it stands for. kUsage, naming the option and
// what it takes.
template <class T>
Status read_option(const char* option, const Value& given, T& out) {
  auto read = from_value(given, out, option);
  if (read) return success();
  Error error = read.error();
  error.code = ErrorCode::kUsage;
  return error;
}

struct Verb {
  const char* name;     // "note", "step add"
  const char* group;    // heading in `help all`
  const char* summary;  // one line
  Effect effect;
  SessionArgument session;
  const char* example;
  const std::vector<ParamInfo>& (*params)();
  Result<Answer> (*run)(Workspace& workspace, const Value& request);

  bool is_hidden() const { return *group == '\0'; }
};

template <auto Function, class R>
Result<Answer> run_verb(Workspace& workspace, const Value& value) {
  R request{};
  CLEW_TRY(read_params(list_params<R>(), value, &request));
  return Function(workspace, request);
}

template <auto Function>
struct RequestOf;
template <class R, Result<Answer> (*Function)(Workspace&, const R&)>
struct RequestOf<Function> {
  using type = R;
};

template <auto Function>
constexpr Verb verb(const char* name, const char* group, const char* summary, Effect effect,
                    SessionArgument session, const char* example) {
  using R = typename RequestOf<Function>::type;
  return {name, group, summary, effect, session, example, &list_params<R>, &run_verb<Function, R>};
}

// `caller` asks for `verb`.
void ask_for(Caller& caller, const Verb& verb);

struct VerbList {
  const Verb* first;
  size_t count;
  const Verb* begin() const { return first; }
  const Verb* end() const { return first + count; }
};
VerbList catalogue();
// Null when there is none. `name` is "note" or "step add".
const Verb* find_verb(std::string_view name);
// The same for code below the catalogue.
std::optional<VerbKind> find_verb_kind(std::string_view name);

// For verbs without parameters.
struct NoRequest {
  static constexpr auto params() { return field_list(); }
};

}  // namespace clew
