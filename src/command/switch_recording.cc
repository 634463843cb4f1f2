#include "command/switch_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command/append_in_turn.h"
#include "command/keyed_answer.h"

namespace clew {
namespace {

constexpr const char* kOff = "off";
constexpr std::string_view kNotRecording[] = {"on",     "off",    "use",    "init",   "repair",
                                              "redact", "forget", "import", "restore"};

enum class Where { kNowhere, kEnvironment, kEverywhere, kHere };

std::string here_key(Workspace& workspace) { return "off:" + workspace.project().root; }

Where off_where(Workspace& workspace) {
  if (workspace.surroundings().off) return Where::kEnvironment;
  // Nearly always there are none, and nobody has to know which project this is.
  const auto found = workspace.store().settings(kOff).value_or({});
  const auto set = [&](const std::string& key) {
    return std::any_of(found.begin(), found.end(),
                       [&](const StoreSetting& setting) { return setting.key == key; });
  };
  if (found.empty()) return Where::kNowhere;
  if (set(kOff)) return Where::kEverywhere;
  return set(here_key(workspace)) ? Where::kHere : Where::kNowhere;
}

const char* way_back(Where where) {
  switch (where) {
    case Where::kEnvironment:
      return "unset CLEW_OFF";
    case Where::kEverywhere:
      return "clew on";
    case Where::kHere:
      return "clew on --here";
    case Where::kNowhere:
      break;
  }
  return "";
}

const char* place_of(Where where) {
  if (where == Where::kEnvironment) return "in this environment";
  return where == Where::kHere ? "here" : "everywhere";
}

Result<Answer> switch_to(Workspace& workspace, const SwitchRequest& request,
                         const std::string& value) {
  const std::string key = request.here ? here_key(workspace) : std::string(kOff);
  const KeyedAnswer keyed(workspace, {key});
  CLEW_ASSIGN(const auto seen, keyed.find());
  if (seen) return *seen;
  CLEW_ASSIGN(const std::string before, workspace.store().setting(key));
  std::unique_ptr<WriteTurn> turn;  // only for a change
  if (before != value) {
    CLEW_ASSIGN(turn, workspace.store().begin_write(kWriteDeadline));
    CLEW_TRY(turn->put_setting(key, value));
  }
  const Where where = off_where(workspace);
  Answer answer;
  answer.data.set("off", where != Where::kNowhere);
  answer.data.set("here", request.here);
  answer.data.set("changed", before != value);
  const std::string place = request.here ? " in " + workspace.project().root : "";
  if (!value.empty()) {
    answer.text = fmt::format("clew is off{}: nothing is recorded\nnext  {}", place,
                              request.here ? "clew on --here" : "clew on");
  } else if (where == Where::kNowhere) {
    answer.text = fmt::format("clew is on{}", place);
  } else {
    answer.text =
        fmt::format("switched on{}, and still off {}: {}", place, place_of(where), way_back(where));
  }
  if (turn == nullptr) {
    CLEW_TRY(keyed.keep_alone(answer));
    return answer;
  }
  CLEW_TRY(keyed.keep(*turn, answer));
  CLEW_TRY(turn->commit());
  return answer;
}

}  // namespace

Result<Answer> switch_on(Workspace& workspace, const SwitchRequest& request) {
  return switch_to(workspace, request, "");
}

Result<Answer> switch_off(Workspace& workspace, const SwitchRequest& request) {
  return switch_to(workspace, request, "1");
}

bool is_off(Workspace& workspace) { return off_where(workspace) != Where::kNowhere; }

std::string way_to_record(Workspace& workspace) { return way_back(off_where(workspace)); }

Result<Answer> with_off_words(Workspace& workspace, Result<Answer> answer) {
  const std::string way = way_to_record(workspace);
  if (way.empty()) return answer;
  Answer said;
  if (answer) {
    said = std::move(*answer);
  } else {
    said.refusal = answer.error();
  }
  said.data.set("off", true);
  said.text =
      fmt::format("recording is off: {}{}{}", way, said.text.empty() ? "" : "\n", said.text);
  return said;
}

bool is_recording(const Verb& verb) {
  const bool other = std::find(std::begin(kNotRecording), std::end(kNotRecording),
                               std::string_view(verb.name)) != std::end(kNotRecording);
  return verb.effect == Effect::kChanges && !other;
}

Answer answer_off(Workspace& workspace) {
  Answer answer;
  answer.data.set("off", true);
  answer.data.set("changed", false);
  answer.text = fmt::format("note: clew is off; nothing was recorded\nnext  {}",
                            way_back(off_where(workspace)));
  return answer;
}

}  // namespace clew
