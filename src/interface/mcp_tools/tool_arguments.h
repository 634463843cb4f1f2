#pragma once
// What each tool takes, beside session, key and detail. Names and words are what the model reads,
// so they are few: all schemas together stay under 1,700 tokens. A structured argument has its JSON
// Schema in the place of the placeholder; "a|b" stands for a choice.

#include "command/verb.h"
#include "interface/mcp_tools/log_entries.h"
#include "interface/mcp_tools/session_tool.h"

namespace clew {

struct StartArguments {
  std::string goal;
  Value steps;
  std::vector<std::string> constraints;
  std::string from;
  static constexpr auto params() {
    using R = StartArguments;
    return field_list(
        option("goal", &R::goal, "TEXT", ""),
        option(
            "steps", &R::steps,
            R"({"type":"array","items":{"type":"object","properties":{"title":{"type":"string"},)"
            R"("gate":{"type":"string","description":"such as coverage >= 80"}},)"
            R"("required":["title"]}})",
            "the plan, in order"),
        option("constraints", &R::constraints, "TEXT", "must hold throughout"),
        option("from", &R::from, "PATH", "instead of goal: session files to import"));
  }
};
Result<SessionReply> call_start(SessionCall& call, const StartArguments& arguments);

struct ResumeArguments {
  static constexpr auto params() { return field_list(); }
};
Result<SessionReply> call_resume(SessionCall& call, const ResumeArguments& arguments);

struct LogArguments {
  Value entries;
  static constexpr auto params() {
    return field_list(
        option("entries", &LogArguments::entries, kEntriesSchema, "", Need::kRequired));
  }
};
Result<SessionReply> call_log(SessionCall& call, const LogArguments& arguments);

struct CheckpointArguments {
  std::string name;
  std::string note;
  Value evidence;
  std::vector<std::string> artifacts;
  std::string step;
  bool yes = false;
  static constexpr auto params() {
    using R = CheckpointArguments;
    return field_list(
        option("name", &R::name, "TEXT", "", Need::kRequired), option("note", &R::note, "TEXT", ""),
        option("evidence", &R::evidence, R"({"type":"object"})", ""),
        option("artifacts", &R::artifacts, "PATH", "files to keep a copy of"),
        option("step", &R::step, "STEP", ""), flag("yes", &R::yes, "keep secrets too"));
  }
};
Result<SessionReply> call_checkpoint(SessionCall& call, const CheckpointArguments& arguments);

struct UpdateArguments {
  std::string action;
  std::string step;
  std::string reason;
  Value evidence;
  bool override_gate = false;
  std::optional<int64_t> fence;
  std::vector<std::string> titles;
  std::string gate;
  std::string impact;
  std::string outcome;
  std::vector<std::string> file;
  std::vector<std::string> symbol;
  static constexpr auto params() {
    using R = UpdateArguments;
    return field_list(
        option("action", &R::action,
               "add|start|done|fail|block|unblock|review|skip|retry|revisit|claim|release|pause|"
               "resume|close|undo",
               "", Need::kRequired),
        option("step", &R::step, "STEP", "number or title; default: current"),
        option("reason", &R::reason, "TEXT", ""),
        option("evidence", &R::evidence, R"({"type":"object"})", "for done, such as coverage: 83"),
        flag("override", &R::override_gate, "done despite its gate; needs reason"),
        option("fence", &R::fence, "N", ""), option("titles", &R::titles, "TITLE", "for add"),
        option("gate", &R::gate, "RULE", ""),
        option("impact", &R::impact, "minor|moderate|major", ""),
        option("outcome", &R::outcome, "completed|failed|aborted|abandoned", "for close"),
        option("file", &R::file, "PATH", ""), option("symbol", &R::symbol, "NAME", ""));
  }
};
Result<SessionReply> call_update(SessionCall& call, const UpdateArguments& arguments);

struct FindArguments {
  std::string query;
  std::vector<std::string> status;
  bool all = false;
  std::optional<int64_t> limit;
  static constexpr auto params() {
    using R = FindArguments;
    return field_list(option("query", &R::query, "WORDS", ""),
                      option("status", &R::status, "STATUS", "such as active, paused, completed"),
                      flag("all", &R::all, "every project"), option("limit", &R::limit, "N", ""));
  }
};
Result<SessionReply> call_find(SessionCall& call, const FindArguments& arguments);

struct VerifyArguments {
  bool all = false;
  static constexpr auto params() {
    return field_list(flag("all", &VerifyArguments::all, "every session"));
  }
};
Result<SessionReply> call_verify(SessionCall& call, const VerifyArguments& arguments);

struct CodeArguments {
  std::string path;
  std::string find;
  std::string callers;
  std::optional<int64_t> tokens;
  static constexpr auto params() {
    using R = CodeArguments;
    return field_list(option("path", &R::path, "PATH", ""),
                      option("find", &R::find, "NAME", "instead: NAME or PATH:NAME"),
                      option("callers", &R::callers, "NAME", "instead: what calls it"),
                      option("tokens", &R::tokens, "N", "length of the map"));
  }
};
Result<SessionReply> call_code_map(SessionCall& call, const CodeArguments& arguments);

}  // namespace clew
