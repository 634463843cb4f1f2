#pragma once
// What an agent's client sends: to `clew mcp` a line each, to `clew hook` an event.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "served_child.h"

namespace clew::bench {

inline std::string request(int id, const std::string& method, const std::string& params) {
  return "{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id) + ",\"method\":\"" + method +
         "\",\"params\":" + params + "}\n";
}

inline const std::string& hello() {
  static const std::string kHello = request(1, "initialize",
                                            R"({"protocolVersion":"2025-06-18","capabilities":{},)"
                                            R"("clientInfo":{"name":"bench","version":"1"}})");
  return kHello;
}

inline std::string call(int id, const std::string& tool, const std::string& arguments) {
  return request(id, "tools/call", R"({"name":")" + tool + R"(","arguments":)" + arguments + "}");
}

// A note to a session, with a key of its own.
inline std::string note(int id, const std::string& session) {
  return call(id, "session_log",
              R"({"session":")" + session +
                  R"(","entries":[{"type":"note","text":"a note of ordinary length, number )" +
                  std::to_string(id) + R"("}],"key":"bench-)" + std::to_string(id) + "\"}");
}

inline void open_server(ServedChild& server) {
  server.ask(hello());
  server.tell("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
}

// What Claude Code sends in a conversation of its own in each folder.
inline std::string hook_event(const std::string& folder, const std::string& event,
                              const std::string& fields) {
  char conversation[37];
  std::snprintf(conversation, sizeof conversation, "3f0c2d5e-aaaa-4bbb-8ccc-%012zx",
                std::hash<std::string>()(folder) & 0xffff'ffff'ffff);
  return std::string(R"({"session_id":")") + conversation + R"(","cwd":")" + folder +
         R"(","hook_event_name":")" + event + "\"," + fields + "}";
}

// After its edit number `count` of a file that holds the number.
inline std::string edit_event(const std::string& folder, int count) {
  const std::string before = std::to_string(count - 1);
  const std::string after = std::to_string(count);
  const std::string file = folder + "/a.cc";
  return hook_event(
      folder, "PostToolUse",
      R"("tool_name":"Edit","tool_use_id":"toolu_)" + after + R"(","tool_input":{"file_path":")" +
          file + R"(","old_string":")" + before + R"(","new_string":")" + after +
          R"("},"tool_response":{"filePath":")" + file + R"(","originalFile":")" + before +
          R"(\n","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":["-)" +
          before + R"(","+)" + after + R"("]}]})");
}

inline void use_store_in(const std::string& folder) {
  setenv("XDG_DATA_HOME", (folder + "/data").c_str(), 1);
  setenv("XDG_CACHE_HOME", (folder + "/cache").c_str(), 1);
  setenv("XDG_STATE_HOME", (folder + "/state").c_str(), 1);
  setenv("CLEW_STORE", (folder + "/store.db").c_str(), 1);
}

inline void write_text(const std::string& path, const std::string& text) {
  FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size())
    std::abort();
  std::fclose(file);
}

}  // namespace clew::bench
