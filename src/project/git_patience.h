#pragma once
// How long git is waited for. A repository can make git wait: a pipe in the place of a file that
// git reads is enough, and whoever asked waits with it. So a question has a time, a hook has one
// for all its questions, and a repository that let it pass is not asked again for a while, by no
// process of this user.

#include <optional>
#include <string>

#include "base/time.h"
#include "project/git_repository.h"

namespace clew {

inline constexpr Duration kLongestGitTime = seconds(30);  // of one question, without a limit

// For this process: where silences are kept (empty: only here), and what all questions together may
// take from now on.
void keep_git_silences_in(const std::string& folder);
void limit_git_time(Duration in_all);

// The time for a question that may take `wanted`; nothing when it must not be asked now: the time
// of the process is used up, or the repository kept one waiting that had about as much.
std::optional<Duration> time_for_git(const GitRepository& repository, Duration wanted);

enum class GitPromptness { kAnswered, kTimedOut };
// REQUIRES: of a question that time_for_git gave a time, how long it took.
void note_git_time(const GitRepository& repository, Duration took, GitPromptness promptness);

// What is in the place of a file that git reads but is a pipe, a socket or a device; empty:
// nothing. Whoever opens it may wait for ever.
std::string pipe_in_repository(FileSystem& files, const GitRepository& repository);

}  // namespace clew
