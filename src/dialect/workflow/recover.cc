#include "dialect/workflow/recover.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dialect/workflow/shapes.h"
#include "dialect/workflow/state.h"
#include "document/json/json.h"

namespace clew::workflow {
namespace {

std::vector<std::string> missing_sections(const Value& tree) {
  std::vector<std::string> missing;
  for (const auto& field : state_document().shape.fields) {
    if (tree.find(field.name) == nullptr) missing.push_back(field.name);
  }
  return missing;
}

// Past the string that begins at `at`; nothing when it does not end.
std::optional<size_t> string_end(const std::string& text, size_t at) {
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> close_json(const std::string& text) {
  std::string open;    // the ends of what is open, outermost first
  std::string closed;  // of the text up to `end`
  size_t end = 0;
  bool key = false;  // the next string names a member
  const auto keep = [&](size_t upto) {
    end = upto;
    closed.assign(open.rbegin(), open.rend());
  };
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
      key = c == '{';
      keep(++i);
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != c) return std::nullopt;
      open.pop_back();
      if (open.empty()) return std::nullopt;
      keep(++i);
    } else if (c == '"') {
      const auto after = string_end(text, i);
      if (!after) break;
      i = *after;
      if (!key) keep(i);
    } else if (c == ':') {
      key = false;
      ++i;
    } else if (c == ',') {
      key = !open.empty() && open.back() == '}';
      ++i;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++i;
    } else {
      const size_t after = text.find_first_of(",]} \t\r\n", i);
      if (after == std::string::npos) break;
      i = after;
      keep(i);
    }
  }
  if (end == 0 || open.empty()) return std::nullopt;
  return text.substr(0, end) + closed;
}

Readings recover(const Dialect& dialect, const FileSet& files) {
  Readings all;
  for (const auto& file : files.files) {
    const auto text = close_json(file.text);
    const auto tree = text ? parse_json(*text) : Result<Value>(Error{});
    if (!tree.ok()) continue;
    Readings readings = dialect.read({{NamedFile{file.path, *text}}});
    const auto missing = missing_sections(*tree);
    Finding used;
    used.severity = Severity::kWarning;
    used.rule = fmt::format("{}.cut-off", kName);
    used.message =
        fmt::format("the file is cut off: the {} bytes before the cut were used{}", text->size(),
                    missing.empty() ? std::string()
                                    : fmt::format("; {} may be missing", fmt::join(missing, ", ")));
    used.next = "clew repair " + file.path;
    used.file = file.path;
    all.findings.push_back(std::move(used));
    for (auto& finding : readings.findings) all.findings.push_back(std::move(finding));
    for (auto& reading : readings.sessions) all.sessions.push_back(std::move(reading));
  }
  return all;
}

Result<Session> stand_at(const Dialect& dialect, const FileSet& files, const std::string& phase) {
  Readings readings = dialect.read(files);
  if (readings.sessions.empty()) readings = recover(dialect, files);
  if (readings.sessions.empty()) {
    return make_error(ErrorCode::kInvalid, "no workflow can be recognized in what is left", phase,
                      "clew start --dialect workflow --workflow DIR --target PATH");
  }
  Session session = std::move(readings.sessions.front().session);
  const std::vector<StepId> phases = session.root().children;
  std::vector<std::string> names;
  bool before = true;
  for (const StepId id : phases) {
    Step& step = session.steps[id.number];
    names.push_back(dialect.step_name(session, step));
    if (names.back() == phase) {
      before = false;
      session.steps[0].current_child = id;
    }
    if (before && step.status != StepStatus::kSkipped) step.status = StepStatus::kDone;
    if (!before) step.status = StepStatus::kPending;
  }
  if (before) {
    return make_error(
        ErrorCode::kInvalid,
        phase.empty()
            ? fmt::format("It can be restarted at {}", fmt::join(names, ", "))
            : fmt::format("there is no phase {}; choose one of: {}", phase, fmt::join(names, ", ")),
        phase, fmt::format("clew repair --at {}", names.empty() ? "…" : names[0]));
  }
  session.lifecycle.status = Lifecycle::kActive;
  session.lifecycle.ended_at.reset();
  session.steps[0].status = StepStatus::kActive;
  return session;
}

}  // namespace clew::workflow
