#include "app/reach_s3.h"

#include "app/environment.h"
#include "base/hash.h"
#include "base/text.h"
#include "files/canonical_path.h"
#include "files/make_folders.h"
#include "project/project_reach.h"
#include "remote/s3/s3_store.h"

namespace clew {
namespace {

constexpr Duration kProofHolds = days(7);

// The file that a variable names, which a project may have set; else the usual one.
Result<std::string> aws_file(const char* name, const char* below_home, const Surroundings& around,
                             FileSystem& files) {
  const std::string given = around.variable(name);
  if (given.empty()) return around.known_home.empty() ? "" : around.known_home + below_home;
  std::string against;
  if (!given.starts_with('/')) against = "it is relative";
  if (is_process_path(given)) against = "it leads through /proc or /dev";
  const auto real = files.real_path(given);
  if (against.empty() && is_in_reach(files, real ? *real : given, around.cwd, around.known_home)) {
    against = "it lies inside this project";
  }
  if (against.empty()) return given;
  return make_error(ErrorCode::kNotAllowed, std::string(name) + " is not used: " + against,
                    visible(one_line(cut(given, 200))), std::string("unset ") + name);
}

// Whether a server creates only what is absent was tried out here lately: an empty file in the
// cache, by whose age it is known.
class ProofNote {
 public:
  ProofNote(FileSystem& files, const Surroundings& around, const S3Place& place)
      : files_(files),
        folder_(around.cache_folder.empty() ? "" : around.cache_folder + "/s3"),
        name_(sha256(place.scheme + ' ' + place.server + ' ' + place.bucket + ' ' + place.prefix)
                  .hex()) {}

  bool holds() const {
    if (folder_.empty()) return false;
    const auto info = files_.info(folder_ + '/' + name_);
    if (!info || info->kind != FileKind::kFile) return false;
    const Duration age = system_clock() - Time{info->modified_ns / 1'000'000};
    return age.ms >= 0 && age < kProofHolds;
  }

  // Without it the server is only asked again.
  void write() const {
    if (folder_.empty()) return;
    const auto folder = make_folders(files_, folder_);
    if (!folder) return;
    const bool is_old = (*folder)->info(name_).ok();
    if (is_old && !(*folder)->remove(name_)) return;
    (void)(*folder)->open(name_, OpenMode::kCreateNew).ok();
  }

 private:
  FileSystem& files_;
  std::string folder_;
  std::string name_;
};

Result<std::unique_ptr<ObjectStore>> open_s3(const RemoteAddress& address,
                                             const Surroundings& around, FileSystem& files,
                                             Machine& machine) {
  CLEW_ASSIGN(S3Place place, parse_s3_place(address.path, address.endpoint));
  AwsSources sources;
  sources.variable = around.variable;
  CLEW_ASSIGN(sources.credentials_file,
              aws_file("AWS_SHARED_CREDENTIALS_FILE", "/.aws/credentials", around, files));
  CLEW_ASSIGN(sources.config_file, aws_file("AWS_CONFIG_FILE", "/.aws/config", around, files));
  CLEW_ASSIGN(AwsSettings settings, find_aws_settings(sources, files));
  S3Options options;
  options.keys = std::move(settings.keys);
  options.region = std::move(settings.region);
  if (!around.variable("AWS_CA_BUNDLE").empty()) {
    CLEW_ASSIGN(options.http.ca_file, aws_file("AWS_CA_BUNDLE", "", around, files));
  }
  const auto either = [&](const char* name, const char* other) {
    const std::string value = around.variable(name);
    return value.empty() ? around.variable(other) : value;
  };
  options.http.proxy = either("https_proxy", "HTTPS_PROXY");
  options.http.no_proxy = either("no_proxy", "NO_PROXY");
  const auto note = std::make_shared<ProofNote>(files, around, place);
  options.is_proven = [note] { return note->holds(); };
  options.note_proven = [note] { note->write(); };
  return std::unique_ptr<ObjectStore>(
      std::make_unique<S3Store>(std::move(place), std::move(options), system_clock, machine));
}

}  // namespace

Result<std::unique_ptr<ObjectStore>> ReachS3::open(const RemoteAddress& address,
                                                   FileSystem& files) const {
  if (address.kind == RemoteAddress::Kind::kFolder) return folders_.open(address, files);
  return open_s3(address, around_, files, machine_);
}

}  // namespace clew
