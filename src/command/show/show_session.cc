#include "command/show/show_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/status_page.h"
#include "drift/check.h"
#include "drift/measured_content.h"
#include "engine/log/event_text.h"
#include "engine/point_in_time.h"
#include "engine/reply.h"
#include "engine/session_list.h"
#include "view/view_record.h"

namespace clew {
namespace {

constexpr size_t kMaxShown = 160;  // characters of a value

// A tree as indented lines, for people.
void write_tree(const Value& value, size_t depth, std::string& out) {
  const std::string indent(depth * 2, ' ');
  const auto write_member = [&](const std::string& name, const Value& item) {
    const bool nested = (item.is_object() && !item.as_object().empty()) ||
                        (item.is_list() && !item.as_list().empty());
    out += fmt::format("{}{}{}\n", indent, name, nested ? "" : "  " + one_line(to_text(item)));
    if (nested) write_tree(item, depth + 1, out);
  };
  for (const auto& [name, item] : value.as_object()) write_member(name, item);
  for (const auto& item : value.as_list()) {
    if (item.is_object()) {
      write_tree(item, depth, out);
      out += "\n";
    } else {
      out += fmt::format("{}{}\n", indent, one_line(to_text(item)));
    }
  }
}

Answer tree_answer(const SessionId& id, const char* kind, Value fields) {
  Answer answer;
  answer.data.set("session", id.text);
  answer.data.set("kind", kind);
  write_tree(fields, 0, answer.text);
  while (!answer.text.empty() && answer.text.back() == '\n') answer.text.pop_back();
  answer.data.set(kind, std::move(fields));
  return answer;
}

// What was set on the session and on its steps.
void add_values(const Session& session, std::string& text) {
  for (const auto& step : session.steps) {
    if (step.removed) continue;
    const std::string whose =
        step.id == kRoot ? std::string() : fmt::format("step {}: ", number_of(session, step.id));
    for (const auto& [key, value] : step.attributes) {
      text += fmt::format("\n  value    {}{} = {}", whose, one_line(visible(key)),
                          cut(one_line(visible(to_text(value))), kMaxShown));
    }
  }
}

Result<Answer> show_whole(Workspace& workspace, const SessionRef& ref, const Loaded& loaded) {
  Answer answer;
  const Session& session = loaded.session;
  World world = look_at_world(workspace, loaded, ref.at ? LookDepth::kNone : LookDepth::kUsual);
  CLEW_TRY(as_of_then(workspace, ref, session, world));
  answer.text = past_line(workspace, ref, world, "show");
  answer.text += write_status_page(session, world, Bar::kHidden, workspace.caller().columns,
                                   StatusExtent::kWhole);
  Value fields = to_value(session);
  for (const auto& constraint : session.identity.constraints) {
    answer.text += "\n  must     " + one_line(visible(constraint));
  }
  CLEW_ASSIGN(const auto view, load_view(workspace.store(), session.identity.id));
  if (view && !ref.at) answer.text += "\n  files    " + visible(view->own_path());
  add_values(session, answer.text);
  std::string rest;
  for (const char* part :
       {"decisions", "failed_approaches", "questions", "claims", "notes", "agents", "artifacts",
        "files", "runs", "errors", "revisions", "checkpoints"}) {
    const Value* kept = fields.find(part);
    if (kept == nullptr || kept->find("total") == nullptr || kept->find("total")->as_int() == 0)
      continue;
    rest += fmt::format("  {:<18} {}\n", part, kept->find("total")->as_int());
  }
  if (!rest.empty())
    answer.text +=
        "\n\n" + rest + "  clew log " + session.identity.id.text + "   shows all of them";
  answer.data = std::move(fields);
  if (view && !ref.at) {
    Value location = view_fields(*view);
    location.set("path", view->own_path());
    answer.data.set("view", std::move(location));
  }
  answer.data.set("stale_evidence", stale_value(world.stale));
  answer.data.set("session", session.identity.id.text);
  answer.data.set("seq", loaded.head.seq.number);
  answer.data.set("hash", loaded.head.hash.hex());
  return answer;
}

Result<Answer> show_part(Workspace& workspace, const SessionRef& ref, const std::string& what) {
  CLEW_ASSIGN(const Loaded loaded, workspace.load(ref));
  const Session& session = loaded.session;
  const bool digits =
      !what.empty() && what.size() < 10 &&
      std::all_of(what.begin(), what.end(), [](char c) { return c >= '0' && c <= '9'; });
  for (const auto& agent : session.agents.items) {
    if (agent.id.text == what) return tree_answer(ref.id, "agent", to_value(agent));
  }
  for (const auto& artifact : session.artifacts.items) {
    if (artifact.path == what) return tree_answer(ref.id, "artifact", to_value(artifact));
  }
  for (const auto& file : session.files.items) {
    if (file.path == what) return tree_answer(ref.id, "file", to_value(file));
  }
  for (const auto& checkpoint : session.checkpoints.items) {
    if (checkpoint.name == what) return tree_answer(ref.id, "checkpoint", to_value(checkpoint));
  }
  if (digits) {
    const Seq seq{static_cast<uint32_t>(std::stoul(what))};
    CLEW_ASSIGN(const auto events, workspace.store().read(ref.id, seq, 1));
    if (!events.empty() && events.front().event.header.seq == seq) {
      Answer answer = tree_answer(ref.id, "event", event_fields_of(events.front()));
      answer.text = event_line(events.front(), &session) + "\n\n" + answer.text;
      return answer;
    }
  }
  const std::string name = what.compare(0, 5, "step:") == 0 ? what.substr(5) : what;
  CLEW_ASSIGN(const StepId step, find_step(session, name));
  return tree_answer(ref.id, "step", to_value(*session.find(step)));
}

}  // namespace

Result<Answer> show_session(Workspace& workspace, const ShowRequest& request) {
  if (request.what.size() > 2) {
    return make_error(ErrorCode::kUsage, "show takes a session and one item of it", request.what[2],
                      "clew help show");
  }
  if (!request.what.empty()) {
    auto named = workspace.parse_ref(request.what[0]);
    if (named && request.what.size() == 2) return show_part(workspace, *named, request.what[1]);
    if (named) {
      CLEW_ASSIGN(const Loaded loaded, workspace.load(*named));
      return show_whole(workspace, *named, loaded);
    }
    auto here = workspace.find_session(Effect::kReads);
    const bool is_moment = request.what[0].find('@') != std::string::npos;
    if (!here || is_moment || request.what.size() == 2) return named.error();
    auto part = show_part(workspace, *here, request.what[0]);
    if (part || part.error().code != ErrorCode::kNotFound) return part;
    // Several sessions begin so: that is what has to be said.
    if (named.error().code != ErrorCode::kNotFound) return named.error();
    return make_error(ErrorCode::kNotFound,
                      fmt::format("{} is not a session, and {} has nothing with that name",
                                  request.what[0], here->id.text),
                      request.what[0],
                      fmt::format("clew show {}      or  clew list", here->id.text));
  }
  const auto ref = workspace.find_session(Effect::kReads);
  if (!ref) return list_open(workspace, ref.error());
  CLEW_ASSIGN(const Loaded loaded, workspace.load(*ref));
  return show_whole(workspace, *ref, loaded);
}

}  // namespace clew
