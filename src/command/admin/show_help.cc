#include "command/admin/show_help.h"

#include <fmt/format.h>

#include "command/admin/completion.h"
#include "command/help_pages.h"
#include "dialect/plan_file.h"

namespace clew {
namespace {

Answer page(const char* name, std::string text) {
  Answer answer;
  answer.data.set(name, text);
  answer.text = std::move(text);
  return answer;
}

}  // namespace

Result<Answer> show_help(Workspace&, const HelpRequest& request) {
  if (request.markdown) return page("markdown", reference_page());
  if (request.events) return page("events", event_table());
  if (request.man) return page("man", man_page(CLEW_VERSION));
  if (request.topic.empty()) return page("help", help_first_screen());
  const std::string topic = fmt::format("{}", fmt::join(request.topic, " "));
  if (topic == "all") return page("help", help_all());
  if (topic == kPlanTopic) return page("help", plan_page());
  if (const Verb* verb = find_verb(topic)) return page("help", help_for(*verb));
  std::string family;
  for (const auto& verb : catalogue()) {
    if (std::string_view(verb.name).substr(0, topic.size() + 1) == topic + " ") {
      family += fmt::format("clew {}: {}\n", verb.name, verb.summary);
    }
  }
  if (!family.empty()) {
    family.pop_back();
    return page("help", family);
  }
  return make_error(ErrorCode::kNotFound, fmt::format("unknown command \"{}\"", topic), topic,
                    "clew help all");
}

Result<Answer> show_version(Workspace&, const NoRequest&) {
  Answer answer;
  answer.data.set("version", CLEW_VERSION);
  answer.text = "clew " CLEW_VERSION;
  return answer;
}

Result<Answer> show_completion(Workspace&, const CompletionRequest& request) {
  std::string script = completion_script(request.shell);
  if (script.empty()) {
    return make_error(
        ErrorCode::kUsage,
        fmt::format("unknown shell \"{}\"; choose one of: bash, zsh, fish", request.shell),
        request.shell, "clew completion bash");
  }
  return page("script", std::move(script));
}

}  // namespace clew
