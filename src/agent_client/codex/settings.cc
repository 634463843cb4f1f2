#include "agent_client/codex/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent_client/hook_command.h"
#include "document/toml/toml_spans.h"

namespace clew {
namespace {

constexpr const char* kMark = "# by clew setup";
const TomlPath kServer{"mcp_servers", "clew"};
const TomlPath kSandbox{"sandbox_workspace_write"};
const TomlPath kRoots{"sandbox_workspace_write", "writable_roots"};

TomlPath below(TomlPath path, const char* name) {
  path.emplace_back(name);
  return path;
}

bool is_marked(const std::string& text, const TomlTable& table) {
  return slice(text, table.header.begin, table.header.end).find(kMark) != std::string_view::npos;
}

bool is_of_server(const TomlTable& table) {
  return table.path.size() >= 2 && table.path[0] == kServer[0] && table.path[1] == kServer[1];
}

// What clew's server has besides what clew writes: a variable, a timeout. What Codex itself keeps
// there of the server's tools goes with it. Empty when there is nothing.
std::string foreign_key(const TomlDocument& document) {
  for (const TomlTable& table : document.tables) {
    if (!is_of_server(table)) continue;
    const bool is_inner = table.path.size() > 2;
    if (is_inner && table.path[2] != "tools") return table.path[2];
    for (const TomlEntry& entry : table.entries) {
      const std::string& name = entry.path.back();
      if (!is_inner && name != "command" && name != "args") return name;
    }
  }
  return {};
}

bool is_plain_word(std::string_view text, Span span, const std::string& word) {
  return toml_text(slice(text, span.begin, span.end)) == word;
}

Error too_unusual(const char* what, const std::string& by_hand) {
  return make_error(ErrorCode::kInvalid,
                    fmt::format("{} is written in a way that clew cannot edit", what), "",
                    fmt::format("add to it by hand: {}", by_hand));
}

// A table of its own at the end, behind one blank line, with the line ends of the file.
void append_table(SettingsEdit& text, const std::string& header, const std::string& lines) {
  const std::string& now = text.text();
  const std::string newline = newline_of(now);
  std::string added = now.empty() || now.ends_with('\n') ? "" : newline;
  if (!now.empty()) added += newline;
  std::string body = fmt::format("[{}]  {}\n{}\n", header, kMark, lines);
  for (size_t at = 0; newline != "\n" && (at = body.find('\n', at)) != std::string::npos; at += 2) {
    body.replace(at, 1, newline);
  }
  text.change(replace(now.size(), now.size(), added + body));
}

// The entry is added below the header of clew's server, or only its value replaced.
Status set_entry(SettingsEdit& text, const TomlPath& path, const std::string& value) {
  CLEW_ASSIGN(const TomlDocument document, scan_toml(text.text()));
  const TomlEntry* entry = document.find_entry(path);
  if (entry == nullptr) {
    const TomlTable* table = document.find_table(kServer);
    text.change(replace(table->header.end, table->header.end,
                        fmt::format("{} = {}{}", path.back(), value, newline_of(text.text()))));
  } else if (slice(text.text(), entry->value.begin, entry->value.end) != value) {
    text.change({entry->value, value});
  }
  return success();
}

// Whose server it is decides: clew's own is brought up to date, one written by hand gets the
// present program, and another one is left alone with a note. An inline `mcp_servers = {…}` cannot
// be edited: the error says what to add.
Status add_codex_server(SettingsEdit& text, const ConfigParts& parts,
                        std::vector<std::string>& notes) {
  const std::string command = toml_string(parts.program);
  const std::string lines = fmt::format("command = {}\nargs = [\"mcp\"]", command);
  CLEW_ASSIGN(const TomlDocument document, scan_toml(text.text()));
  std::string program;
  switch (find_codex_server(text.text(), program)) {
    case ServerOwner::kOwn:
      CLEW_TRY(set_entry(text, below(kServer, "command"), command));
      return set_entry(text, below(kServer, "args"), "[\"mcp\"]");
    case ServerOwner::kOther:
      notes.emplace_back("mcp_servers.clew is another server; left unchanged");
      return success();
    case ServerOwner::kByHand:
      return set_entry(text, below(kServer, "command"), command);
    case ServerOwner::kNone:
      break;
  }
  if (document.find_entry({"mcp_servers"}) != nullptr) {
    return too_unusual("mcp_servers",
                       fmt::format("clew = {{ command = {}, args = [\"mcp\"] }}", command));
  }
  append_table(text, "mcp_servers.clew", lines);
  return success();
}

// The sandbox must be able to write into the store's folder. The places are tried in this order:
// the list itself, its table, dotted keys at the top, and else a table of its own.
Status add_root(SettingsEdit& text, const std::string& folder) {
  if (folder.empty()) return success();
  const std::string element = toml_string(folder);
  const std::string line = fmt::format("writable_roots = [{}]", element);
  const std::string newline = newline_of(text.text());
  CLEW_ASSIGN(const TomlDocument document, scan_toml(text.text()));
  if (const TomlEntry* roots = document.find_entry(kRoots)) {
    if (!roots->is_list) return too_unusual("writable_roots", line);
    const bool there = std::any_of(roots->elements.begin(), roots->elements.end(), [&](Span each) {
      return is_plain_word(text.text(), each, folder);
    });
    if (!there) add_element(text, *roots, element);
    return success();
  }
  if (document.find_entry(kSandbox) != nullptr) {
    return too_unusual("sandbox_workspace_write", line);
  }
  if (const TomlTable* table = document.find_table(kSandbox)) {
    text.change(replace(table->header.end, table->header.end,
                        fmt::format("{}  {}{}", line, kMark, newline)));
    return success();
  }
  // Dotted keys make the table; a header would make it twice.
  for (const TomlEntry& entry : document.tables.front().entries) {
    if (entry.path.front() != kSandbox.front()) continue;
    text.change(replace(entry.line.end, entry.line.end,
                        fmt::format("{}.{}  {}{}", kSandbox.front(), line, kMark, newline)));
    return success();
  }
  append_table(text, kSandbox.front(), line);
  return success();
}

// With the blank line before it, if there is one.
void remove_lines(SettingsEdit& text, Span lines) {
  const std::string& now = text.text();
  const bool is_table = now[lines.begin] == '[';
  if (is_table && lines.begin > 0) {
    const size_t above = line_start(now, lines.begin - 1);
    if (line_end(now, above) == above) lines.begin = above;
  }
  text.change({lines, ""});
}

// Only what clew wrote goes. Settings that somebody added to clew's server keep the whole of it.
Status remove_codex_server(SettingsEdit& text, std::vector<std::string>& notes) {
  std::string program;
  const ServerOwner server = find_codex_server(text.text(), program);
  if (server == ServerOwner::kOther) {
    notes.emplace_back("mcp_servers.clew is another server; left unchanged");
  }
  if (server == ServerOwner::kByHand) {
    notes.emplace_back(
        "mcp_servers.clew is written in a way that clew cannot edit; left unchanged");
  }
  if (server != ServerOwner::kOwn) return success();
  CLEW_ASSIGN(const TomlDocument document, scan_toml(text.text()));
  if (const std::string foreign = foreign_key(document); !foreign.empty()) {
    notes.push_back(fmt::format(
        "mcp_servers.clew has \"{}\", which clew did not write; left unchanged", foreign));
    return success();
  }
  // Backwards, so that the spans stay true.
  for (size_t i = document.tables.size(); i-- > 1;) {
    const TomlTable& table = document.tables[i];
    if (is_of_server(table)) remove_lines(text, {table.header.begin, table.end});
  }
  return success();
}

// The folder's element goes; with it its line or its table, if clew had made them and nothing else
// is in them.
Status remove_root(SettingsEdit& text, const std::string& folder) {
  CLEW_ASSIGN(TomlDocument document, scan_toml(text.text()));
  const TomlEntry* roots = document.find_entry(kRoots);
  if (roots == nullptr || !roots->is_list || folder.empty()) return success();
  const auto& elements = roots->elements;
  const auto own = std::find_if(elements.begin(), elements.end(), [&](Span each) {
    return is_plain_word(text.text(), each, folder);
  });
  if (own == elements.end()) return success();
  const std::string_view line = slice(text.text(), roots->line.begin, roots->line.end);
  const TomlTable* table = document.find_table(kSandbox);
  const bool own_table = table != nullptr && is_marked(text.text(), *table);
  if (elements.size() == 1 && own_table && table->entries.size() == 1) {
    remove_lines(text, {table->header.begin, table->end});
  } else if (elements.size() == 1 && line.find(kMark) != std::string_view::npos) {
    remove_lines(text, roots->line);
  } else {
    remove_element(text, *roots, static_cast<size_t>(own - elements.begin()));
  }
  CLEW_TRY(scan_toml(text.text()));
  return success();
}

}  // namespace

Status add_to_codex(SettingsEdit& text, const ConfigParts& parts, std::vector<std::string>& notes) {
  CLEW_TRY(add_codex_server(text, parts, notes));
  CLEW_TRY(add_root(text, parts.store_folder));
  CLEW_TRY(scan_toml(text.text()));
  return success();
}

Status remove_from_codex(SettingsEdit& text, const ConfigParts& parts,
                         std::vector<std::string>& notes) {
  CLEW_TRY(remove_codex_server(text, notes));
  return remove_root(text, parts.store_folder);
}

// `program` is the command of the server that was found. Own: it is marked, or runs `clew mcp`. By
// hand: it does so, and is not written as a table.
ServerOwner find_codex_server(const std::string& text, std::string& program) {
  const auto document = scan_toml(text);
  if (!document || !document->has_below(kServer)) return ServerOwner::kNone;
  if (const TomlEntry* command = document->find_entry(below(kServer, "command"))) {
    program = toml_text(slice(text, command->value.begin, command->value.end));
  }
  const TomlTable* table = document->find_table(kServer);
  const TomlEntry* arguments = document->find_entry(below(kServer, "args"));
  const bool runs_clew = is_clew_program(program) && arguments != nullptr &&
                         arguments->elements.size() == 1 &&
                         is_plain_word(text, arguments->elements[0], "mcp");
  if (table == nullptr) return runs_clew ? ServerOwner::kByHand : ServerOwner::kOther;
  return runs_clew || is_marked(text, *table) ? ServerOwner::kOwn : ServerOwner::kOther;
}

}  // namespace clew
