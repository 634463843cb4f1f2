#pragma once
// Shape: what a document of a dialect looks like, said once. Reading, writing, validation, the
// field table of docs/dialects and the published JSON Schema all come from it.
//
//   const Shape& decision() {
//     static const Shape shape = object({
//         required("timestamp", time(), "when", core("decision.at")),
//         required("context", text(), "what it was about", core("decision.topic")),
//         optional("reasoning", nullable(text()), "why", core("decision.reason")),
//     });
//     return shape;
//   }
//
// A field lives in the core (core: a word of Session, read and written by the dialect), is an
// attribute (attribute: read and written from here, keyed DIALECT.PATH on its owner), is worked out
// from others (derived), or is only there for the format's sake (fixed).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/pattern.h"
#include "base/value.h"

namespace clew {

enum class ShapeKind {
  kAny,
  kText,
  kTime,
  kDate,
  kInteger,
  kNumber,
  kBoolean,
  kList,
  kObject,
  kMap
};
enum class FieldNeed { kRequired, kOptional };
enum class Openness { kOpen, kClosed };  // may an object have members its shape does not know?
enum class HomeKind { kCore, kAttribute, kDerived, kFixed };
enum class HomeOwner { kSession, kStep, kAttempt, kAgent, kFact };

// Where the value of a field lives.
struct Home {
  HomeKind kind = HomeKind::kCore;
  HomeOwner owner = HomeOwner::kSession;  // of an attribute or an artifact
  std::string where;                      // core: its word; derived, fixed: in words
};
// The word of a field that names a file of the work: it may be set to another file, or to none, by
// an attribute of its owner.
inline constexpr const char* kArtifactWord = "artifacts[].path";
inline Home core(std::string where) {
  return {HomeKind::kCore, HomeOwner::kSession, std::move(where)};
}
inline Home attribute(HomeOwner owner) { return {HomeKind::kAttribute, owner, {}}; }
inline Home derived(std::string how) {
  return {HomeKind::kDerived, HomeOwner::kSession, std::move(how)};
}
inline Home fixed(std::string why) {
  return {HomeKind::kFixed, HomeOwner::kSession, std::move(why)};
}

struct FieldShape;

// What a value may be. Made with the functions below; only what its kind needs is set.
struct Shape {
  ShapeKind kind = ShapeKind::kAny;
  bool null = false;               // null is allowed too
  std::vector<std::string> words;  // kText: one of these
  bool open_words = false;         // other words are a warning, not an error
  std::optional<size_t> longest;   // kText: characters; kList, kMap: entries
  std::optional<size_t> shortest;  // likewise
  std::string pattern;  // kText: for the text; kMap: for member names. Anchored, and one that means
                        // the same to POSIX and to ECMAScript
  std::shared_ptr<const Pattern> matcher;  // the same, compiled
  std::optional<double> least;             // numbers
  std::optional<double> most;
  std::shared_ptr<const Shape> element;  // kList, kMap
  std::string key;                       // kList: the member that identifies an element
  bool distinct = false;                 // kList: no value twice
  std::vector<FieldShape> fields;        // kObject, in the order they are written
  Openness openness = Openness::kOpen;
};

// A member of an object: its name and shape, and where its value lives.
struct FieldShape {
  std::string name;
  Shape shape;
  FieldNeed need = FieldNeed::kOptional;
  std::string doc;
  Home home;
};

Shape any();
Shape text();
Shape text(size_t shortest, size_t longest);
Shape pattern_text(std::string pattern);
Shape one_of(std::vector<std::string> words);   // closed
Shape usually(std::vector<std::string> words);  // others are a warning
Shape time();  // ISO 8601; without a zone it is UTC, with a warning
Shape date();  // 2026-11-16
Shape integer(std::optional<double> least = {}, std::optional<double> most = {});
Shape number(std::optional<double> least = {}, std::optional<double> most = {});
Shape boolean();
Shape nullable(Shape shape);
Shape list(Shape element, std::string key = {});
Shape map(Shape element, std::string key_pattern = {});
Shape object(std::vector<FieldShape> fields, Openness openness = Openness::kOpen);
FieldShape required(std::string name, Shape shape, std::string doc, Home home);
FieldShape optional(std::string name, Shape shape, std::string doc, Home home);

// The shape of what is in the lists and maps, however deep; an object or scalar is itself.
const Shape& inner(const Shape& shape);
// The field at a path of member names, list and map levels left out ("agents.error.category"); null
// when there is none.
const FieldShape* find_field(const Shape& shape, std::string_view path);

}  // namespace clew
