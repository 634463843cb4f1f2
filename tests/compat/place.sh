# Sourced by `make` and by the tests here: the folder that the kept store names, for one at a time.
# Events and settings hold absolute paths, and what is hashed cannot be moved: so it is always the
# same folder, /tmp/clew-compat, held with a lock while it is in use.
if ! command -v git >/dev/null; then
  echo "skipped: there is no git"
  exit 77
fi
here=${CLEW_SOURCE_DIR:?}/tests/compat
place=/tmp/clew-compat
kept_names="home shop plain quiet empty inbox"

if ! { exec 9>"$place.lock"; } 2>/dev/null || ! flock -w 300 9; then
  echo "skipped: $place.lock cannot be taken"
  exit 77
fi
rm -rf "$place"
mkdir "$place"
trap 'rm -rf "$place"' EXIT

export HOME=$place/home USER=ana CLEW_ACTOR=ana LC_ALL=C.UTF-8 TZ=UTC GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=ana GIT_AUTHOR_EMAIL=ana@example.org GIT_AUTHOR_DATE=2026-11-15T12:00:00Z
export GIT_COMMITTER_NAME=ana GIT_COMMITTER_EMAIL=ana@example.org GIT_COMMITTER_DATE=2026-11-15T12:00:00Z
unset CLEW_STORE CLEW_SESSION CLEW_OFF CLAUDE_PID XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_CONFIG_HOME

# Other folders than a repository cannot be kept in one: it is made anew, with the same commit.
make_repository() { # the folder has the files of the commit, and later ones besides
  git -C "$place/shop" -c init.defaultBranch=main init -q
  git -C "$place/shop" add README.md src .gitignore
  git -C "$place/shop" commit -qm "a shop"
}

# What the store says of every session. Of a page, what depends on the present is left out: how long
# ago, whether it is stalled, who is at work; what was recorded stays, to the last byte.
sessions() { # once they are kept, by the answers that are: the list leaves out what was not touched for long
  if [ -d "${kept:-}/answers" ]; then
    basename -a -s .txt "$kept"/answers/*.txt | sort
  else
    "$CLEW_BIN" list --all --archived --limit 100 --json | grep -o '"session":"[^"]*"' | cut -d'"' -f4 | sort
  fi
}
timeless_status() {
  sed -E -e 's/"(in_step_ms|time_in_phase_ms)":[0-9]+/"\1":0/g' -e 's/"(is_)?stalled":(true|false)/"\1stalled":false/g' \
    -e 's/"status":"possibly_stalled"/"status":"active"/g' \
    -e 's/"drift":\[[^]]*\],"drift_checked":(true|false),"stale":(true|false)//'
}
timeless_brief() {
  sed -E -e '1 s/ · [A-Z]{5,}.*//' -e '/^(At work|Also in progress|Stalled|Interrupted)/d' -e '/^In progress:/ s/ since .*//' \
    -e 's/\b([0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}Z?/TIME/g' \
    -e 's/\b[0-9]+ (s|min|h|d|days?|weeks?)( [0-9]+ (s|min|h))?\b/AGE/g' | cat -s
}
tell() { # FOLDER: one file for each session
  local id
  ask() { # FILTER ARGUMENT…
    local said code=0 filter=$1
    shift
    echo "\$ clew $*"
    said=$("$CLEW_BIN" "$@" 2>&1 </dev/null) || code=$?
    printf '%s\n' "$said" | "$filter"
    echo "[exit $code]"
  }
  for id in $(sessions); do
    {
      ask cat show "$id" --json
      ask cat log "$id" --json
      ask cat log "$id" --set-aside
      ask cat artifact list -s "$id" --json
      # What an open session says of itself also depends on how long nothing happened in it.
      case $("$CLEW_BIN" show "$id" --json | grep -oE '"lifecycle":\{"status":"(completed|failed|aborted|abandoned)"') in
        '') continue ;;
      esac
      ask timeless_status status "$id" --json
      ask timeless_brief brief "$id"
    } >"$1/$id.txt"
  done
}
