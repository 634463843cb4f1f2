#include "dialects/demands.h"

#include <map>

#include "dialect/tree_dialect.h"
#include "document/json/json.h"

namespace clew {
namespace {

Step& add_top(Session& session, const std::string& key, const std::string& title) {
  Step step;
  step.id = StepId{static_cast<uint32_t>(session.steps.size())};
  step.key = key;
  step.title = title;
  session.steps[0].children.push_back(step.id);
  return session.steps.emplace_back(std::move(step));
}

Demand attribute_demand(const std::string& dialect, const std::string& name,
                        const std::string& json) {
  return {name, [key = dialect + "." + name, value = *parse_json(json)](Session& session) {
            set_attribute(session.steps[0].attributes, key, value);
          }};
}

std::vector<Demand> essay_demands() {
  std::vector<Demand> all;
  for (int number = 1; number <= 4; ++number) {
    const std::string id = "stage_" + std::to_string(number);
    all.push_back({id, [id](Session& session) { add_top(session, id, id); }});
  }
  return all;
}

std::vector<Demand> workflow_demands() {
  return {
      {"session_id",
       [](Session& s) {
         set_external_id(s.steps[0], "workflow", "0b7d2f8e-6d0b-4a55-8f59-3f0c6f1f2a11");
       }                                                                       },
      {"workflow_type", [](Session& s) { s.structure.workflow = "release_v2"; }},
      attribute_demand("workflow", "target_file", R"("src/mail")"),
      {"phases",        [](Session& s) { add_top(s, "", "Build"); }            },
  };
}

std::vector<Demand> feature_demands() {
  return {
      {"a goal",            [](Session& s) { s.identity.goal = "Mail by night"; }},
      {"one of the models", [](Session& s) { s.identity.model = "sonnet"; }      },
  };
}

std::vector<Demand> orchestration_demands() {
  return {
      {"goal",    [](Session& s) { s.identity.goal = "Mail by night"; }    },
      {"project", [](Session& s) { s.identity.project_path = "/srv/mail"; }},
  };
}

std::vector<Demand> structural_demands() {
  return {
      attribute_demand("structural", "structural_version", R"("1700000000")"),
      attribute_demand("structural", "scope.subsystems", R"(["Mail"])"),
      attribute_demand("structural", "scope.files", R"(["src/mail.py"])"),
      attribute_demand("structural", "symbols",
                       R"({"Sender": {"kind": "class", "role": "bridge",
                           "evidence": {"fan_in": 1, "fan_out": 2, "annotations": []},
                           "source_paths": ["src/mail.py"]}})"),
      attribute_demand("structural", "confidence", R"("high")"),
  };
}

}  // namespace

const std::vector<Demand>& demands_of(const Dialect& dialect) {
  static const std::map<std::string, std::vector<Demand>> all = {
      {"essay",         essay_demands()        },
      {"workflow",      workflow_demands()     },
      {"feature",       feature_demands()      },
      {"orchestration", orchestration_demands()},
      {"structural",    structural_demands()   },
  };
  return all.at(dialect.name());
}

void make_acceptable(const Dialect& dialect, Session& session) {
  const auto refused = dialect.write(session, {});
  if (refused) return;
  for (const auto& demand : demands_of(dialect)) {
    if (refused.error().message.find(demand.name) != std::string::npos) demand.give(session);
  }
}

void give_all(const Dialect& dialect, Session& session) {
  for (const auto& demand : demands_of(dialect)) demand.give(session);
}

Session bare_session() {
  Session session;
  session.identity.id = SessionId("s-1");
  session.identity.created_at = session.last_activity = Time{1'790'000'000'000};
  session.steps.emplace_back().status = StepStatus::kActive;
  return session;
}

}  // namespace clew
