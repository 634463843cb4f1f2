#include "agent_client/codex/settings.h"

#include <doctest/doctest.h>

#include "document/toml/toml_spans.h"

namespace clew {
namespace {

const ConfigParts kParts{"/opt/clew", "/data/clew"};

constexpr const char* kServer =
    "[mcp_servers.clew]  # by clew setup\ncommand = \"/opt/clew\"\nargs = [\"mcp\"]\n";
constexpr const char* kSandbox =
    "[sandbox_workspace_write]  # by clew setup\nwritable_roots = [\"/data/clew\"]\n";

std::string take_back(const SettingsEdit& edit) {
  std::string text = edit.text();
  for (const Splice& splice : edit.undo()) text = apply_splice(text, splice);
  return text;
}

struct CodexRow {
  const char* claim;
  std::string before;
  std::string after;
};

TEST_CASE("clew's tables are added to a config and everything else stays") {
  const std::string server = kServer;
  const CodexRow rows[] = {
      {"a new file",                                "",                                                                      server + "\n" + kSandbox                                                     },
      {"other settings, with a comment at the end",
       "model = \"o3\" # best\n\n[a.b]\nc = 1\n# end\n",                                                                     "model = \"o3\" # best\n\n[a.b]\nc = 1\n# end\n\n" + server + "\n" + kSandbox},
      {"no line end at the end",                    "a = 1",                                                                 "a = 1\n\n" + server + "\n" + kSandbox                                       },
      {"an existing sandbox table",                 "[sandbox_workspace_write]\nnetwork_access = true\n",
       "[sandbox_workspace_write]\nwritable_roots = [\"/data/clew\"]  # by clew setup\n"
       "network_access = true\n\n" +
           server                                                                                                                                                                                         },
      {"an existing list",                          "[sandbox_workspace_write]\nwritable_roots = [ \"/x\", '/y' ] # mine\n",
       "[sandbox_workspace_write]\nwritable_roots = [ \"/x\", '/y', \"/data/clew\" ] # mine\n\n" +
           server                                                                                                                                                                                         },
      {"an empty list",                             "[sandbox_workspace_write]\nwritable_roots = []\n",
       "[sandbox_workspace_write]\nwritable_roots = [\"/data/clew\"]\n\n" + server                                                                                                                        },
      {"a list of many lines",
       "[sandbox_workspace_write]\nwritable_roots = [\n  \"/x\", # one\n  # two\n]\n",                                       "[sandbox_workspace_write]\nwritable_roots = [\n  \"/x\", # one\n  \"/data/clew\",\n  # "
       "two\n"
       "]\n\n" +
           server                                                                                                   },
      {"dotted keys",                               "sandbox_workspace_write.network_access = true\n[a]\n",
       "sandbox_workspace_write.network_access = true\n"
       "sandbox_workspace_write.writable_roots = [\"/data/clew\"]  # by clew setup\n[a]\n\n" +
           server                                                                                                                                                                                         },
      {"strings that look like tables",             "a = \"\"\"\n[mcp_servers.clew]\n\"\"\"\nb = ']'\n",
       "a = \"\"\"\n[mcp_servers.clew]\n\"\"\"\nb = ']'\n\n" + server + "\n" + kSandbox                                                                                                                   },
      {"the folder is writable already",
       "[sandbox_workspace_write]\nwritable_roots = [\"/data/clew\"]\n",                                                     "[sandbox_workspace_write]\nwritable_roots = [\"/data/clew\"]\n\n" + server  },
  };
  for (const CodexRow& row : rows) {
    CAPTURE(row.claim);
    std::vector<std::string> notes;
    SettingsEdit edit(row.before);
    REQUIRE(add_to_codex(edit, kParts, notes).ok());
    CHECK(edit.text() == row.after);
    CHECK(take_back(edit) == row.before);
    SettingsEdit again(edit.text());
    REQUIRE(add_to_codex(again, kParts, notes).ok());
    CHECK_FALSE(again.changed());
    CHECK(notes.empty());
  }
}

TEST_CASE("removing takes out clew's tables only, also where Codex wrote between them") {
  const std::string server = kServer;
  const CodexRow rows[] = {
      {"both tables",                            "a = 1\n\n" + server + "\n" + kSandbox,         "a = 1\n"                                                                 },
      {"a table of Codex's in between",
       server + "\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n\n" + kSandbox,
       "\n[projects.\"/x\"]\ntrust_level = \"trusted\"\n"                                                                                                                  },
      {"what Codex added to clew's server",
       "a = 1\n\n" + server + "\n[mcp_servers.clew.tools.session_log]\napproval = \"auto\"\n",
       "a = 1\n"                                                                                                                                                           },
      {"one of several roots",
       "[sandbox_workspace_write]\nwritable_roots = [\"/x\", \"/data/clew\", \"/y\"]\n",         "[sandbox_workspace_write]\nwritable_roots = [\"/x\", \"/y\"]\n"          },
      {"the first of several roots",
       "sandbox_workspace_write.writable_roots=['/data/clew', '/y']\n",                          "sandbox_workspace_write.writable_roots=['/y']\n"                         },
      {"the line in a table of somebody else's",
       "[sandbox_workspace_write]\nwritable_roots = [\"/data/clew\"]  # by clew setup\nb = 1\n", "[sandbox_workspace_write]\nb = 1\n"                                      },
      {"a table that somebody else filled",
       "[sandbox_workspace_write]  # by clew setup\nwritable_roots = [\"/data/clew\"]\nb = 1\n", "[sandbox_workspace_write]  # by clew setup\nwritable_roots = []\nb = 1\n"},
      {"nothing of clew's",                      "[mcp_servers.other]\ncommand = \"x\"\n",
       "[mcp_servers.other]\ncommand = \"x\"\n"                                                                                                                            },
  };
  for (const CodexRow& row : rows) {
    CAPTURE(row.claim);
    std::vector<std::string> notes;
    SettingsEdit edit(row.before);
    REQUIRE(remove_from_codex(edit, kParts, notes).ok());
    CHECK(edit.text() == row.after);
    CHECK(take_back(edit) == row.before);
    CHECK(notes.empty());
  }
}

TEST_CASE("a program that moved is corrected, what was added beside it stays") {
  SettingsEdit edit(
      "[mcp_servers.clew]  # by clew setup\ncommand = \"/old/clew\"\nargs = [\"mcp\"]\n"
      "startup_timeout_sec = 5\n");
  std::vector<std::string> notes;
  REQUIRE(add_to_codex(edit, {"/opt/clew", ""}, notes).ok());
  CHECK(edit.text() == std::string(kServer) + "startup_timeout_sec = 5\n");
}

TEST_CASE("a server of the same name that is not clew's stays, with a note") {
  for (const char* text :
       {"[mcp_servers.clew]\ncommand = \"npx\"\nargs = [\"mcp\"]\n",
        "[mcp_servers.clew]\nurl = \"http://127.0.0.1:1/mcp\"\n", "[mcp_servers]\nclew = {}\n"}) {
    CAPTURE(text);
    std::vector<std::string> notes;
    SettingsEdit edit(text);
    REQUIRE(add_to_codex(edit, {"/opt/clew", ""}, notes).ok());
    REQUIRE(remove_from_codex(edit, {"/opt/clew", ""}, notes).ok());
    CHECK(edit.text() == text);
    CHECK(notes.size() == 2);
  }
}

TEST_CASE("a server of clew's that somebody wrote is given the right program, and stays") {
  for (const char* rest : {"args = [\"mcp\"]\nstartup_timeout_sec = 5\n",
                           "args = [\"mcp\"]\n[mcp_servers.clew.env]\nA = \"b\"\n"}) {
    CAPTURE(rest);
    const std::string header = "[mcp_servers.clew]\ncommand = ";
    std::vector<std::string> notes;
    SettingsEdit edit(header + "\"/old/clew\"\n" + rest);
    REQUIRE(add_to_codex(edit, {"/opt/clew", ""}, notes).ok());
    CHECK(notes.empty());
    CHECK(edit.text() == header + "\"/opt/clew\"\n" + rest);
    REQUIRE(remove_from_codex(edit, {"/opt/clew", ""}, notes).ok());
    CHECK(edit.text() == header + "\"/opt/clew\"\n" + rest);
    CHECK(notes.size() == 1);
  }
  std::vector<std::string> notes;
  SettingsEdit inside("[mcp_servers]\nclew = { command = '/old/clew', args = ['mcp'] } # mine\n");
  REQUIRE(add_to_codex(inside, {"/opt/clew", ""}, notes).ok());
  CHECK(inside.text() ==
        "[mcp_servers]\nclew = { command = \"/opt/clew\", args = ['mcp'] } # mine\n");
}

// A list of roots without clew's and with it, and the same by hand.
TEST_CASE("comments beside roots stay with what they are about, and commas with the layout") {
  struct Row {
    const char* before;
    const char* after;
  };
  const Row rows[] = {
      {"[\n  \"/a\", # a\n  \"/b\" # b\n]",  "[\n  \"/a\", # a\n  \"/b\", # b\n  \"/data/clew\"\n]"},
      {"[\n  \"/a\", # a\n  \"/b\", # b\n]",
       "[\n  \"/a\", # a\n  \"/b\", # b\n  \"/data/clew\",\n]"                                     },
      {"[\n  \"/a\" # a\n  , # b\n]",        "[\n  \"/a\", # a\n  \"/data/clew\"\n  , # b\n]"      },
      {"[\"/a\", # a\n \"/b\" # b\n ]",      "[\"/a\", # a\n \"/b\", # b\n \"/data/clew\"\n ]"     },
      {"[\"/a\"# a\n]",                      "[\"/a\",# a\n  \"/data/clew\"\n]"                    },
      {"[ # roots\n  \"/a\",\n]",            "[ # roots\n  \"/a\",\n  \"/data/clew\",\n]"          },
      {"[\n  \"/a\",\n  # \"/b\",\n]",       "[\n  \"/a\",\n  \"/data/clew\",\n  # \"/b\",\n]"     },
      {"[\"/a\",\n \"/b\"]",                 "[\"/a\",\n \"/b\", \"/data/clew\"]"                  },
      {"[\"/a\",]",                          "[\"/a\", \"/data/clew\",]"                           },
  };
  const std::string start = "[sandbox_workspace_write]\nwritable_roots = ";
  for (const Row& row : rows) {
    CAPTURE(row.before);
    std::vector<std::string> notes;
    SettingsEdit edit(start + row.before + "\n");
    REQUIRE(add_to_codex(edit, kParts, notes).ok());
    CHECK(edit.text() == start + row.after + "\n\n" + kServer);
    CHECK(take_back(edit) == start + row.before + "\n");
    // Without what clew remembers of the file.
    SettingsEdit bare(edit.text());
    REQUIRE(remove_from_codex(bare, kParts, notes).ok());
    if (std::string_view(row.before).find("\n  ,") == std::string_view::npos) {
      CHECK(bare.text() == start + row.before + "\n");
    }
  }
}

TEST_CASE("clew's root goes from wherever somebody moved it, and no comment with it") {
  struct Row {
    const char* before;
    const char* after;
  };
  const Row rows[] = {
      {"[\n  \"/data/clew\",\n]",                      "[\n]"                       },
      {"[\"/data/clew\",]",                            "[]"                         },
      {"[ # mine\n  \"/data/clew\" # clew's\n]",       "[ # mine\n   # clew's\n]"   },
      {"[\n  \"/data/clew\", # clew's\n  \"/a\"\n]",   "[\n   # clew's\n  \"/a\"\n]"},
      {"[\"/data/clew\", # clew's\n  \"/a\"]",         "[ # clew's\n  \"/a\"]"      },
      {"[\"/a\", # a\n  \"/data/clew\"]",              "[\"/a\", # a\n  ]"          },
      {"[\"/a\", # a\n  \"/data/clew\", \"/b\"]",      "[\"/a\", # a\n   \"/b\"]"   },
      {"[\n  \"/a\",\n  \"/data/clew\",\n  \"/b\"\n]", "[\n  \"/a\",\n  \"/b\"\n]"  },
  };
  const std::string start = "[sandbox_workspace_write]\nb = 1\nwritable_roots = ";
  for (const Row& row : rows) {
    CAPTURE(row.before);
    std::vector<std::string> notes;
    SettingsEdit edit(start + row.before + "\n");
    REQUIRE(remove_from_codex(edit, kParts, notes).ok());
    CHECK(edit.text() == start + row.after + "\n");
    CHECK(take_back(edit) == start + row.before + "\n");
  }
}

TEST_CASE("clew's server stays when somebody added to it, with a note") {
  const std::string text = std::string(kServer) + "env = { A = \"b\" }\n";
  std::vector<std::string> notes;
  SettingsEdit edit(text);
  REQUIRE(remove_from_codex(edit, kParts, notes).ok());
  CHECK(edit.text() == text);
  REQUIRE(notes.size() == 1);
  CHECK(notes.front() == "mcp_servers.clew has \"env\", which clew did not write; left unchanged");
}

TEST_CASE("a server whose mark Codex dropped is still clew's") {
  std::vector<std::string> notes;
  SettingsEdit edit("[mcp_servers.clew]\ncommand = \"/old/clew\"\nargs = [\"mcp\"]\n");
  REQUIRE(add_to_codex(edit, {"/opt/clew", ""}, notes).ok());
  CHECK(edit.text().find("/opt/clew") != std::string::npos);
  REQUIRE(remove_from_codex(edit, {"/opt/clew", ""}, notes).ok());
  CHECK(edit.text().empty());
}

TEST_CASE("an unusual config is refused with the line to add by hand") {
  for (const char* text :
       {"sandbox_workspace_write = { network_access = true }\n", "mcp_servers = {}\n",
        "[sandbox_workspace_write]\nwritable_roots = \"/x\"\n"}) {
    CAPTURE(text);
    std::vector<std::string> notes;
    SettingsEdit edit(text);
    const Status refused = add_to_codex(edit, kParts, notes);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == ErrorCode::kInvalid);
    CHECK(refused.error().next.find("by hand") != std::string::npos);
  }
}

TEST_CASE("what was added by hand where clew does not edit is enough, and stays") {
  const std::string roots = "writable_roots = [\"/home/ana/.local/share/clew\"]";
  const std::string server = "clew = { command = \"/usr/bin/clew\", args = [\"mcp\"] }";
  for (const std::string& text :
       {"mcp_servers = { x = { command = \"x\" }, " + server + " }\n[sandbox_workspace_write]\n" +
            roots + "\n",
        "[mcp_servers]\n" + server + "\n[sandbox_workspace_write]\n" + roots + "\n",
        "sandbox_workspace_write = { network_access = true, " + roots + " }\n[mcp_servers]\n" +
            server + "\n"}) {
    CAPTURE(text);
    std::vector<std::string> notes;
    SettingsEdit edit(text);
    REQUIRE(add_to_codex(edit, {"/usr/bin/clew", "/home/ana/.local/share/clew"}, notes).ok());
    CHECK(edit.text() == text);
    CHECK(notes.empty());
    REQUIRE(remove_from_codex(edit, {"/usr/bin/clew", ""}, notes).ok());
    CHECK(edit.text() == text);
    CHECK(notes.size() == 1);
  }
}

TEST_CASE("a list inside of an inline table takes an element, and gives it back") {
  const std::string text = "sandbox_workspace_write = { writable_roots = [\"/x\"], a = 1 }\n";
  std::vector<std::string> notes;
  SettingsEdit edit(text);
  REQUIRE(add_to_codex(edit, {"/usr/bin/clew", "/y"}, notes).ok());
  CHECK(edit.text().starts_with(
      "sandbox_workspace_write = { writable_roots = [\"/x\", \"/y\"], a = 1 }\n"));
  REQUIRE(remove_from_codex(edit, {"/usr/bin/clew", "/y"}, notes).ok());
  CHECK(edit.text() == text);
}

TEST_CASE("text that is no TOML is refused with its line") {
  for (const char* text : {"a = 1\nb = [1, 2\n", "a = 1\n[b\n", "a = 1\nb\n", "a = 1\nb = \"x\n",
                           "a = 1\nb = 1 2 = 3 }\n = 4\n", "a = 1\nb = {c 1}\n"}) {
    CAPTURE(text);
    const auto refused = scan_toml(text);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find("line ") == 0);
  }
  CHECK(scan_toml("a = 1\nb = \"\xff\"\n").error().message ==
        "line 2, column 1: bytes that are not text");
  CHECK_FALSE(scan_toml(std::string_view("a = 1\0\n", 7)).ok());
  CHECK(scan_toml("a = \"\u00e9\"\r\n").ok());
}

TEST_CASE("every cut of a config is read or refused, and never runs away") {
  const std::string text =
      "a = \"\"\"x\\\"\"\"\"\n[b.\"c d\".'e']\nf = [1, {g = [ 'h' ]}, # i\n]\n[[j]]\nk.l = "
      "1979-05-27\n" +
      std::string(kServer);
  REQUIRE(scan_toml(text).ok());
  for (size_t length = 0; length < text.size(); ++length) {
    static_cast<void>(scan_toml(text.substr(0, length)));
  }
  const auto whole = scan_toml(text);
  CHECK(whole->find_entry({"b", "c d", "e", "f"})->elements.size() == 2);
  CHECK(whole->find_entry({"j", "k", "l"}) != nullptr);
  CHECK(whole->find_table({"mcp_servers", "clew"}) != nullptr);
}

}  // namespace
}  // namespace clew
