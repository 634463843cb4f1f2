// Every tool, one line each, in the order in which clients see them.

#include "interface/mcp_tools/tool_arguments.h"

namespace clew {
namespace {

// As far as a client can rely on it; answers have more.
constexpr const char* kChangedOutput =
    R"({"type":"object","properties":{"changed":{"type":"boolean"}},"required":["changed","message"]})";
constexpr const char* kFoundOutput =
    R"({"type":"object","properties":{"about":{"type":"string"},"sessions":{"type":"array"},)"
    R"("hits":{"type":"array"},"context":{"type":"object"}},"required":["about"]})";
constexpr const char* kVerifiedOutput =
    R"({"type":"object","properties":{"intact":{"type":"boolean"},"drift":{"type":"array"}},)"
    R"("required":["intact","message"]})";
constexpr const char* kCodeOutput =
    R"({"type":"object","properties":{"text":{"type":"string"},"symbols":{"type":"array"},)"
    R"("edges":{"type":"array"}},"required":["text"]})";

constexpr SessionTool kTools[] = {
    session_tool<call_start>("session_start", "Start recording a piece of work.",
                             ToolEffect::kRecords, ToolSession::kNone, kChangedOutput),
    session_tool<call_resume>("session_resume",
                              "Brief of earlier work here: goal, decisions, failures, next step. "
                              "Call it first, and after "
                              "a compaction.",
                              ToolEffect::kResumes, ToolSession::kNamed, ""),
    session_tool<call_log>("session_log", "Record what happened, all entries or none.",
                           ToolEffect::kRecords, ToolSession::kNamed, kChangedOutput),
    session_tool<call_checkpoint>("session_checkpoint", "Name this point to come back to it.",
                                  ToolEffect::kRecords, ToolSession::kNamed, kChangedOutput),
    session_tool<call_update>("session_update",
                              "Move a step of the plan, or pause or end the work.",
                              ToolEffect::kChanges, ToolSession::kNamed, kChangedOutput),
    session_tool<call_find>("session_find",
                            "List sessions, search them (query), or read one (session).",
                            ToolEffect::kReads, ToolSession::kNamed, kFoundOutput),
    session_tool<call_verify>("session_verify", "Check the record for damage and files for drift.",
                              ToolEffect::kReads, ToolSession::kNamed, kVerifiedOutput),
    session_tool<call_code_map>("code_map",
                                "The most central symbols of the code; or where one is defined, or "
                                "what calls it.",
                                ToolEffect::kReads, ToolSession::kNone, kCodeOutput),
};

}  // namespace

SessionToolList session_tools() { return {kTools, std::size(kTools)}; }

const SessionTool* find_session_tool(std::string_view name) {
  for (const auto& tool : kTools) {
    if (name == tool.name) return &tool;
  }
  return nullptr;
}

}  // namespace clew
