#include "dialect/structural/shapes.h"

namespace clew::structural {
namespace {

Shape filled() {
  Shape shape = text();
  shape.shortest = 1;
  return shape;
}

Shape at_least_one(Shape shape) {
  shape.shortest = 1;
  return shape;
}

Shape scope() {
  const Home home = attribute(HomeOwner::kSession);
  return object(
      {
          required("subsystems", at_least_one(list(text(1, 64))), "the areas it covers", home),
          required("files", at_least_one(list(text(1, 256))), "the files examined, relative paths",
                   home),
      },
      Openness::kClosed);
}

Shape symbol() {
  const Home home = fixed("part of symbols");
  Shape paths = at_least_one(list(text(1, 256)));
  paths.longest = 5;
  return object(
      {
          required("kind", text(1, 64), "class, function …", home),
          required("role", text(1, 64), "orchestrator, bridge …", home),
          required("evidence",
                   object(
                       {
                           required("fan_in", integer(0), "how many use it", home),
                           required("fan_out", integer(0), "how many it uses", home),
                           optional("annotations", list(text(1, 64)),
                                    "its marks in the source; always written", home),
                       },
                       Openness::kClosed),
                   "what was counted", home),
          required("source_paths", std::move(paths), "where it is defined", home),
      },
      Openness::kClosed);
}

Shape dependency() {
  const Home home = fixed("part of dependencies");
  return object(
      {
          required("src", text(1, 128), "the symbol that depends", home),
          required("relation", one_of({"calls", "imports", "includes", "references", "annotates"}),
                   "how", home),
          required("dst", text(1, 128), "the symbol it depends on", home),
      },
      Openness::kClosed);
}

Shape decision() {
  return object(
      {
          required("decision", text(1, 240), "what was decided", core("decisions[].choice")),
          required("reason", text(1, 240), "why", core("decisions[].reason")),
      },
      Openness::kClosed);
}

Shape state_shape() {
  const Home home = attribute(HomeOwner::kSession);
  return object(
      {
          required("schema_version", one_of({kVersion}), "version of the format", fixed("1.0")),
          required("session_id", text(3, 128), "subsystem_YYYYMMDD", core("steps[0].external")),
          required("timestamp", time(), "when it was written, UTC", core("last_activity")),
          required("structural_version", filled(), "the state of the code index it was taken from",
                   home),
          required("scope", scope(), "what was looked at", fixed("a group")),
          required("symbols", at_least_one(map(symbol())), "the symbols that matter, by name",
                   home),
          optional("dependencies", list(dependency()), "what depends on what", home),
          optional("decisions", list(decision()), "decisions", core("decisions")),
          optional("open_questions", list(text(1, 200)), "questions without an answer",
                   core("questions[].text")),
          required("confidence", one_of({"low", "medium", "high"}), "how sure its author is", home),
      },
      Openness::kClosed);
}

}  // namespace

const DocumentShape& state_document() {
  static const DocumentShape document{"state",
                                      "quedonde_session_state.json",
                                      DocumentKind::kJson,
                                      state_shape(),
                                      "one session; a file may hold a list of them",
                                      FileWrite::kReplace,
                                      FileOwner::kSession,
                                      DocumentCount::kOneOrSeveral};
  return document;
}

}  // namespace clew::structural
