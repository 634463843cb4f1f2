# Sourced by the tests of this folder: runs `compare` for one language after another. A language whose
# sources or oracle are not on this machine is skipped with its reason.
source=${CLEW_SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
outline=${CLEW_CHILD_DIR:?}/outline_child
packages=$("$source/tools/npm_cache" --where "$source/tests/oracles/npm")
if [[ -f $packages/.complete ]]; then export CLEW_ORACLE_NODE=$packages/node_modules; fi
python_library=$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))' 2>/dev/null) || python_library=
failed=0 ran=0

# compare_sources names|formatted LANGUAGE FOLDER...: a folder that begins with npm: is in those packages.
compare_sources() {
  local what=$1 language=$2 folders=() folder status=0
  shift 2
  for folder; do
    if [[ $folder == npm:* ]]; then
      if [[ -z ${CLEW_ORACLE_NODE:-} ]]; then
        echo "skipped: $language $what: the packages of tests/oracles/npm are not installed (tools/install test)"
        return
      fi
      folder=$CLEW_ORACLE_NODE/${folder#npm:}
    fi
    if [[ -z $folder || ! -d $folder ]]; then
      echo "skipped: $language $what: there is no ${folder:-Python} here"
      return
    fi
    folders+=("$folder")
  done
  "$source/tests/oracles/compare" "$outline" "$what" "$language" "${folders[@]}" || status=$?
  case $status in
    0) ran=$((ran + 1)) ;;
    77) ;;
    *) failed=1 ran=$((ran + 1)) ;;
  esac
}

finish() {
  if ((failed)); then exit 1; fi
  if ((ran == 0)); then exit 77; fi
}
