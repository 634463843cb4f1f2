#pragma once
// The field-by-field part of undo: puts back what turned `before` into `after`, in a record that
// others may have changed since, and tells whether they did. Private to src/session.

#include "session/session.h"

namespace clew {

// Every field that differs goes back to what it was; false when one of them was changed since.
bool take_back(const TypeInfo& type, const void* before, const void* after, void* now);
template <class T>
bool take_back(const T& before, const T& after, T& now) {
  return take_back(kTypeInfo<T>, &before, &after, &now);
}

// Equal but for what other commands change without meaning this step: a claim is renewed by any
// work.
bool same_step(const Step& a, const Step& b);

// As take_back; parts added since stay, and what became current since stays current.
bool take_back_step(const Step& before, const Step& after, Step& now);

// As take_back; steps added since stay counted.
bool take_back_structure(const Structure& before, const Structure& after, Structure& now);

// `before`, with the sleep that came before the command and was recorded with it.
Session with_sleep_of(const Session& before, const Session& after);

}  // namespace clew
