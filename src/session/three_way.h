#pragma once
// Three-way merge of one value: what turned `base` into `edited` is brought into `now`, which has
// changed elsewhere and may say more than the other two. Private to src/session.

#include <string>
#include <vector>

#include "session/session.h"

namespace clew {

// What an edit and the log both changed, each in its own way.
class Clashes {
 public:
  explicit Clashes(std::vector<std::string>& out) : out_(out) {}

  void about(std::string subject) { subject_ = std::move(subject); }
  void say(const std::string& what) { out_.push_back(subject_ + " " + what); }
  void took_edit(const std::string& field, const Value& now, const Value& edited);

 private:
  std::vector<std::string>& out_;
  std::string subject_;
};

// Files often tell times to the second.
inline bool is_same_time(Time a, Time b) { return a - b < seconds(1) && b - a < seconds(1); }

// Where only one side changed, that side counts; where both did, the edit is taken and the clash is
// told. Lists are merged by item.
void merge_content(const TypeInfo& type, const void* base, const void* edited, void* now,
                   const std::string& field, Clashes& clashes);

template <class T>
void merge_value(const T& base, const T& edited, T& now, const std::string& field,
                 Clashes& clashes) {
  merge_content(kTypeInfo<T>, &base, &edited, &now, field, clashes);
}

}  // namespace clew
