// What sessions of one kind have besides a plan: the scope, symbols and dependencies of a
// structural checkpoint, the agents of an orchestration with what they left, the stage of an essay,
// the task of a feature. Dialects keep these as attributes under their own names.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "brief/sections.h"
#include "brief/stored_text.h"

namespace clew {
namespace {

const Value* attribute_named(const std::vector<Attribute>& attributes, std::string_view key) {
  for (const auto& attribute : attributes) {
    if (attribute.key == key) return &attribute.value;
  }
  return nullptr;
}

std::string list_words(const Value* value, size_t most) {
  if (value == nullptr) return {};
  std::vector<std::string> names;
  for (const auto& item : value->as_list()) {
    if (names.size() < 6) names.push_back(recorded(item.as_string(), most));
  }
  const size_t more = value->as_list().size() - names.size();
  if (more > 0) names.push_back(fmt::format("+{} more", more));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string scope_line(const std::vector<Attribute>& root) {
  const std::string areas = list_words(attribute_named(root, "structural.scope.subsystems"), 40);
  const std::string files = list_words(attribute_named(root, "structural.scope.files"), 60);
  const Value* confidence = attribute_named(root, "structural.confidence");
  if (areas.empty() && files.empty() && confidence == nullptr) return {};
  std::string text = "Scope: " + areas;
  if (!files.empty()) text += (areas.empty() ? "" : "; ") + files;
  if (confidence != nullptr) text += "; confidence " + recorded(confidence->as_string(), 20);
  return text;
}

std::string symbols_line(const std::vector<Attribute>& root) {
  const Value* symbols = attribute_named(root, "structural.symbols");
  if (symbols == nullptr || symbols->as_object().empty()) return {};
  std::vector<std::string> names;
  for (const auto& [name, symbol] : symbols->as_object()) {
    if (names.size() == 8) break;
    const Value* kind = symbol.find("kind");
    const Value* role = symbol.find("role");
    std::string text = recorded(name, 60);
    if (kind != nullptr && role != nullptr) {
      text += fmt::format(" ({}, {})", recorded(kind->as_string(), 24),
                          recorded(role->as_string(), 32));
    }
    names.push_back(std::move(text));
  }
  const size_t more = symbols->as_object().size() - names.size();
  if (more > 0) names.push_back(fmt::format("+{} more", more));
  return fmt::format("Symbols: {}", fmt::join(names, " · "));
}

std::string dependencies_line(const std::vector<Attribute>& root) {
  const Value* dependencies = attribute_named(root, "structural.dependencies");
  if (dependencies == nullptr || dependencies->as_list().empty()) return {};
  std::vector<std::string> lines;
  for (const auto& one : dependencies->as_list()) {
    if (lines.size() == 8) break;
    const auto part = [&](const char* name) {
      const Value* value = one.find(name);
      return value == nullptr ? std::string() : recorded(value->as_string(), 60);
    };
    lines.push_back(fmt::format("{} {} {}", part("src"), part("relation"), part("dst")));
  }
  const size_t more = dependencies->as_list().size() - lines.size();
  if (more > 0) lines.push_back(fmt::format("+{} more", more));
  return fmt::format("Depends: {}", fmt::join(lines, " · "));
}

// Agents that are through, with what they left behind.
std::vector<std::string> agent_lines(const Session& session) {
  std::vector<std::string> out;
  const auto& agents = session.agents.items;
  for (auto agent = agents.rbegin(); agent != agents.rend() && out.size() < 6; ++agent) {
    if (agent->status != AgentStatus::kCompleted) continue;
    std::vector<std::string> files;
    for (const auto* paths :
         {&agent->files.created, &agent->files.modified, &agent->files.deleted}) {
      for (const auto& path : *paths) {
        if (files.size() < 4) files.push_back(recorded_path(path, 60));
      }
    }
    if (files.empty() && agent->summary.empty()) continue;
    std::string text =
        fmt::format("Agent {}{} done", recorded(agent->id.text, 40),
                    agent->type.empty() ? "" : " (" + recorded(agent->type, 30) + ")");
    if (!files.empty()) text += fmt::format(": {}", fmt::join(files, ", "));
    if (!agent->summary.empty()) text += "; " + quoted(agent->summary, 140);
    out.push_back(std::move(text));
  }
  return out;
}

std::string tail_of(const std::string& key) { return key.substr(key.rfind('.') + 1); }

// What an essay is at: its sections, its reader, what was verified.
std::string stage_line(const Scene& scene) {
  const Session& session = scene.session;
  std::vector<std::string> parts;
  for (const auto& step : session.steps) {
    if (step.removed) continue;
    for (const auto& attribute : step.attributes) {
      if (!attribute.key.starts_with("essay.") || attribute.value.is_null()) continue;
      const std::string name = tail_of(attribute.key);
      const std::string value = recorded(to_text(attribute.value), 60);
      if (name == "verified_claims") {
        parts.push_back(fmt::format("{}: {} verified claims", recorded(step.title, 40), value));
      } else if (name == "target_word_count") {
        parts.push_back(value + " words");
      } else if (name == "audience" || name == "claim_type") {
        parts.push_back(value);
      }
    }
  }
  constexpr size_t kMax = 8;
  if (parts.size() > kMax) parts.resize(kMax);
  return parts.empty() ? "" : fmt::format("Stage: {}", fmt::join(parts, " · "));
}

// Notes that a dialect keeps beside the work.
std::vector<std::string> note_lines(const Session& session) {
  std::vector<std::string> out;
  for (const auto& attribute : session.root().attributes) {
    const std::string name = tail_of(attribute.key);
    if (!name.ends_with("notes") || attribute.value.as_string().empty()) continue;
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    out.push_back(
        fmt::format("Kept {}: {}", recorded(words, 40), quoted(attribute.value.as_string(), 240)));
  }
  return out;
}

std::string artifacts_line(const Session& session) {
  constexpr size_t kMax = 6;
  std::vector<std::string> names;
  const auto& items = session.artifacts.items;
  for (auto artifact = items.rbegin(); artifact != items.rend(); ++artifact) {
    if (artifact->archived_as.empty()) names.push_back(recorded_path(artifact->path, 60));
  }
  for (const auto& step : session.steps) {
    const Attempt* passed = step.removed ? nullptr : step.passed_attempt();
    if (passed == nullptr) continue;
    for (const auto& output : passed->outputs) {
      const std::string name = recorded_path(output, 60);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  if (names.empty()) return {};
  const size_t more = names.size() > kMax ? names.size() - kMax : 0;
  if (more > 0) names.resize(kMax);
  return fmt::format("Artifacts: {}{}", fmt::join(names, " · "),
                     more > 0 ? fmt::format(" · +{} more", more) : "");
}

std::string task_line(const Scene& scene) {
  const Step& step = *scene.standing.step;
  if (scene.standing.at == kRoot || step.description.empty()) return {};
  return fmt::format("Task{}: {}", edited_mark(step.words_by), quoted(step.description, 220));
}

}  // namespace

Section particulars_section(const Scene& scene, size_t room) {
  const auto& root = scene.session.root().attributes;
  std::vector<std::string> lines = {task_line(scene), stage_line(scene), scope_line(root),
                                    symbols_line(root), dependencies_line(root)};
  for (auto& line : note_lines(scene.session)) lines.push_back(std::move(line));
  for (auto& line : agent_lines(scene.session)) lines.push_back(std::move(line));
  lines.push_back(artifacts_line(scene.session));
  for (auto& line : lines) line = cut(line, room);
  return lines_section(std::move(lines), "particulars");
}

}  // namespace clew
