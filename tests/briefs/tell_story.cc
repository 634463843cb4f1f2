#include "tell_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "agent_client/read_fields.h"
#include "document/json/json.h"
#include "document/json/lenient_json.h"
#include "testing/replay.h"
#include "testing/steady_line.h"

namespace clew {
namespace {

constexpr const char* kNewcomer = "0e7c0de0-0000-4000-8000-00000000beef";

// A new conversation, as the client tells it.
std::string start_of(const std::string& client) {
  if (client == "cursor") {
    return fmt::format(
        R"({{"conversation_id":"{0}","session_id":"{0}","generation_id":"g1","model":"auto",)"
        R"("hook_event_name":"sessionStart","cursor_version":"2.4.0","workspace_roots":["$W"],)"
        R"("is_background_agent":false}})",
        kNewcomer);
  }
  if (client == "opencode") {
    return fmt::format(
        R"({{"hook_event_name":"event","directory":"$W","input":{{"event":{{"type":)"
        R"("session.created","properties":{{"info":{{"id":"ses_{0}","directory":"$W"}}}}}}}},)"
        R"("output":{{}}}})",
        kNewcomer);
  }
  return fmt::format(R"({{"session_id":"{}","transcript_path":"$W/../home/new.jsonl","cwd":"$W",)"
                     R"("hook_event_name":"SessionStart","source":"startup"}})",
                     kNewcomer);
}

// What the model is given by an answer, whichever way the client wants it.
std::string words_in(const std::string& answer) {
  const auto tree = parse_cut_json(answer);
  if (!tree || !tree->is_object()) return answer;
  for (const char* name : {"additional_context", "additionalContext", "context"}) {
    if (tree->find(name) != nullptr) return text_at(*tree, {name});
  }
  return answer;
}

// The answers of a server, one message a line: the text of the last one.
std::string tool_text_in(const std::string& answers) {
  const size_t start = answers.rfind('\n', answers.size() < 2 ? 0 : answers.size() - 2);
  const auto last = parse_cut_json(answers.substr(start == std::string::npos ? 0 : start + 1));
  if (!last) return {};
  const auto& content = value_at(*last, {"result", "content"}).as_list();
  return content.empty() ? std::string() : text_at(content.front(), {"text"});
}

std::string resumed_by_tool(Replay& replay) {
  replay.add_input(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
      R"("capabilities":{},"clientInfo":{"name":"newcomer","version":"1.0"}}})");
  replay.add_input(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  replay.add_input(
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"session_resume",)"
      R"("arguments":{}}})");
  replay.run("clew mcp");
  return tool_text_in(replay.take_text());
}

// The last conversation of the client is about to be compacted.
std::string reported_to_summariser(Replay& replay, const BriefStory& story,
                                   const std::string& client) {
  std::string conversation;
  for (const auto& line : story.lines) {
    if (!line.starts_with("% " + client + " {")) continue;
    const auto event = parse_cut_json(line.substr(client.size() + 3));
    if (event) conversation = text_at(*event, {"session_id"});
  }
  replay.tell(fmt::format(R"({} {{"session_id":"{}","cwd":"$W","hook_event_name":"PreCompact",)"
                          R"("trigger":"auto","custom_instructions":""}})",
                          client, conversation));
  return replay.take_text();
}

// Hashes over the folder of the replay differ from run to run.
std::string steady(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += steady_line(line) + "\n";
  return out;
}

std::string brief_of(Replay& replay, const BriefStory& story) {
  const std::string& reader = story.brief.front();
  if (reader == "mcp") return resumed_by_tool(replay);
  if (reader == "cli") {
    replay.run("clew brief");
    return replay.take_text();
  }
  if (story.brief.size() > 1) return reported_to_summariser(replay, story, reader);
  replay.tell(reader + " " + start_of(reader));
  return words_in(replay.take_text());
}

std::string log_of(Replay& replay) {
  replay.run("clew list --all --json");
  const Value list = parse_cut_json(replay.take_text()).value_or(Value());
  for (const auto& session : value_at(list, {"data", "sessions"}).as_list()) {
    replay.run("clew log " + text_at(session, {"session"}));
  }
  return replay.take_text();
}

void play(Replay& replay, ReportedProcesses& processes, const std::string& line) {
  const std::string rest = line.substr(std::min<size_t>(2, line.size()));
  if (line.starts_with("% ")) replay.tell(rest);
  if (line.starts_with("$ ")) replay.run(rest);
  if (line.starts_with("@ ")) replay.go(rest);
  if (line.starts_with("< ")) replay.add_input(rest);
  if (line.starts_with("> ")) replay.write_line(rest, std::ios::out);
  if (line.starts_with(">> ")) replay.write_line(line.substr(3), std::ios::app);
  if (!line.starts_with("& ")) return;
  const auto words = split_words(rest);
  if (words.size() == 3 && words[0] == "kill") processes.end(words[1], words[2]);
  if (words.size() == 2 && words[0] == "daemon") processes.share(words[1]);
}

}  // namespace

ReportedStory tell_story(const BriefStory& story) {
  Replay replay(Marks::kExact);
  replay.copy_from(story_folder());
  ReportedProcesses& processes = replay.tell_processes();
  for (const auto& line : story.lines) play(replay, processes, line);
  static_cast<void>(replay.take_text());
  ReportedStory reported;
  reported.brief = steady(brief_of(replay, story));
  reported.log = steady(log_of(replay));
  return reported;
}

bool is_reported_by_hooks(const BriefStory& story) {
  return std::none_of(story.lines.begin(), story.lines.end(), [](const std::string& line) {
    return line.starts_with("$ clew ") || line.find("mcp__clew__") != std::string::npos;
  });
}

}  // namespace clew
