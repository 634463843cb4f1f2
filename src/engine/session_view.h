#pragma once
// The view of a session: in which dialect it shows itself, where it stands in that dialect's words,
// and how it gets files of its own.

#include "dialect/dialect.h"
#include "engine/workspace.h"

namespace clew {

struct ViewState;
class KeyedAnswer;

// The dialect in which a session shows itself; without a view, that of the files it came from;
// null: it came from none.
Result<const Dialect*> dialect_of(Workspace& workspace, const Session& session);
// Where it stands in that dialect's words; may be empty.
Result<std::string> view_position(Workspace& workspace, const Session& session);
// The folder of a dialect's files: the one given, else its usual one in this project.
std::string view_folder(Workspace& workspace, const Dialect& dialect, const std::string& given);
// The same to write in it: agreed to when a symbolic link leads out of the project
// (engine/confirm.h).
Result<std::string> agreed_view_folder(Workspace& workspace, const Dialect& dialect,
                                       const std::string& given, const std::string& again);
// "clew view attach feature --dir DIR -s ID"
std::string attach_words(const Dialect& dialect, const std::string& dir, const SessionId& id);
// Whether the dialect can tell the session there; its refusal otherwise. Nothing is changed.
Status check_view(Workspace& workspace, Session session, const Dialect& dialect,
                  const std::string& folder);
// Gives a session that has none a view, and writes it. With a key, what is answered is kept.
Result<Done> attach(Workspace& workspace, const SessionId& id, const Dialect& dialect,
                    const std::string& folder, const KeyedAnswer* key = nullptr);
// What `clew view attach` answers once it is there.
Answer attached_answer(const SessionId& id, const Head& head, const ViewState& state);

}  // namespace clew
