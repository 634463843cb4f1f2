#pragma once
// For dialects whose plans are described in folders of their own, which sessions begin from: a plan
// file, and for each step that has a gate a file with it. Pure: the caller reads the files.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "dialect/plan_file.h"
#include "document/finding.h"
#include "session/gate.h"

namespace clew {

class Dialect;

struct FolderPlan {
  std::string name;   // by which sessions say that they follow it
  PlanFile plan;      // structure.total is unset while nobody knows how many steps there will be
  Findings findings;  // what is odd about the text; the file is the caller's to add
};

struct FolderGate {
  Gate gate;
  Findings findings;  // what a Gate cannot say; the file is the caller's to add
};

class PlanFolder {
 public:
  // The name of the plan file: a folder that has one describes a plan.
  virtual std::string plan_file() const = 0;
  // `total`: how many steps there are to be, where the plan leaves that open; unset it stays open.
  virtual Result<FolderPlan> read_plan(std::string_view text,
                                       std::optional<uint32_t> total) const = 0;
  virtual uint32_t max_steps() const = 0;
  // Where in the folder the gate of a step is described, if it has one; empty: nowhere.
  virtual std::string gate_file(const PlannedStep& step) const = 0;
  virtual Result<FolderGate> read_gate(std::string_view text) const = 0;

  // Which plan a session's file says that it follows; empty: none.
  virtual std::string plan_followed(std::string_view text) const = 0;
  // The dialect for files of the plan in `plan_text`, which names their steps and tells older files
  // what they do not say. Files of other plans are read as usual.
  virtual Result<std::unique_ptr<Dialect>> with_plan(std::string_view plan_text) const = 0;

 protected:
  ~PlanFolder() = default;
};

}  // namespace clew
