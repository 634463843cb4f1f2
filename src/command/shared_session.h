#pragma once
// A session that a command's answer and the store's memory both hold, and nobody changes: a copy of
// all it holds would cost more than most commands.

#include <memory>
#include <utility>

#include "session/session.h"

namespace clew {

class SharedSession {
 public:
  SharedSession() : at_(nothing()) {}
  SharedSession(Session session) : at_(std::make_shared<Session>(std::move(session))) {}

  operator const Session&() const { return *at_; }
  const Session& operator*() const { return *at_; }
  const Session* operator->() const { return at_.get(); }
  // For Append::shared: the store changes it only once nobody else holds it.
  const std::shared_ptr<Session>& for_store() const { return at_; }

 private:
  // What a command has not come to yet: one for all, held here for good.
  static const std::shared_ptr<Session>& nothing() {
    static const auto kNothing = std::make_shared<Session>();
    return kNothing;
  }

  std::shared_ptr<Session> at_;
};

}  // namespace clew
