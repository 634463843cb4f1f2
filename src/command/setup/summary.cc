#include "command/setup/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/json_settings.h"
#include "base/columns.h"
#include "base/line_diff.h"
#include "secrets/secrets.h"

namespace clew {
namespace {

constexpr const char* kInner = "    ";
constexpr size_t kMinColumns = 60;

std::string short_path(const std::string& path, const std::string& home) {
  return !home.empty() && path.starts_with(home + "/") ? "~" + path.substr(home.size()) : path;
}

// More of a line is looked at than is shown, so that no half of a secret stands at the end.
constexpr size_t kMaxOfLine = 4000;
constexpr size_t kMaxLookedAt = 16'000;

std::string line_without_secrets(std::string_view line) {
  std::string text(line.substr(0, kMaxLookedAt));
  const auto secrets = find_secrets(text);
  for (auto secret = secrets.rbegin(); secret != secrets.rend(); ++secret) {
    text.replace(secret->start, secret->length, fmt::format("[{}]", secret->kind));
  }
  return cut(text, kMaxOfLine);
}

std::string difference_of(const SettingsChange& change, const std::string& home) {
  const std::string name = shown_path(change.before, home);
  return unified_diff(change.before.exists ? name : "/dev/null", change.after ? name : "/dev/null",
                      change.before.text, change.after.value_or(""), line_without_secrets);
}

// "+12 -1 lines".
std::string size_of(const SettingsChange& change) {
  const std::string text = difference_of(change, "");
  size_t more = 0;
  size_t less = 0;
  size_t number = 0;
  for (size_t at = 0; at < text.size(); ++number) {
    if (number > 1) {  // below the two names
      more += text[at] == '+' ? 1 : 0;
      less += text[at] == '-' ? 1 : 0;
    }
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  if (less == 0) return fmt::format("+{} lines", more);
  return more == 0 ? fmt::format("-{} lines", less) : fmt::format("+{} -{} lines", more, less);
}

// What runs when a handler or a server is called, as people write it.
std::string call_of(const Value& entry) {
  const Value* command = entry.find("command");
  std::string line = command == nullptr ? std::string() : command->as_string();
  const Value* words = entry.find("args");
  if (words == nullptr) return line;
  for (const Value& word : words->as_list()) line += " " + word.as_string();
  return line;
}

char sign_of(bool before, bool after) {
  if (before && after) return '~';
  return after ? '+' : '-';
}

// The lines about one file.
class FileSummary {
 public:
  FileSummary(const SettingsChange& change, const SummaryFrame& frame)
      : change_(change), frame_(frame) {}

  std::string write() {
    const std::string after = change_.after.value_or("");
    if (change_.location->kind == SettingsKind::kFile) {
      tell_file(change_.before.exists ? change_.before.text : "", after);
    } else if (change_.location->kind == SettingsKind::kConfig) {
      tell_config(change_.before.text, after);
    } else {
      const Value empty = Value::object();
      tell_tree(parse_settings(change_.before.text).value_or(empty),
                parse_settings(after).value_or(empty));
    }
    return fmt::format("  {}  {}, {}\n{}", shown_path(change_.before, frame_.home),
                       change_word(change_), size_of(change_), lines_);
  }

 private:
  struct Events {
    std::string names;
    size_t count = 0;
    std::string call;
  };

  void tell_tree(const Value& before, const Value& after) {
    for (const char sign : {'+', '~', '-'}) {
      const Events events = changed_events(before, after, sign);
      if (events.count == 0) continue;
      add(fmt::format("{} {} {}: {}", sign, events.count, events.count == 1 ? "hook" : "hooks",
                      events.names));
      if (sign != '-') add(fmt::format("  each calls  {}", events.call));
    }
    const Value* old_server = find_value(before, {"mcpServers", "clew"});
    const Value* new_server = find_value(after, {"mcpServers", "clew"});
    tell_server(old_server == nullptr ? std::string() : call_of(*old_server),
                new_server == nullptr ? std::string() : call_of(*new_server));
  }

  // Those where clew's own handlers come, change or go.
  Events changed_events(const Value& before, const Value& after, char sign) const {
    Events events;
    std::vector<std::string> names = names_in(after);
    for (const std::string& name : names_in(before)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    for (const std::string& name : names) {
      const std::vector<Value> old_ones = own_at(before, name);
      const std::vector<Value> new_ones = own_at(after, name);
      const bool same = list_at(before, name) == list_at(after, name);
      if (same || (old_ones.empty() && new_ones.empty())) continue;
      if (sign_of(!old_ones.empty(), !new_ones.empty()) != sign) continue;
      events.names += (events.count++ == 0 ? "" : ", ") + name;
      if (events.call.empty() && !new_ones.empty()) events.call = call_of(new_ones.front());
    }
    return events;
  }

  static std::vector<std::string> names_in(const Value& tree) {
    std::vector<std::string> names;
    const Value* hooks = tree.find("hooks");
    if (hooks == nullptr) return names;
    for (const auto& [name, unused] : hooks->as_object()) names.push_back(name);
    return names;
  }

  static Value list_at(const Value& tree, const std::string& event) {
    const Value* list = find_value(tree, {"hooks", event});
    return list == nullptr ? Value() : *list;
  }

  std::vector<Value> own_at(const Value& tree, const std::string& event) const {
    Value hooks = Value::object();
    hooks.set(event, list_at(tree, event));
    Value alone = Value::object();
    alone.set("hooks", std::move(hooks));
    return own_handlers(alone, *change_.agent);
  }

  void tell_config(const std::string& before, const std::string& after) {
    const auto call = [&](const std::string& text) {
      std::string program;
      if (change_.agent->config->find_server(text, program) != ServerOwner::kOwn)
        return std::string();
      return program + " mcp";
    };
    tell_server(call(before), call(after));
    const auto writable = [&](const std::string& text) {
      return !frame_.store_folder.empty() && text.find(frame_.store_folder) != std::string::npos;
    };
    if (writable(before) == writable(after)) return;
    add(fmt::format("{} its sandbox may write: {}", sign_of(writable(before), writable(after)),
                    short_path(frame_.store_folder, frame_.home)));
  }

  void tell_file(const std::string& before, const std::string& after) {
    const auto call = [&](const std::string& text) {
      const Value handler = change_.agent->own_files->find_handler(text);
      return handler.is_null() ? std::string() : call_of(handler);
    };
    const std::string now = call(after.empty() ? before : after);
    const char sign = sign_of(!before.empty(), !after.empty());
    if (now.empty()) {
      add(fmt::format("{} so that its start does not wait for the network", sign));
    } else {
      add(fmt::format("{} a plugin that calls  {}", sign, now));
    }
  }

  void tell_server(const std::string& before, const std::string& after) {
    if (before == after) return;
    add(fmt::format("{} MCP server clew: {}", sign_of(!before.empty(), !after.empty()),
                    after.empty() ? before : after));
  }

  // Broken between words where it is too long for the screen.
  void add(std::string text) {
    const auto secrets = find_secrets(text);
    for (auto secret = secrets.rbegin(); secret != secrets.rend(); ++secret) {
      text.replace(secret->start, secret->length, fmt::format("[{}]", secret->kind));
    }
    const size_t width = columns_left(std::max(frame_.columns, kMinColumns), 8);
    std::string indent = kInner;
    while (count_columns(text) > width) {
      const size_t end = text.rfind(' ', width);
      if (end == std::string::npos || end < 4) break;
      lines_ += indent + text.substr(0, end) + "\n";
      text.erase(0, end + 1);
      indent = std::string(kInner) + "    ";
    }
    lines_ += indent + text + "\n";
  }

  const SettingsChange& change_;
  const SummaryFrame& frame_;
  std::string lines_;
};

}  // namespace

std::string shown_path(const SettingsText& file, const std::string& home) {
  const std::string path = short_path(file.path, home);
  return file.location == file.path
             ? path
             : fmt::format("{} (is {})", path, short_path(file.location, home));
}

const char* change_word(const SettingsChange& change) {
  if (!change.changes()) return "unchanged";
  if (!change.after) return "removed";
  return change.before.exists ? "changed" : "created";
}

std::string setup_difference(const std::vector<SettingsChange>& changes, const std::string& home) {
  std::string all;
  for (const SettingsChange& change : changes) {
    if (change.changes()) all += difference_of(change, home);
  }
  if (!all.empty()) all.pop_back();  // whoever prints it ends the line
  return all;
}

std::string setup_summary(const std::vector<SettingsChange>& changes, const SummaryFrame& frame) {
  std::string all;
  const AgentClient* agent = nullptr;
  for (const SettingsChange& change : changes) {
    if (!change.changes()) continue;
    if (change.agent != agent) all += fmt::format("{}\n", change.agent->title);
    agent = change.agent;
    all += FileSummary(change, frame).write();
  }
  if (!all.empty()) all.pop_back();
  return all;
}

}  // namespace clew
