#pragma once
// Answers to reads that may be given again: to the same question of the same actor, while nothing
// that they were made of has changed (command/observation.h). Only what has no effect belongs here.
// It stays small: a few answers and a few hundred kilobytes; the one not asked for longest goes.

#include <list>
#include <memory>
#include <string>

#include "command/observation.h"
#include "interface/toolbox/session_tool.h"

namespace clew {

class RememberedAnswers {
 public:
  static constexpr size_t kMostAnswers = 16;
  static constexpr size_t kMostBytes = size_t{256} << 10;  // of all of them

  // Lives only while it is asked.
  struct Question {
    const SessionTool& tool;
    const std::string& actor;
    const Value& arguments;
  };
  using Text = std::shared_ptr<const std::string>;

  // Null: it has to be worked out.
  Text find(const Question& question, Observation& now);
  void keep(const Question& question, AnswerInputs inputs, Text answer);

  size_t count() const { return answers_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  struct Remembered {
    const SessionTool* tool = nullptr;
    std::string actor;
    Value arguments;
    AnswerInputs inputs;
    Text answer;
    size_t bytes = 0;

    bool answers(const Question& question) const {
      return tool == &question.tool && actor == question.actor && arguments == question.arguments;
    }
  };
  using Answers = std::list<Remembered>;
  void forget(Answers::iterator known);

  Answers answers_;  // the one asked for last is the last
  size_t bytes_ = 0;
};

}  // namespace clew
