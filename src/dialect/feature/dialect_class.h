#pragma once
// The dialect itself; feature_dialect.h is its public face.

#include <optional>
#include <string>
#include <vector>

#include "dialect/command_history.h"
#include "dialect/feature/contract.h"
#include "dialect/feature/express.h"
#include "dialect/feature/interpret.h"
#include "dialect/feature/names.h"
#include "dialect/feature/recover.h"
#include "dialect/feature/shapes.h"
#include "dialect/feature/translation.h"
#include "dialect/tree_dialect.h"
#include "document/json/json.h"

namespace clew::feature {

class FeatureDialect : public TreeDialect, private CommandHistory {
 public:
  explicit FeatureDialect(std::vector<std::string> models)
      : models_(std::move(models)), documents_(feature::documents(models_)) {}

  const char* name() const override { return kName; }
  std::string default_folder() const override { return ".ai-session"; }
  Result<FileSet> migrate(const FileSet& files) const override { return migrate_feature(files); }
  const std::vector<DocumentShape>& documents() const override { return documents_; }
  const std::vector<Rule>& rules() const override { return feature::rules(); }
  const AgentContract* agent_contract() const override { return &feature::agent_contract(); }
  const CommandHistory* command_history() const override { return this; }
  const Translation& translation() const override { return feature::translation(); }
  const ErrorContext* error_context() const override { return &feature::error_context(); }
  std::unique_ptr<Dialect> as_configured(const FileSet& files) const override;

  std::vector<Location> locations(const std::vector<std::string>& names) const override;
  bool recognises(const std::string& path, const std::string& text) const override;

  // A session one of whose files cannot be read is refused: half of it would pass for the whole. A
  // line of its history that cannot be read is only told.
  Readings read(const FileSet& files) const override;
  // Versions that are not known and merge conflicts are never written over.
  Result<FileSet> write(const Session& session, const FileSet& base) const override;
  FileSet in_agreement(FileSet files) const override;

  std::vector<std::string> files_of(const Session& session) const override {
    const std::string id = id_of(session);
    return {join_path(id, kStateFile), join_path(id, kPlanFile), join_path(id, kHistoryFile),
            kIndexFile, kReadmeFile};
  }
  std::vector<std::string> folders_of(const Session& session) const override {
    return {join_path(id_of(session), kArtifactsFolder)};
  }
  std::string make_id(const Session& session, const IdSeed& seed) const override {
    return make_feature_id(session.identity.goal, seed.now, seed.attempt);
  }
  std::string step_name(const Session& session, const Step& step) const override {
    const std::string* id = external_id(step, kName);
    return id != nullptr ? *id : StepNames(session).of(step.id);
  }
  ViewLock lock_of(const std::string& entry) const override {
    return {LockHabit::kPidFile, join_path(entry, ".state.lock")};
  }
  std::optional<Room> room() const override { return Room{kState, {"x-clew"}}; }

  Readings reconstruct(const FileSet& files) const override;
  Result<Session> begin_at(const FileSet& files, const std::string& step) const override;

 protected:
  const DocumentShape* document_of(const std::string& path) const override;
  std::string repair(const DocumentShape& shape, const std::string& path, const std::string& text,
                     FindingSink& sink) const override;
  std::vector<Reading> interpret(const Documents& documents, FindingSink& sink) const override {
    return feature::interpret(documents, models_, sink);
  }
  Result<Documents> express(const Session& session) const override {
    return feature::express(session, documents_, models_);
  }

 private:
  std::string history_file(const Session& session) const override {
    return join_path(id_of(session), kHistoryFile);
  }
  std::string history_line(const Session& session, const CommandRun& command) const override {
    return write_json(express_run(command, StepNames(session), models_));
  }

  // The same with the models that the folder's index allows; nothing when these are they.
  std::optional<FeatureDialect> as_folder_says(const FileSet& files) const;
  std::optional<Error> refuse_base(const FileSet& base) const;
  std::string repaired(const NamedFile& file) const;
  FileSet prepare(const Document& state, const FileSet& base) const;
  void reconstruct_one(const std::string& folder, const FileSet& files, Readings& out) const;

  const std::vector<std::string> models_;
  const std::vector<DocumentShape> documents_;
};

}  // namespace clew::feature
