#pragma once
// Which step of a session is which part of an essay: the four stages, the sections of stages 3 and
// 4, the paragraphs of stage 4's sections. Steps elsewhere have no name here.

#include <map>
#include <vector>

#include "dialect/essay/words.h"

namespace clew::essay {

class Names {
 public:
  struct Part {
    int64_t index;
    const Step* step;
  };

  // Keeps pointers into the session.
  explicit Names(const Session& session);

  // By external id or key; a plan of exactly four steps that have neither is taken in order. Null:
  // there is none.
  const Step* stage(int number) const { return stages_[number - 1]; }
  const std::vector<Part>& sections(int stage) const { return stage == 3 ? third_ : fourth_; }
  // Numbered by position, from 1.
  std::vector<Part> paragraphs(const Step& section) const;

  // Where a step is; what lies deeper counts as the part it is in.
  Spot spot(StepId step) const;
  const Step* find(const Spot& spot) const;

 private:
  void find_stages();
  void location(const Step& step, const Spot& spot);
  std::vector<Part> number_sections(const Step* stage) const;

  const Session& session_;
  const Step* stages_[kStageCount] = {};
  std::vector<Part> third_;
  std::vector<Part> fourth_;
  std::map<uint32_t, Spot> spots_;
  std::map<std::string, StepId> ids_;
};

}  // namespace clew::essay
