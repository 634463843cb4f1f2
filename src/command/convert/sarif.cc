#include "command/convert/sarif.h"

#include <fmt/format.h>

#include "discovery/judge_files.h"
#include "document/finding_text.h"
#include "document/shape/shape_rules.h"

namespace clew {
namespace {

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

Value text_object(const std::string& text) {
  Value object = Value::object();
  object.set("text", text);
  return object;
}

// A path as a URI reference, RFC 3986.
std::string to_uri(const std::string& path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

class RuleTable {
 public:
  void add(const std::string& id, Severity severity, const std::string& message,
           const std::string& next) {
    if (numbers_.contains(id)) return;
    numbers_[id] = static_cast<int64_t>(rules_.as_list().size());
    Value rule = Value::object();
    rule.set("id", id);
    if (!message.empty()) rule.set("shortDescription", text_object(message));
    Value level = Value::object();
    level.set("level", name_of(severity));
    rule.set("defaultConfiguration", std::move(level));
    if (!next.empty()) rule.set("help", text_object(next));
    rules_.push(std::move(rule));
  }

  // The number of a finding's rule; one that no table has is added as it is.
  int64_t number_of(const Finding& finding) {
    add(finding.rule, finding.severity, {}, {});
    return numbers_[finding.rule];
  }

  Value take() { return std::move(rules_); }
  static const char* name_of(Severity severity) {
    return EnumNames<Severity>::names[static_cast<size_t>(severity)];
  }

 private:
  Value rules_ = Value::list();
  std::map<std::string, int64_t> numbers_;
};

Value location_of(const Finding& finding) {
  Value artifact = Value::object();
  artifact.set("uri", to_uri(finding.file));
  Value physical = Value::object();
  physical.set("artifactLocation", std::move(artifact));
  if (finding.position) {
    Value region = Value::object();
    region.set("startLine", static_cast<int64_t>(finding.position->line));
    region.set("startColumn", static_cast<int64_t>(finding.position->column));
    physical.set("region", std::move(region));
  }
  Value location = Value::object();
  location.set("physicalLocation", std::move(physical));
  if (!finding.pointer.empty()) {
    Value logical = Value::object();
    logical.set("fullyQualifiedName", finding.pointer);
    location.set("logicalLocations", Value::List{std::move(logical)});
  }
  return location;
}

Value result_of(const Finding& finding, int64_t rule) {
  Value result = Value::object();
  result.set("ruleId", finding.rule);
  result.set("ruleIndex", rule);
  result.set("level", RuleTable::name_of(finding.severity));
  const std::string message = finding_message(finding);
  result.set("message",
             text_object(finding.next.empty() ? message : message + "\nnext: " + finding.next));
  result.set("locations", Value::List{location_of(finding)});
  return result;
}

}  // namespace

Value sarif_log(const Findings& findings, const Dialects& dialects, const std::string& version) {
  RuleTable rules;
  rules.add(kUnrecognisedRule, Severity::kError, "the file does not match any known dialect", "");
  rules.add(kUnreadableRule, Severity::kError, "the file cannot be read", "");
  for (const Dialect* dialect : dialects) {
    for (const auto* table : {&shape_rules(), &dialect->rules()}) {
      for (const auto& rule : *table) {
        rules.add(fmt::format("{}.{}", dialect->name(), rule.name), rule.severity, rule.message,
                  rule.next);
      }
    }
  }
  Value results = Value::list();
  for (const auto& finding : findings) results.push(result_of(finding, rules.number_of(finding)));

  Value driver = Value::object();
  driver.set("name", "clew");
  driver.set("version", version);
  driver.set("rules", rules.take());
  Value tool = Value::object();
  tool.set("driver", std::move(driver));
  Value run = Value::object();
  run.set("tool", std::move(tool));
  run.set("columnKind", "unicodeCodePoints");
  run.set("results", std::move(results));
  Value log = Value::object();
  log.set("$schema", kSchema);
  log.set("version", "2.1.0");
  log.set("runs", Value::List{std::move(run)});
  return log;
}

}  // namespace clew
