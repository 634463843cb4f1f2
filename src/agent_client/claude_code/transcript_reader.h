#pragma once
// Claude Code: <id>.jsonl, and <id>/subagents/agent-<agent>.jsonl with agent-<agent>.meta.json.
// Private to agent_client.

#include <unordered_set>

#include "agent_client/claude_code/transcript_lines.h"
#include "agent_client/transcript/line_feed.h"

namespace clew::transcript {

class ClaudeReader final : public TranscriptReader {
 public:
  explicit ClaudeReader(TranscriptOptions options);

  void begin(const TranscriptFile& file) override;
  void add(BytesView piece) override { feed_.add(piece); }
  void end() override;
  TranscriptReading take() override;

 private:
  // What is kept of a line.
  struct Kept {
    Time at;
    std::string agent;
    std::string session;
    bool copied = false;
    std::vector<TranscriptItemData> items;
    std::optional<Tokens> tokens;
    std::string message;
    std::string id;
  };
  struct Spent {
    std::string agent;
    Tokens tokens;
  };

  void take_line(const Value& tree);
  void settle_entry();
  void choose();
  void mark_repeated();
  void report_subagent();
  void report_subagent_end();
  void build();

  TranscriptOptions options_;
  TranscriptReading reading_;
  LineFeed feed_;
  ClaudeLines lines_;
  TranscriptFile file_;
  About about_;
  std::string last_session_;      // the id on the last line that has one
  std::vector<ChainLink> links_;  // of the main conversation, beside main_
  std::vector<Kept> main_;
  std::vector<Kept> side_;
  std::unordered_set<std::string> side_ids_;
  std::vector<bool> repeated_;  // beside main_, once the branch is chosen
  size_t side_begin_ = 0;       // where this file's lines begin in side_
};

extern const TranscriptFormat kClaudeTranscripts;

}  // namespace clew::transcript
