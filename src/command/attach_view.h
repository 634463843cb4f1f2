#pragma once
// `clew view attach|detach|accept`: the files in which a session shows itself to agents that
// read a dialect. A session has one view or none.

#include "command/verb.h"
#include "dialect/dialect.h"
#include "session/session.h"

namespace clew {

struct Done;
struct ViewState;
class KeyedAnswer;

struct AttachRequest {
  std::string dialect;
  std::string dir;
  static constexpr auto params() {
    return field_list(positional("dialect", &AttachRequest::dialect, "DIALECT",
                                 "essay, workflow, feature, orchestration or structural"),
                      option("dir", &AttachRequest::dir, "DIR",
                             "the folder of the files; the usual one otherwise"));
  }
};

Result<Answer> attach_view(Workspace& workspace, const AttachRequest& request);
Result<Answer> detach_view(Workspace& workspace, const NoRequest& request);
// Takes in what git put back, and writes a held view.
Result<Answer> accept_view(Workspace& workspace, const NoRequest& request);

// {dialect, folder, entry}
Value view_fields(const ViewState& state);
// The dialect in which a session shows itself; without a view, that of the files it came from;
// null: it came from none.
Result<const Dialect*> dialect_of(Workspace& workspace, const Session& session);
// Where it stands in that dialect's words; may be empty.
Result<std::string> view_position(Workspace& workspace, const Session& session);
// kUsage naming the dialects there are.
Result<const Dialect*> dialect_named(const std::string& name);
// The folder of a dialect's files: the one given, else its usual one in this project.
std::string view_folder(Workspace& workspace, const Dialect& dialect, const std::string& given);
// Whether the dialect can tell the session there; its refusal otherwise. Nothing is changed.
Status check_view(Workspace& workspace, Session session, const Dialect& dialect,
                  const std::string& folder);
// Gives a session that has none a view, and writes it. With a key, what is answered is kept.
Result<Done> attach(Workspace& workspace, const SessionId& id, const Dialect& dialect,
                    const std::string& folder, const KeyedAnswer* key = nullptr);

}  // namespace clew
