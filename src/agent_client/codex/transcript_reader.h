#pragma once
// Codex: sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl, one line each
// {"timestamp", "ordinal", "type", "payload"}; subagents have rollouts of their own. The same thing
// is often told twice, by the model's items (response_item) and by the client's events (event_msg):
// the events are believed, the items stand in where there are none. A fork has its own meta line
// first, then a copy of all lines of the session it came from, with new times. Private to
// agent_client.

#include <map>
#include <set>

#include "agent_client/transcript/line_feed.h"
#include "agent_client/transcript/transcript_item.h"

namespace clew::transcript {

class CodexReader final : public TranscriptReader {
 public:
  explicit CodexReader(TranscriptOptions options);

  void begin(const TranscriptFile& file) override;
  void add(BytesView piece) override { feed_.add(piece); }
  void end() override;
  TranscriptReading take() override;

 private:
  struct Call {
    std::string name;
    std::string text;  // a command, or a patch
    Value arguments;
  };
  // What counts only when nobody tells it better.
  enum class Standing { kSure, kPromptByItem, kCompactionByEvent };
  struct ReadItem {
    TranscriptItem item;
    Standing standing = Standing::kSure;
  };
  struct Turn {
    size_t first = 0;   // among items_
    int64_t lines = 0;  // of the file, when it began
  };

  void take_line(const Value& line);
  void follow_fork(const std::string& type, const Value& payload);
  void add_item(TranscriptItemData data, Standing standing = Standing::kSure);
  void begin_turn();
  void roll_back(int64_t turns);
  void read_meta(const Value& meta);
  void report_fork();
  void read_item(const Value& item);
  void read_message(const Value& item);
  void read_call(const Value& item);
  void read_output(const Value& item);
  void read_event(const Value& event);
  void read_completed(const Value& item);
  void report_failed_patch(const Value& patch);
  void read_run(const Value& run, const std::string& id);
  void read_tokens(const Value& info);
  void report_answers(const Call& call, const std::string& id, const std::string& output);
  void report_plan(const Value& reported);

  TranscriptOptions options_;
  TranscriptReading reading_;
  LineFeed feed_;
  About about_;
  TranscriptFile file_;
  std::string folder_;  // of this file's session
  Time at_;
  std::vector<ReadItem> items_;
  std::vector<Turn> turns_;
  int64_t file_lines_ = 0;
  bool has_tasks_ = false;  // turns have a beginning and an end of their own
  bool has_prompts_ = false;
  bool has_compactions_ = false;
  bool ended_ = false;  // the last turn of this file
  bool has_meta_ = false;
  std::string forked_from_;
  bool repeating_ = false;    // still among the lines of the session that it was forked from
  int64_t copied_metas_ = 0;  // among them, not counted yet
  Tokens inherited_;          // what that session had spent
  std::map<std::string, Call> calls_;
  std::set<std::string> done_;  // calls whose outcome an event has told
  std::map<std::string, Tokens> tokens_;
  std::map<std::string, int64_t> messages_;
};

extern const TranscriptFormat kCodexTranscripts;

}  // namespace clew::transcript
