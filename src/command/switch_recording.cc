#include "command/switch_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "command/append_in_turn.h"

namespace clew {
namespace {

constexpr const char* kOff = "off";
constexpr std::string_view kNotRecording[] = {"on",     "off",    "use",    "init",   "repair",
                                              "redact", "forget", "import", "restore"};

enum class Where { kNowhere, kEnvironment, kEverywhere, kHere };

std::string here_key(Workspace& workspace) { return "off:" + workspace.project().root; }

Where off_where(Workspace& workspace) {
  if (workspace.surroundings().off) return Where::kEnvironment;
  const auto set = [&](const std::string& key) {
    return !workspace.store().setting(key).value_or({}).empty();
  };
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

Result<Answer> switch_to(Workspace& workspace, const SwitchRequest& request,
                         const std::string& value) {
  const std::string key = request.here ? here_key(workspace) : std::string(kOff);
  CLEW_ASSIGN(const std::string before, workspace.store().setting(key));
  if (before != value) {
    CLEW_ASSIGN(const auto turn, workspace.store().begin_write(kWriteDeadline));
    CLEW_TRY(turn->put_setting(key, value));
    CLEW_TRY(turn->commit());
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
        fmt::format("switched on{}, and still off elsewhere\nnext  {}", place, way_back(where));
  }
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
