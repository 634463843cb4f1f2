// Every verb, one line each. The order is that of the help pages.

#include <cstring>

#include "command/admin/doctor.h"
#include "command/admin/init_project.h"
#include "command/admin/protocol_verbs.h"
#include "command/admin/show_help.h"
#include "command/admin/switch_recording.h"
#include "command/admin/tour.h"
#include "command/admin/tour_writer.h"
#include "command/admin/trust_store.h"
#include "command/admin/use_session.h"
#include "command/artifact/add_artifact.h"
#include "command/artifact/restore_artifact.h"
#include "command/artifact/show_artifact.h"
#include "command/code/find_code.h"
#include "command/code/index_code.h"
#include "command/code/map_code.h"
#include "command/convert/acknowledge_contract.h"
#include "command/convert/dump_structure.h"
#include "command/convert/export_sessions.h"
#include "command/convert/import_sessions.h"
#include "command/convert/migrate_files.h"
#include "command/convert/resume_structure.h"
#include "command/convert/show_schema.h"
#include "command/convert/validate_files.h"
#include "command/history/diff_session.h"
#include "command/history/fork_session.h"
#include "command/history/show_log.h"
#include "command/history/undo.h"
#include "command/integrity/backup_store.h"
#include "command/integrity/repair_session.h"
#include "command/integrity/verify_session.h"
#include "command/lifecycle/close_session.h"
#include "command/lifecycle/pause_session.h"
#include "command/lifecycle/resume_session.h"
#include "command/lifecycle/start_session.h"
#include "command/plan/add_step.h"
#include "command/plan/change_step.h"
#include "command/plan/claim_next.h"
#include "command/plan/complete_step.h"
#include "command/plan/make_checkpoint.h"
#include "command/plan/recheck_evidence.h"
#include "command/plan/revisit_step.h"
#include "command/record/add_note.h"
#include "command/record/ask_question.h"
#include "command/record/give_instruction.h"
#include "command/record/make_decision.h"
#include "command/record/record_agent.h"
#include "command/record/record_batch.h"
#include "command/record/record_claim.h"
#include "command/record/record_error.h"
#include "command/record/record_failure.h"
#include "command/record/record_file_change.h"
#include "command/record/record_run.h"
#include "command/record/report_context.h"
#include "command/record/set_values.h"
#include "command/retention/archive_session.h"
#include "command/retention/forget_session.h"
#include "command/retention/redact_event.h"
#include "command/setup/setup.h"
#include "command/show/list_sessions.h"
#include "command/show/overview.h"
#include "command/show/search_text.h"
#include "command/show/show_session.h"
#include "command/show/show_status.h"
#include "command/sync/automatic_remote.h"
#include "command/sync/create_bundle.h"
#include "command/sync/device_keys.h"
#include "command/sync/hand_off_session.h"
#include "command/sync/join_remotes.h"
#include "command/sync/manage_remotes.h"
#include "command/sync/merge_session.h"
#include "command/sync/open_bundle.h"
#include "command/sync/share_session.h"
#include "command/sync/sync_sessions.h"
#include "command/verb.h"
#include "command/view/attach_view.h"
#include "command/view/list_views.h"

namespace clew {
namespace {

constexpr auto kReads = Effect::kReads;
constexpr auto kChanges = Effect::kChanges;
constexpr auto kNone = SessionArgument::kNone;
constexpr auto kOption = SessionArgument::kOption;
constexpr auto kFirst = SessionArgument::kFirst;

// One heading for each folder of verbs, in the order of the help pages.
constexpr const char* kLifecycle = "sessions";
constexpr const char* kPlan = "the plan";
constexpr const char* kRecord = "recording";
constexpr const char* kShow = "looking";
constexpr const char* kHistory = "history";
constexpr const char* kArtifact = "artifacts";
constexpr const char* kView = "files of the dialects";
constexpr const char* kIntegrity = "integrity";
constexpr const char* kRetention = "retention";
constexpr const char* kCode = "the code";
constexpr const char* kConvert = "other formats";
constexpr const char* kSync = "other machines";
constexpr const char* kSetup = "agents";
constexpr const char* kAdmin = "clew itself";

constexpr Verb kVerbs[] = {
    verb<start_session>(
        "start", kLifecycle, "start a session, with or without a plan", kChanges, kNone,
        "clew start \"Add OAuth login\" --step Plan --step Build --gate \"coverage >= 80\""),
    verb<resume_session>("resume", kLifecycle, "resume a paused session and print the brief",
                         kChanges, kFirst, "clew resume oauth-7f3a"),
    verb<pause_session>("pause", kLifecycle, "pause a session, with a reason", kChanges, kFirst,
                        "clew pause --reason lunch --artifact draft.md"),
    verb<close_session>("close", kLifecycle, "end a session", kChanges, kFirst,
                        "clew close --aborted --reason \"superseded\""),
    verb<show_brief>("brief", kLifecycle, "print the brief for a newcomer", kReads, kFirst,
                     "clew brief --budget 3000"),
    verb<claim_next>("next", kPlan, "show the next step that is ready; --claim makes it yours",
                     kChanges, kOption, "clew next --claim --ttl 30m"),
    verb<complete_step>("done", kPlan, "complete a step and start the next", kChanges, kOption,
                        "clew done -- make coverage"),
    verb<add_step>("step add", kPlan, "add a step to the plan", kChanges, kOption,
                   "clew step add \"Deploy\" --after Build --gate approved"),
    verb<start_step>("step start", kPlan, "start a step", kChanges, kOption, "clew step start 3"),
    verb<complete_step>("step done", kPlan, "complete a step and start the next", kChanges, kOption,
                        "clew step done 3 --evidence coverage=83"),
    verb<move_step<StepVerb::kFail>>("step fail", kPlan, "mark a step as failed, with a reason",
                                     kChanges, kOption,
                                     "clew step fail 3 --reason \"no test machine\""),
    verb<move_step<StepVerb::kBlock>>("step block", kPlan, "mark a step as blocked, with a reason",
                                      kChanges, kOption,
                                      "clew step block 3 --reason \"waits for a key\""),
    verb<move_step<StepVerb::kUnblock>>("step unblock", kPlan, "unblock a step", kChanges, kOption,
                                        "clew step unblock 3"),
    verb<move_step<StepVerb::kReview>>("step review", kPlan, "mark a step as ready for review",
                                       kChanges, kOption, "clew step review 3"),
    verb<move_step<StepVerb::kSkip>>("step skip", kPlan, "skip a step, with a reason", kChanges,
                                     kOption, "clew step skip 3 --reason \"not needed\""),
    verb<move_step<StepVerb::kRetry>>("step retry", kPlan, "try a step again", kChanges, kOption,
                                      "clew step retry 3"),
    verb<revisit_step>("revisit", kPlan,
                       "go back to a step and decide what that means for later ones", kChanges,
                       kOption, "clew revisit 2 --impact moderate --affects 3"),
    verb<recheck_evidence>("recheck", kPlan,
                           "run measuring commands again and say what is no longer true", kChanges,
                           kFirst, "clew recheck oauth-7f3a"),
    verb<make_checkpoint>("checkpoint", kPlan, "name the current point in time", kChanges, kOption,
                          "clew checkpoint before-merge"),
    verb<make_decision>("decide", kRecord, "record a decision and why", kChanges, kOption,
                        "clew decide \"hybrid JWT\" --over cookies --because \"revocation\""),
    verb<record_failure>("tried", kRecord, "record an approach that failed, and why", kChanges,
                         kOption, "clew tried \"implicit flow\" --because \"libraries refuse it\""),
    verb<ask_question>("ask", kRecord, "open a question", kChanges, kOption,
                       "clew ask \"Should refresh tokens rotate?\""),
    verb<answer_question>("answer", kRecord, "answer an open question", kChanges, kOption,
                          "clew answer 17 \"yes, every time\""),
    verb<add_note>("note", kRecord, "note something worth knowing later", kChanges, kOption,
                   "clew note \"the clock skew test is flaky\""),
    verb<set_values>("set", kRecord, "set fields of the session, or any named value", kChanges,
                     kOption, "clew set model=opus voice_check_score=8.5"),
    verb<record_run>("ran", kRecord, "record a command that was run, even if it failed", kChanges,
                     kOption, "clew ran --failed --duration 41s -- make -j2 test"),
    verb<record_file_change>("changed", kRecord,
                             "record a file that was created, modified or deleted", kChanges,
                             kOption, "clew changed src/auth/oauth.ts --added 127"),
    verb<claim_as<ClaimStatus::kVerified>>(
        "claim verify", kRecord, "record a claim that was checked", kChanges, kOption,
        "clew claim verify \"PKCE is required\" --because RFC-9700"),
    verb<claim_as<ClaimStatus::kDeferred>>(
        "claim defer", kRecord, "record a claim to be checked later", kChanges, kOption,
        "clew claim defer \"PKCE is required\" --because \"source is down\""),
    verb<claim_as<ClaimStatus::kResolved>>("claim resolve", kRecord, "resolve a deferred claim",
                                           kChanges, kOption,
                                           "clew claim resolve 17 --because RFC-9700"),
    verb<claim_as<ClaimStatus::kOverridden>>(
        "claim override", kRecord, "keep a claim that a checker disagrees with, with a reason",
        kChanges, kOption, "clew claim override 17 --because \"outdated source\""),
    verb<claim_as<ClaimStatus::kReconfirmed>>("claim reconfirm", kRecord,
                                              "confirm an overridden claim", kChanges, kOption,
                                              "clew claim reconfirm 17"),
    verb<agent_does<AgentVerb::kStart>>("agent start", kRecord, "record that an agent started",
                                        kChanges, kOption,
                                        "clew agent start arch-1 --type architect"),
    verb<agent_does<AgentVerb::kPlan>>("agent plan", kRecord, "record that an agent is planned",
                                       kChanges, kOption,
                                       "clew agent plan test-1 --type tester --blocking-on arch-1"),
    verb<agent_does<AgentVerb::kProgress>>("agent progress", kRecord, "record how far an agent is",
                                           kChanges, kOption,
                                           "clew agent progress arch-1 --progress 60%"),
    verb<agent_does<AgentVerb::kDone>>(
        "agent done", kRecord, "record that an agent is done", kChanges, kOption,
        "clew agent done arch-1 --summary \"3 endpoints\" --created src/a.ts"),
    verb<agent_does<AgentVerb::kFail>>(
        "agent fail", kRecord, "record that an agent failed", kChanges, kOption,
        "clew agent fail arch-1 --error \"rate limit\" --category transient"),
    verb<agent_does<AgentVerb::kTimeout>>("agent timeout", kRecord,
                                          "record that an agent timed out", kChanges, kOption,
                                          "clew agent timeout arch-1"),
    verb<agent_does<AgentVerb::kRetry>>("agent retry", kRecord, "record that an agent tries again",
                                        kChanges, kOption, "clew agent retry arch-1"),
    verb<report_context>("context", kRecord, "record how much context is used", kChanges, kOption,
                         "clew context --agent arch-1 --tokens 120000"),
    verb<give_instruction>("instruct", kRecord, "record what the person asked for", kChanges,
                           kOption, "clew instruct \"keep going until the refresh tests pass\""),
    verb<record_error>("error", kRecord, "record an error", kChanges, kOption,
                       "clew error \"disk full\" --category resource"),
    verb<record_batch>("record", kRecord,
                       "record many things at once, as JSON lines on standard input", kChanges,
                       kOption, "clew record < facts.ndjson"),
    verb<show_status>("status", kShow, "show where the work stands and what is next", kReads,
                      kFirst, "clew status"),
    verb<list_sessions>("list", kShow, "list sessions, newest first", kReads, kNone,
                        "clew list --status paused"),
    verb<show_session>("show", kShow, "show everything about a session, or one part of it", kReads,
                       kOption, "clew show oauth-7f3a@17"),
    verb<search_text>("search", kShow, "search goals, decisions, notes and artifacts", kReads,
                      kOption, "clew search refresh token"),
    verb<undo_command>("undo", kHistory, "undo your last command", kChanges, kOption, "clew undo"),
    verb<show_log>("log", kHistory, "show what happened, in order", kReads, kFirst,
                   "clew log --type decision"),
    verb<diff_session>("diff", kHistory, "show what changed between two points in time or sessions",
                       kReads, kOption, "clew diff oauth-7f3a@3 oauth-7f3a@17"),
    verb<fork_session>("fork", kHistory, "continue from any point in time as a new session",
                       kChanges, kFirst, "clew fork oauth-7f3a@17 --reason \"try cookies\""),
    verb<add_artifact>("artifact add", kArtifact, "keep a copy of a file", kChanges, kOption,
                       "clew artifact add docs/design.md"),
    verb<list_artifacts>("artifact list", kArtifact, "list kept files", kReads, kOption,
                         "clew artifact list"),
    verb<show_artifact>("artifact show", kArtifact, "show the content of a kept file", kReads,
                        kOption, "clew artifact show docs/design.md@2"),
    verb<show_artifact_history>("artifact history", kArtifact, "list every version of a kept file",
                                kReads, kOption, "clew artifact history docs/design.md"),
    verb<restore_artifact>("artifact restore", kArtifact, "restore a kept version of a file",
                           kReads, kOption, "clew artifact restore docs/design.md --version 2"),
    verb<attach_view>("view attach", kView, "show the session in files of a dialect", kChanges,
                      kOption, "clew view attach feature"),
    verb<detach_view>("view detach", kView, "stop updating these files, but keep them", kChanges,
                      kOption, "clew view detach"),
    verb<list_views>("view list", kView, "list every view and whether it is clean", kReads, kNone,
                     "clew view list"),
    verb<accept_view>("view accept", kView, "accept what the files say, even after a git checkout",
                      kChanges, kOption, "clew view accept"),
    verb<verify_session>("verify", kIntegrity, "check the log for damage and the files for drift",
                         kReads, kFirst, "clew verify oauth-7f3a"),
    verb<repair_session>("repair", kIntegrity, "repair what verify or validate found", kChanges,
                         kFirst, "clew repair oauth-7f3a --from 87 --dry-run"),
    verb<backup_store>("backup", kIntegrity, "copy the whole store to one file", kReads, kNone,
                       "clew backup ~/clew-backup.db"),
    verb<restore_backup>("restore", kIntegrity, "replace the store with a backup", kChanges, kNone,
                         "clew restore ~/clew-backup.db --yes"),
    verb<redact_event>("redact", kRetention, "permanently remove text from an event", kChanges,
                       kOption, "clew redact 17 --reason \"a password\""),
    verb<forget_session>("forget", kRetention, "delete a session's content, keep its hash chain",
                         kChanges, kNone, "clew forget oauth-7f3a"),
    verb<archive_session>("archive", kRetention, "hide a session from the list", kChanges, kFirst,
                          "clew archive oauth-7f3a"),
    verb<unarchive_session>("unarchive", kRetention, "show an archived session in the list again",
                            kChanges, kFirst, "clew unarchive oauth-7f3a"),
    verb<index_code>("code index", kCode, "index the source code of the project", kReads, kNone,
                     "clew code index"),
    verb<find_code>("code find", kCode, "find a symbol by its name", kReads, kNone,
                    "clew code find ClimateController"),
    verb<show_code>("code show", kCode, "show one symbol: signature, members and fans", kReads,
                    kNone, "clew code show src/climate.py:ClimateController"),
    verb<list_callers>("code callers", kCode, "list what calls a symbol", kReads, kNone,
                       "clew code callers ClimateController.start"),
    verb<list_callees>("code callees", kCode, "list what a symbol calls", kReads, kNone,
                       "clew code callees ClimateController.start"),
    verb<map_code>("code map", kCode, "show the most central symbols of a folder, for a model",
                   kReads, kNone, "clew code map src --tokens 2000"),
    verb<show_index>("code status", kCode, "show what is indexed, and its structural version",
                     kReads, kNone, "clew code status"),
    verb<validate_files>("validate", kConvert, "check the files of a dialect", kReads, kNone,
                         "clew validate .ai-session"),
    verb<show_schema>("schema", kConvert, "print the JSON Schema of a dialect's documents", kReads,
                      kNone, "clew schema workflow"),
    verb<export_sessions>("export", kConvert, "export a session in any dialect, or whole logs",
                          kReads, kOption, "clew export oauth-7f3a --to feature --out exported"),
    verb<import_sessions>("import", kConvert,
                          "import sessions from dialect files, transcripts or a log", kChanges,
                          kNone, "clew import .ai-session"),
    verb<migrate_files>("migrate", kConvert,
                        "write files in the current format next to the old ones", kChanges, kNone,
                        "clew migrate .ai-session"),
    verb<show_contract>("contract show", kConvert,
                        "show the version and SHA-256 of the contract that agents acknowledge",
                        kReads, kNone, "clew contract show --contract docs/session-state-spec.md"),
    verb<acknowledge_contract>("contract ack", kConvert, "acknowledge the contract as it is now",
                               kChanges, kNone, "clew contract ack --as claude"),
    verb<verify_contract>("contract verify", kConvert,
                          "check that the contract is the one you acknowledged", kReads, kNone,
                          "clew contract verify --as claude"),
    verb<list_acknowledgments>("contract status", kConvert,
                               "list who acknowledged the contract, and when", kReads, kNone,
                               "clew contract status"),
    verb<dump_structure>("structural dump", kConvert, "write a structural checkpoint", kReads,
                         kOption,
                         "clew structural dump --session-id climate_20261116 --scope-subsystem "
                         "Climate --scope-file src/climate.py --out checkpoints/climate.json"),
    verb<resume_structure>("structural resume", kConvert,
                           "continue from a structural checkpoint and say how the code drifted",
                           kChanges, kNone,
                           "clew structural resume --input checkpoints/climate.json"),
    verb<sync_sessions>("sync", kSync, "send sessions to a remote and take in what is new there",
                        kReads, kNone, "clew sync"),
    verb<push_sessions>("push", kSync, "send sessions to a remote", kReads, kNone, "clew push"),
    verb<pull_sessions>("pull", kSync, "take in what is new at a remote", kReads, kNone,
                        "clew pull"),
    verb<add_remote>("remote add", kSync, "make a remote, in a folder or a bucket", kReads, kNone,
                     "clew remote add home /mnt/stick/clew"),
    verb<list_remotes>("remote list", kSync, "list remotes, and what waits to be sent", kReads,
                       kNone, "clew remote list"),
    verb<invite_to_remote>("remote invite", kSync, "let another device join a remote", kReads,
                           kNone, "clew remote invite home"),
    verb<join_remote_verb>("remote join", kSync, "join a remote that another device made", kReads,
                           kNone, "clew remote join home --code clew-join-…"),
    verb<set_automatic>("remote auto", kSync, "send work to a remote by itself, or no more", kReads,
                        kNone, "clew remote auto on home"),
    verb<remove_remote>("remote remove", kSync, "forget a remote on this device", kReads, kNone,
                        "clew remote remove home"),
    verb<share_session>("share", kSync, "share a session with other people's devices", kChanges,
                        kFirst, "clew share oauth-7f3a --with laptop:age1…"),
    verb<unshare_session>("unshare", kSync, "stop sharing a session with somebody", kChanges,
                          kFirst, "clew unshare oauth-7f3a --with laptop"),
    verb<create_bundle>("bundle create", kSync, "write sessions to one sealed file", kReads,
                        kOption, "clew bundle create oauth-7f3a oauth.clew --to age1…"),
    verb<inspect_bundle>("bundle inspect", kSync, "show what is in a bundle, and who made it",
                         kReads, kNone, "clew bundle inspect oauth.clew"),
    verb<open_bundle>("bundle open", kSync, "import the sessions of a bundle", kChanges, kNone,
                      "clew bundle open oauth.clew"),
    verb<merge_session>("merge", kSync, "settle what two machines did that contradicts", kChanges,
                        kNone, "clew merge oauth-7f3a --list"),
    verb<hand_off_session>("handoff", kSync, "hand a session to another device, or take it back",
                           kChanges, kFirst, "clew handoff oauth-7f3a --to desk"),
    verb<new_key>("key new", kSync, "make the key of this device, once", kReads, kNone,
                  "clew key new"),
    verb<show_key>("key show", kSync, "show the key that others seal for and share with", kReads,
                   kNone, "clew key show"),
    verb<setup_agents>("setup", kSetup, "set up coding agents to record and resume by themselves",
                       kReads, kNone, "clew setup"),
    verb<answer_hook_verb>("hook", kAdmin,
                           "handle an agent's hook, with its JSON on standard input", kReads, kNone,
                           "clew hook claude-code"),
    verb<serve_mcp_verb>("mcp", kAdmin, "run the MCP server on standard input and output", kReads,
                         kNone, "clew mcp"),
    verb<serve_http_verb>("serve", kAdmin, "run the MCP server over HTTP, on this machine only",
                          kReads, kNone, "clew serve --port 7117"),
    verb<init_project>("init", kAdmin, "create a store for this project alone", kChanges, kNone,
                       "clew init"),
    verb<trust_store>("trust", kAdmin, "trust a store that stands inside a project", kReads, kNone,
                      "clew trust"),
    verb<use_session>("use", kAdmin, "select the session for this checkout", kChanges, kFirst,
                      "clew use oauth-7f3a"),
    verb<switch_on>("on", kAdmin, "turn recording on", kChanges, kNone, "clew on --here"),
    verb<switch_off>("off", kAdmin, "turn recording off", kChanges, kNone, "clew off --here"),
    verb<see_doctor>("doctor", kAdmin, "check the installation and suggest fixes", kReads, kNone,
                     "clew doctor"),
    verb<show_help>("help", kAdmin, "show help for clew or for one command", kReads, kNone,
                    "clew help all"),
    verb<show_version>("version", kAdmin, "print the version of clew", kReads, kNone,
                       "clew version"),
    verb<show_completion>("completion", kAdmin, "print a completion script for a shell", kReads,
                          kNone,
                          "clew completion bash > ~/.local/share/bash-completion/completions/clew"),
    verb<take_tour>("tour", kAdmin, "see clew at work in a temporary store", kReads, kNone,
                    "clew tour"),
    // Without a group: not in any help.
    verb<show_here>("here", "", "where you stand", kReads, kOption, "clew"),
    verb<write_until_killed>(kTourWriterVerb, "", "the writer that the tour kills", kChanges,
                             kOption, "clew tour"),
};

}  // namespace

VerbList catalogue() { return {kVerbs, std::size(kVerbs)}; }

const Verb* find_verb(std::string_view name) {
  for (const auto& each : kVerbs) {
    if (name == each.name) return &each;
  }
  return nullptr;
}

}  // namespace clew
