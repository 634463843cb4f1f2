# Sourced: a fresh folder $work, removed at the end, with a home, a store and a person who commits.
if ! command -v git >/dev/null; then
  echo "skipped: there is no git"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/home"
export HOME=$work/home CLEW_STORE=$work/home/store.db GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=ana@example.org GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=ana@example.org
unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR
