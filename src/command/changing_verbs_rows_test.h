#pragma once
// One row for every changing verb: how to get where it changes something, and its request.

#include <map>

#include "testing/workspace_fixture.h"

namespace clew {

inline constexpr const char* kMain = "main";

struct ChangeRow {
  void (*prepare)(WorkspaceFixture& w) = nullptr;
  Value::Object (*request)(WorkspaceFixture& w) = nullptr;
  enum class About { kSession, kNoSession } about = About::kSession;
};

// A session "main" with the steps Plan, Build and Review, of which Plan is under way.
void start_main(WorkspaceFixture& w);
const std::map<std::string, ChangeRow>& change_rows();  // by verb

}  // namespace clew
