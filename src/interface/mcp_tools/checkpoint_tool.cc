// session_checkpoint: `record`, with a line for the named point, each piece of evidence and each
// file to keep. All of it is recorded, or nothing.

#include <fmt/format.h>

#include "base/text.h"
#include "interface/mcp_tools/session_reply.h"
#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

constexpr const char* kEvidenceExample = R"(session_checkpoint {"name":"…","evidence":{"…":…}})";
constexpr size_t kMaxShownName = 200;

Value line_of(const char* type, Value data, const std::string& step) {
  if (!step.empty()) data.set("step", step);
  Value line = Value::object();
  line.set("type", type);
  line.set("data", std::move(data));
  return line;
}

std::string note_of(const CheckpointArguments& arguments) {
  std::string shown;
  for (const auto& [name, value] : arguments.evidence.as_object()) {
    shown += fmt::format("{}{}={}", shown.empty() ? "" : ", ", name, to_text(value));
  }
  if (shown.empty()) return arguments.note;
  return fmt::format("{}{}shown (claimed): {}", arguments.note, arguments.note.empty() ? "" : " · ",
                     shown);
}

// Files first, so that the point is the last that is told of them; evidence as values of the step.
std::vector<Value> lines_for(const CheckpointArguments& arguments) {
  std::vector<Value> lines;
  for (const auto& path : arguments.artifacts) {
    if (path.empty()) continue;  // models fill in what they do not mean
    Value artifact = Value::object();
    artifact.set("path", path);
    lines.push_back(line_of(ArtifactAdded::name, std::move(artifact), arguments.step));
  }
  Value point = Value::object();
  point.set("label", arguments.name);
  const std::string note = note_of(arguments);
  if (!note.empty()) point.set("note", note);
  lines.push_back(line_of(CheckpointMade::name, std::move(point), arguments.step));
  for (const auto& [name, value] : arguments.evidence.as_object()) {
    Value attribute = Value::object();
    attribute.set("owner", name_of(AttributeOwner::kStep));
    attribute.set("key", name);
    attribute.set("value", value);
    lines.push_back(line_of(AttributeSet::name, std::move(attribute), arguments.step));
  }
  return lines;
}

// The lines are clew's own affair.
Error without_line(Error error) {
  const size_t colon = error.message.find(": ");
  if (error.message.starts_with("line ") && colon != std::string::npos) {
    error.message = error.message.substr(colon + 2);
  }
  error.message += "; nothing was recorded";
  if (error.next.find("--dry-run") != std::string::npos) {
    error.next = "name a step, and list files of this project in \"artifacts\"";
  }
  return error;
}

}  // namespace

Result<SessionReply> call_checkpoint(SessionCall& call, const CheckpointArguments& arguments) {
  if (!arguments.evidence.is_null() && !arguments.evidence.is_object()) {
    return make_error(ErrorCode::kUsage, "evidence must be an object", "evidence",
                      kEvidenceExample);
  }
  if (arguments.evidence.find("") != nullptr) {
    return make_error(ErrorCode::kUsage, "evidence needs a name", "evidence", kEvidenceExample);
  }
  if (arguments.yes) call.agree();
  auto answer = call.record(lines_for(arguments));
  if (!answer) return without_line(answer.error());
  call.bind(*answer, SessionCall::Binding::kFirstWork);
  const size_t notes = std::min(answer->text.find('\n'), answer->text.size());
  const Value* seq = answer->data.find("seq");
  const std::string name = cut(one_line(arguments.name), kMaxShownName);
  std::string text = fmt::format("checkpoint {} at {}", name, seq == nullptr ? 0 : seq->as_int());
  std::vector<std::string> kept = arguments.artifacts;
  std::erase(kept, std::string());
  if (!kept.empty()) text += fmt::format("\nkept {}", fmt::join(kept, ", "));
  answer->text = text + answer->text.substr(notes);
  return changed_reply(call, *answer);
}

}  // namespace clew
