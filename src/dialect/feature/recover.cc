#include "dialect/feature/recover.h"

#include "dialect/feature/fix_known_slips.h"
#include "dialect/feature/interpret.h"
#include "dialect/feature/names.h"
#include "dialect/feature/shapes.h"
#include "dialect/tree_dialect.h"
#include "document/json/json_lines.h"
#include "document/yaml/edit_yaml.h"
#include "document/yaml/yaml.h"

namespace clew {
namespace feature {
namespace {

Value parse_or_nothing(const std::string& text) {
  auto document = parse_yaml(text);
  return document && document->value.is_object() ? std::move(document->value) : Value::object();
}

// The text of a member that reads as a time.
std::string time_text(const Value& object, const char* name) {
  const std::string text = text_in(object, name);
  return parse_time(text) ? text : std::string();
}

std::string readable_index(const std::string& text) {
  if (parse_yaml(text)) return text;
  const auto without_orphans = repair_orphans(text);
  const std::string& rest = without_orphans ? without_orphans->text : text;
  const auto repaired = repair_index(rest);
  return repaired ? repaired->text : rest;
}

struct LastCommand {
  std::string first_at;
  std::string at;
  std::string model;
  std::string task;
};

LastCommand last_command(const std::string& history) {
  LastCommand last;
  LineReader lines;
  lines.add(history);
  lines.finish();
  while (true) {
    const auto line = lines.next();
    if (!line) continue;
    if (!line->has_value()) return last;
    const auto tree = parse_json_line(**line);
    if (!tree) continue;
    if (const auto at = time_text(*tree, "timestamp"); !at.empty()) {
      if (last.first_at.empty()) last.first_at = at;
      last.at = at;
    }
    if (const auto model = text_in(*tree, "model"); !model.empty()) last.model = model;
    if (const auto task = text_in(*tree, "task_id"); !task.empty()) last.task = task;
  }
}

// The task of the last command while it is open, else the last one that the plan says is in
// progress.
std::string active_task(const Value& plan, const std::string& last_task) {
  std::string active;
  for (const auto& phase : list_in(plan, "phases")) {
    for (const auto& task : list_in(phase, "tasks")) {
      const std::string id = text_in(task, "task_id");
      const std::string status = text_in(task, "status");
      if (!id.empty() && id == last_task && status != "completed") return id;
      if (status == "in_progress") active = id;
    }
  }
  return active;
}

void set_first(Value& object, const char* name, std::initializer_list<std::string> choices) {
  for (const auto& choice : choices) {
    if (choice.empty()) continue;
    object.set(name, choice);
    return;
  }
}

}  // namespace

Salvaged salvage_history(const std::string& text) {
  Salvaged salvaged;
  LineReader lines;
  lines.add(text);
  lines.finish();
  size_t number = 0;
  while (true) {
    const auto line = lines.next();
    ++number;
    if (!line) {
      salvaged.lost.push_back(number);
      continue;
    }
    if (!line->has_value()) return salvaged;
    const std::string_view content = (*line)->text;
    if (content.find_first_not_of(" \t") == std::string_view::npos) continue;
    const auto tree = parse_json_line(**line);
    if (tree && tree->is_object()) {
      salvaged.text.append(content).append("\n");
    } else {
      salvaged.lost.push_back(number);
    }
  }
}

Value reconstruct_state(const std::string& folder, const std::string& plan_text,
                        const std::string& history, const std::string& index_text) {
  const Value plan = parse_or_nothing(plan_text);
  const Value index = parse_or_nothing(readable_index(index_text));
  const Value* reported = plan.find("feature");
  const Value feature = reported == nullptr ? Value::object() : *reported;
  const LastCommand last = last_command(history);
  std::string id = last_part(folder);
  if (!is_feature_id(id)) id = text_in(feature, "id");
  Value listed = Value::object();
  for (const auto& one : list_in(index, "active_features")) {
    if (text_in(one, "feature_id") == id) listed = one;
  }
  if (id.empty() || (plan.as_object().empty() && last.at.empty() && listed.as_object().empty())) {
    return Value();
  }
  Value state = Value::object();
  state.set("version", "1.0");
  state.set("feature_id", id);
  Value current = Value::object();
  current.set("active_task", text_or_null(active_task(plan, last.task)));
  set_first(current, "model_in_use", {last.model});
  const std::string created = time_text(feature, "created_at");
  set_first(current, "started_at", {created, time_text(listed, "started_at"), last.first_at});
  // The later of the two: whichever program wrote last.
  const std::string active = time_text(listed, "last_active");
  const auto a = parse_time(active);
  const auto b = parse_time(last.at);
  const bool is_index_later = a && (!b || b->time < a->time);
  set_first(current, "last_updated", {is_index_later ? active : last.at, active, created});
  state.set("current_state", std::move(current));
  return state;
}

}  // namespace feature

Result<FileSet> migrate_feature(const FileSet& files) {
  using namespace feature;
  FileSet out;
  for (const auto& file : files.files) {
    const std::string name = last_part(file.path);
    const bool is_state = name == kStateFile;
    if (!is_state && name != kIndexFile) continue;
    std::string text = file.text;
    if (!is_state) {
      text = readable_index(text);
    } else if (auto repaired = repair_state(text)) {
      text = std::move(repaired->text);
    }
    auto document = parse_yaml(text);
    if (!document) {
      Error error = document.error();
      error.subject = file.path;
      return error;
    }
    if (is_state) {
      const Value& state = document->value;
      if (const auto version = unknown_version(state)) {
        return make_error(ErrorCode::kInvalid,
                          "version " + *version + " is not supported; nothing was migrated",
                          file.path, "use a version of clew that supports it");
      }
      const Value* version = state.find("version");
      if (state.is_object() && (version == nullptr || *version != Value("1.0"))) {
        const EditKind kind = version == nullptr ? EditKind::kInsert : EditKind::kSet;
        auto edited = edit_yaml(text, {
                                          {kind, {"version"}, "1.0", size_t{0}}
        });
        if (!edited) return edited.error();
        text = std::move(*edited);
      }
    }
    if (text == file.text) continue;
    const std::string stem = name.substr(0, name.size() - std::string_view(".yaml").size());
    out.files.push_back({join_path(folder_of(file.path), stem + ".v1.0.yaml"), std::move(text),
                         FileWrite::kReplace, file.owner});
  }
  return out;
}

}  // namespace clew
