# To be sourced: one session is shared with somebody else. Ana has two devices and other sessions, ben
# has his own. What is shared goes to ben and comes back, on both of ana's devices; nothing else does.
# When it is not shared with him any more he is told so, and reads nothing new.
#
#   a_session_is_shared FOLDER URL [OPTION...]    at a place that `remote add` takes; FOLDER/stick is
#                                                 looked into where there is one

a_session_is_shared() {
  local work=$1
  shift
  unset XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME CLEW_SESSION CLEW_ACTOR CLEW_STORE
  export GIT_CONFIG_NOSYSTEM=1
  fail() {
    echo "$*"
    exit 1
  }
  on() { # MACHINE WORDS…
    local home=$work/$1
    shift
    (cd "$home/code" && HOME=$home "$CLEW_BIN" "$@")
  }
  field() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d: -f2- | tr -d '"'; }
  head_of() { on "$1" log "$2" --json | grep -o '"hash":"[0-9a-f]*"' | tail -n 1; }
  code_of() { # EXPECTED MACHINE WORDS…; what was said is in $work/said
    local expected=$1 code=0
    shift
    on "$@" >"$work/said" 2>&1 </dev/null || code=$?
    [ "$code" = "$expected" ] || fail "clew $* exits $code instead of $expected: $(cat "$work/said")"
  }
  # What is there, where it can be looked at.
  objects() { [ ! -d "$work/stick" ] || find "$work/stick" -type f -exec sha256sum {} + | sort; }
  same_heads() { # SESSION MACHINE…
    local session=$1 first=$2
    shift
    for machine in "$@"; do
      [ "$(head_of "$machine" "$session")" = "$(head_of "$first" "$session")" ] ||
        fail "$session differs on $first and $machine"
    done
  }

  for machine in ana tower ben carl eve; do mkdir -p "$work/$machine/code"; done
  on ana start "Add OAuth" --id oauth --step Plan --step Build >/dev/null
  on ana decide "rotate refresh tokens" --because "stolen ones die" -s oauth >/dev/null
  on ana start "Payroll" --id payroll >/dev/null
  on ana remote add home "$@" >/dev/null
  on ana sync --yes >/dev/null
  on ana remote invite home | on tower remote join home >/dev/null
  on tower sync >/dev/null
  on ben start "Garden" --id garden >/dev/null

  ben=$(on ben key show --json | field line)
  carl=$(on carl key show --json | field line)

  # Nobody is asked: nothing happens. A key that was cut off is none.
  before=$(objects)
  code_of 2 ana share oauth --with "$ben"
  grep -q -- --yes "$work/said" || fail "share does not name --yes: $(cat "$work/said")"
  code_of 2 ana share oauth --with "${ben%????}"
  [ "$before" = "$(objects)" ] || fail "something was written before anybody agreed"

  line=$(on ana share oauth --with "$ben" --yes --json | field join)
  [ -n "$line" ] || fail "share gives no line"
  # The line is for ben alone, and nobody else's attempt leaves anything.
  before=$(objects)
  on eve key new >/dev/null
  code_of 4 eve remote join stolen --code "$line"
  [ "$before" = "$(objects)" ] || fail "eve wrote something"
  code_of 0 eve remote list
  grep -q "No remote" "$work/said" || fail "eve has a remote now"

  on ben remote join shop --code "$line" >/dev/null
  on ben sync shop >/dev/null
  same_heads oauth ana ben
  code_of 3 ben log payroll
  on ben note "the plan is in the wiki" -s oauth >/dev/null
  on ben sync shop --yes --json >"$work/said"
  grep -q '"sent":1,' "$work/said" || fail "ben's note was not sent: $(cat "$work/said")"

  # It comes to both of ana's devices; ben's own session to nobody.
  on ana sync >/dev/null
  on tower sync >/dev/null
  same_heads oauth ana tower ben
  on tower log oauth | grep -q "the plan is in the wiki" || fail "ben's note is not on tower"
  for machine in ana tower; do code_of 3 "$machine" log garden; done
  on tower note "seen on the tower" -s oauth >/dev/null
  on tower sync >/dev/null
  on ben sync shop >/dev/null
  on ana sync >/dev/null
  same_heads oauth ana tower ben
  on ana sync >"$work/said"
  grep -q "up to date" "$work/said" || fail "there is no end to it: $(cat "$work/said")"

  # All three at once.
  for machine in ana tower ben; do on "$machine" note "from $machine" -s oauth >/dev/null; done
  for machine in ben ana tower ana ben; do on "$machine" sync >/dev/null; done
  on tower sync >/dev/null
  same_heads oauth ana tower ben
  for machine in ana tower ben; do
    [ "$(on ben log oauth | grep -c "noted: from $machine")" = 1 ] || fail "the note of $machine is not there once"
  done

  # The same again changes nothing; the other device knows with whom it is shared.
  on ana share oauth --with "$ben" --json >"$work/said"
  [ "$(field changed <"$work/said")" = false ] || fail "shared twice: $(cat "$work/said")"
  [ "$(field join <"$work/said")" = "$line" ] || fail "another line for the same people"
  on tower share oauth --json | grep -q '"shared_with":\[{"name":"' || fail "tower does not know with whom"
  code_of 4 ben share oauth --with "$carl" --yes
  code_of 4 ben remote invite shop
  code_of 5 ana share oauth --with "$(on tower key show --json | field line)" --yes

  # Another session for the same people goes to the same place.
  on ana share payroll --with "$ben" --yes --json >"$work/said"
  [ "$(field join <"$work/said")" = "$line" ] || fail "the same people have two places"
  on ben sync shop >/dev/null
  same_heads payroll ana ben
  on ana unshare payroll --with "$ben" --yes >/dev/null
  on ben sync shop >"$work/said"
  grep -q "payroll is not shared" "$work/said" || fail "ben is not told: $(cat "$work/said")"
  on ben log payroll >/dev/null || fail "what ben had read is gone"
  on ana note "not for ben" -s payroll >/dev/null
  on ana sync >/dev/null
  on ben sync shop >/dev/null
  ! on ben log payroll | grep -q "not for ben" || fail "ben reads on"
  on tower sync >/dev/null
  same_heads payroll ana tower

  # A second one joins, the first one goes; who stays needs nothing new.
  line2=$(on tower share oauth --with "$carl" --yes --json | field join)
  on carl remote join shop --code "$line2" >/dev/null
  on carl sync shop >/dev/null
  on ben sync shop >/dev/null
  same_heads oauth tower ben carl
  old=$(objects | grep '/r/.*/j/' | cut -d' ' -f1)
  code_of 2 ana unshare oauth --with "$ben"
  on ana unshare oauth --with "$ben" --yes >"$work/said"
  grep -q "what they have read they keep" "$work/said" || fail "unshare does not say so: $(cat "$work/said")"
  for hash in $old; do
    ! objects | grep -q "$hash" || fail "an old entry is still there"
  done
  before=$(objects)
  code_of 4 ben sync shop
  grep -q "no member any more" "$work/said" || fail "ben is not told: $(cat "$work/said")"
  [ "$before" = "$(objects)" ] || fail "ben still writes"
  on ana note "after ben" -s oauth >/dev/null
  on ana sync >/dev/null
  on carl sync shop >/dev/null
  on tower sync >/dev/null
  same_heads oauth ana tower carl
  on carl note "carl goes on" -s oauth >/dev/null
  on carl sync shop --yes >/dev/null
  on ana sync >/dev/null
  on ana log oauth | grep -q "carl goes on" || fail "carl's note did not come"
  ! on ben log oauth | grep -q "after ben" || fail "ben reads on"

  # With the last one all of it goes, and the session goes on between ana's own devices.
  on tower sync >/dev/null
  on tower unshare oauth --with "$carl" --yes >/dev/null
  ! objects | grep -q '/r/.*/[jps]/' || fail "something is left of what was shared"
  code_of 4 carl sync shop
  on tower note "just us" -s oauth >/dev/null
  on tower sync --yes >/dev/null
  on ana sync >/dev/null
  same_heads oauth ana tower
  on ana log oauth | grep -q "just us" || fail "the session does not go on between ana's devices"
  on ana share oauth --json | grep -q '"shared_with":\[\]' || fail "ana thinks that it is shared"
  code_of 3 ana unshare oauth --with "$ben" --yes

  # And with ben again, who begins anew.
  line3=$(on ana share oauth --with "$ben" --yes --json | field join)
  on ben remote remove shop --yes >/dev/null
  on ben remote join shop --code "$line3" >/dev/null
  on ben sync shop >/dev/null
  same_heads oauth ana ben

  # Shared together at first, then with others: each goes where it belongs, and who stays with the
  # rest is told by one line where it goes on.
  on ana start "Fork" --id other >/dev/null
  on ana share other --with "$ben" --yes >/dev/null
  on ben sync shop >/dev/null
  line4=$(on ana share other --with "$carl" --yes --json | field join)
  [ "$line4" != "$line3" ] || fail "other people have the same place"
  on ben sync shop >"$work/said"
  grep -q "other is not shared" "$work/said" || fail "ben is not told where other went: $(cat "$work/said")"
  on ben remote join both --code "$line4" >/dev/null
  on ben note "by both" -s other >/dev/null
  on ben sync both --yes >/dev/null
  on carl remote remove shop --yes >/dev/null
  on carl remote join both --code "$line4" >/dev/null
  on carl sync both >/dev/null
  on ana sync >/dev/null
  same_heads other ana ben carl
  same_heads oauth ana ben
  # A fork goes along with what it goes on from, and only together with it.
  on ana fork oauth --id oauth-2 >/dev/null
  on ana note "in the fork" -s oauth-2 >/dev/null
  code_of 5 ana share oauth-2 --with "$carl" --yes
  on ana share oauth-2 --with "$ben" --yes >/dev/null
  on ben sync shop >/dev/null
  same_heads oauth-2 ana ben
  on tower sync >/dev/null
  same_heads oauth-2 ana tower

  ! grep -rqais "oauth\|wiki\|payroll\|carl" "$work/stick" || fail "the folder tells what it holds"
  for machine in ana tower ben carl; do on "$machine" verify --all >/dev/null; done
}
