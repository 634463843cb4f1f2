#pragma once
// The lines of one file, parsed, and what is wrong with them: a torn last line, damage in between,
// lines over the limit, which are read without their longest texts. None of these stops the
// reading. Private to agent_client.

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "agent_client/transcript/transcript.h"
#include "document/json/json_lines.h"

namespace clew::transcript {

class LineFeed {
 public:
  using Take = std::function<void(const Value& line)>;

  LineFeed(std::string client, TranscriptCounts& counts, Findings& findings, Take take)
      : client_(std::move(client)), counts_(counts), findings_(findings), take_(std::move(take)) {}

  void begin(const std::string& file);
  void add(BytesView piece);
  void end();
  size_t line() const { return line_; }
  // A line of a type that nobody here knows; said once per type, by end_all.
  void unknown(const std::string& type);
  void end_all();
  void report(Severity severity, const std::string& rule, std::string message,
              std::string next = {}, size_t line = 0);

 private:
  void drain();
  void take_line(const JsonLine& line);
  void take_long_line(const JsonLine& line);
  void pass_over_long(size_t limit);
  void damaged(size_t line, const std::string& what);

  struct Unknown {
    int64_t count = 0;
    std::string file;
    size_t line = 0;
  };

  std::string client_;
  TranscriptCounts& counts_;
  Findings& findings_;
  Take take_;
  std::optional<LineReader> reader_;
  std::string file_;
  size_t line_ = 0;
  size_t damaged_ = 0;  // lines of this file
  std::map<std::string, Unknown> unknown_;
};

// "Bash: make test", on one line.
std::string call_words(const std::string& tool, const std::string& subject);
int64_t count_lines(std::string_view text);

}  // namespace clew::transcript
