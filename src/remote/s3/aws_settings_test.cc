#include "remote/s3/aws_settings.h"

#include <doctest/doctest.h>

#include "files/posix_file_system.h"
#include "testing/temp_folder.h"

namespace clew {
namespace {

using Variables = std::map<std::string, std::string>;

struct Aws {
  TempFolder folder;
  Variables variables;

  Aws() {
    write_text(folder / "credentials",
               "# keys\n"
               "[default]\n"
               "aws_access_key_id = DEFAULTID\n"
               "aws_secret_access_key=default/secret+with=signs#inside  # not this\n"
               "\n"
               "[ other ]\r\n"
               "AWS_ACCESS_KEY_ID = OTHERID\r\n"
               "aws_secret_access_key = othersecret\r\n"
               "aws_session_token = othertoken\r\n"
               "[half]\n"
               "aws_access_key_id = HALFID\n");
    write_text(folder / "config",
               "[default]\n"
               "region = eu-central-1\n"
               "s3 =\n"
               "  region = nested-1\n"
               "[profile other]\n"
               "region = eu-west-3\n"
               "[profile sso]\n"
               "sso_session = work\n"
               "[profile program]\n"
               "credential_process = /bin/sh -c 'touch ran'\n");
  }
  Result<AwsSettings> find() {
    AwsSources sources;
    sources.variable = [this](const std::string& name) {
      const auto found = variables.find(name);
      return found == variables.end() ? std::string() : found->second;
    };
    sources.credentials_file = folder / "credentials";
    sources.config_file = folder / "config";
    PosixFileSystem files;
    return find_aws_settings(sources, files);
  }
  AwsSettings found() {
    const auto settings = find();
    REQUIRE(settings.ok());
    return *settings;
  }
  Error error() {
    const auto settings = find();
    REQUIRE_FALSE(settings.ok());
    return settings.error();
  }
};

TEST_CASE("keys come from the default profile, or the one that AWS_PROFILE names") {
  Aws aws;
  AwsSettings settings = aws.found();
  CHECK(settings.keys.id == "DEFAULTID");
  CHECK(settings.keys.secret == "default/secret+with=signs#inside");
  CHECK(settings.keys.session_token.empty());
  CHECK(settings.region == "eu-central-1");
  aws.variables["AWS_PROFILE"] = "other";
  settings = aws.found();
  CHECK(settings.keys.id == "OTHERID");
  CHECK(settings.keys.secret == "othersecret");
  CHECK(settings.keys.session_token == "othertoken");
  CHECK(settings.region == "eu-west-3");
}

TEST_CASE("the environment comes before the files, and never mixes with them") {
  Aws aws;
  aws.variables = {
      {"AWS_PROFILE",           "other" },
      {"AWS_ACCESS_KEY_ID",     "ENVID" },
      {"AWS_SECRET_ACCESS_KEY", "envsec"},
      {"AWS_REGION",            "auto"  }
  };
  const AwsSettings settings = aws.found();
  CHECK(settings.keys.id == "ENVID");
  CHECK(settings.keys.secret == "envsec");
  CHECK(settings.keys.session_token.empty());
  CHECK(settings.region == "auto");
  aws.variables.erase("AWS_SECRET_ACCESS_KEY");
  CHECK(aws.error().code == ErrorCode::kNotAllowed);
}

TEST_CASE("without keys the error says what to set, and runs nothing") {
  Aws aws;
  for (const auto& [profile, words] : Variables{
           {"nobody",  "a profile that is not there"},
           {"sso",     "no keys of its own"         },
           {"program", "no keys of its own"         },
           {"half",    "without its secret"         }
  }) {
    CAPTURE(profile);
    aws.variables["AWS_PROFILE"] = profile;
    const Error error = aws.error();
    CHECK(error.code == ErrorCode::kNotAllowed);
    CHECK(error.message.find(words) != std::string::npos);
    CHECK_FALSE(error.next.empty());
    CHECK((error.message + error.subject + error.next).find("HALFID") == std::string::npos);
  }
}

TEST_CASE("keys that could end a header, and regions that could be a host, are refused unseen") {
  Aws aws;
  aws.variables = {
      {"AWS_ACCESS_KEY_ID",     "ID"                },
      {"AWS_SECRET_ACCESS_KEY", "sec\r\nX-Evil: ret"}
  };
  Error error = aws.error();
  CHECK(error.code == ErrorCode::kNotAllowed);
  CHECK((error.message + error.subject + error.next).find("Evil") == std::string::npos);
  aws.variables["AWS_SECRET_ACCESS_KEY"] = "secret";
  aws.variables["AWS_REGION"] = "evil.example/";
  CHECK(aws.error().code == ErrorCode::kUsage);
}

TEST_CASE("a file that is no such file says nothing") {
  CHECK(read_aws_file("").empty());
  CHECK(read_aws_file("key = before any section\n= x\n[open\nkey = y\n").empty());
  CHECK(read_aws_file("[a]\n= x\nkey\nkey=1\nkey=2").at("a") == std::map<std::string, std::string>{
                                                                    {"key", "2"}
  });
}

}  // namespace
}  // namespace clew
