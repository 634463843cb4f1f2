#pragma once
// One line of a Claude Code transcript, and what it tells. Results are told with the call they
// answer, so lines are read in the order of the file. Private to this folder.
//
//   {"type":"user"|"assistant"|"system"|"attachment", "uuid", "parentUuid", "timestamp",
//    "sessionId", "cwd", "gitBranch", "version", "isSidechain", "message", "toolUseResult", …}
//   and lines without uuid that are about the client itself.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agent_client/transcript/branch.h"
#include "agent_client/transcript/transcript_item.h"

namespace clew::transcript {

struct ClaudeCall {
  std::string id;
  std::string name;
  Value input;
  Time at;
  std::string agent;  // that it started, where lines tell before the result does
};

struct ClaudeLine {
  ChainLink link;
  std::string session;
  std::string agent;    // the subagent whose line it is
  bool copied = false;  // the line says that it was taken over from another session
  std::optional<Time> at;
  std::vector<TranscriptItemData> items;
  std::optional<Tokens> tokens;  // of the whole message, told on each of its lines
  std::string model;
  std::string folder;
  std::string branch;
  std::string version;
};

class ClaudeLines {
 public:
  enum class Kind {
    kLinked,   // part of the conversation
    kOther,    // about the client
    kUnknown,  // of a type nobody here knows
  };
  Kind read(const Value& line, ClaudeLine& out);

 private:
  void read_frame(const Value& line, ClaudeLine& out);
  void read_user(const Value& line, ClaudeLine& out);
  void read_assistant(const Value& line, ClaudeLine& out);
  void read_system(const Value& line, ClaudeLine& out);
  void read_attachment(const Value& line, ClaudeLine& out);
  void read_person(const std::string& text, ClaudeLine& out);
  void read_result(const Value& line, const Value& block, ClaudeLine& out);
  void read_call(const Value& block, ClaudeLine& out);
  void begin_sidechain(const std::string& text, ClaudeLine& out);

  using Calls = std::map<std::string, ClaudeCall>;
  void forget_call(Calls::iterator call);

  Calls calls_;  // not yet answered
  // Of those that start an agent whose lines did not begin yet: their prompts and ids.
  std::set<std::pair<std::string, std::string>> unbegun_;
  std::map<std::string, std::string> side_agents_;  // by line, of sidechains without agent ids
};

// What the result of a call tells. `result` is the client's own record of it, where there is one.
struct ClaudeResult {
  bool failed = false;
  bool refused = false;  // the person did not let it run
  bool asked = true;     // the person may have been asked first: the time between says nothing
  std::string text;      // what the model got to see
  const Value* result = nullptr;
  std::optional<Time> at;
};
void report_result(const ClaudeCall& call, const ClaudeResult& result,
                   std::vector<TranscriptItemData>& items);
// What a call is about, for people: the command, the path.
std::string subject_of(const ClaudeCall& call);
// The texts of a message's content: one text, or a list of blocks.
std::string content_text(const Value& content);

}  // namespace clew::transcript
