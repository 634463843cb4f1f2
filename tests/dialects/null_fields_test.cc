// A null that somebody set shows as null, also where the text lacked the field, and changes nothing
// else. Walked from the descriptions.

#include <doctest/doctest.h>

#include "dialect/registry.h"
#include "dialect/tree_dialect.h"
#include "dialects/demands.h"
#include "dialects/fixtures.h"
#include "dialects/random_walk.h"
#include "document/json/edit_json.h"
#include "document/locate.h"
#include "document/yaml/edit_yaml.h"

namespace clew {
namespace {

// "workflow.metadata.spec_path": metadata, spec_path.
TreePath path_of(const KnownAttribute& attribute) {
  TreePath path;
  std::string rest = attribute.key;
  for (size_t dot = rest.find('.'); dot != std::string::npos; dot = rest.find('.')) {
    rest.erase(0, dot + 1);
    path.emplace_back(rest.substr(0, rest.find('.')));
  }
  return path;
}

Value tree_of(const NamedFile& file) {
  const auto located = locate_document(file.path, file.text);
  REQUIRE(located.ok());
  return located->value;
}

std::string without(const Dialect& dialect, const NamedFile& file, const TreePath& path) {
  const std::vector<Edit> edits{
      {EditKind::kRemove, path}
  };
  const bool is_yaml = dialect.documents().front().kind == DocumentKind::kYaml;
  const auto text = is_yaml ? edit_yaml(file.text, edits) : edit_json(file.text, edits);
  REQUIRE(text.ok());
  return *text;
}

bool may_be_null(const Shape& shape) { return shape.null || shape.kind == ShapeKind::kAny; }

TEST_CASE("a null of a field that the text lacks is written there, and read as it was set") {
  size_t tried = 0;
  for (const Dialect* dialect : all_dialects()) {
    const std::string name = dialect->name();
    Session session = random_session(*dialect, 3);
    make_acceptable(*dialect, session);
    const auto fresh = dialect->write(session, {});
    REQUIRE(fresh.ok());
    for (const auto& attribute : attributes_of(*dialect, HomeOwner::kSession)) {
      if (!may_be_null(*attribute.shape)) continue;
      CAPTURE(attribute.key);
      ++tried;
      const TreePath path = path_of(attribute);
      FileSet base = *fresh;
      NamedFile& state = base.files.front();
      if (find_value(tree_of(state), path) != nullptr) {
        state.text = without(*dialect, state, path);
      }
      Readings read = dialect->read(base);
      REQUIRE(read.sessions.size() == 1);
      Session lacking = read.sessions[0].session;
      REQUIRE(find_attribute(lacking.root().attributes, attribute.key) == nullptr);
      const auto same = dialect->write(lacking, base);
      REQUIRE(same.ok());
      CHECK(same->files.front().text == state.text);

      set_attribute(lacking.steps[0].attributes, attribute.key, nullptr);
      const auto written = dialect->write(lacking, base);
      REQUIRE(written.ok());
      const Value tree = tree_of(written->files.front());
      const Value* shown = find_value(tree, path);
      REQUIRE(shown != nullptr);
      CHECK(shown->is_null());
      // Nothing else is other than it was.
      Value rest = tree;
      REQUIRE(apply_edit(rest, {EditKind::kRemove, path}).ok());
      CHECK(rest == tree_of(state));

      read = dialect->read(*written);
      REQUIRE(read.sessions.size() == 1);
      const Session& back = read.sessions[0].session;
      const Value* reported = find_attribute(back.root().attributes, attribute.key);
      // In essay's template null stands for what nobody has set.
      CHECK((reported == nullptr) == (name == "essay"));
      if (reported != nullptr) CHECK(reported->is_null());
      CHECK(dialect->write(back, *written)->files == written->files);
      CHECK(dialect->write(lacking, *written)->files == written->files);
    }
  }
  CHECK(tried > 10);
}

}  // namespace
}  // namespace clew
