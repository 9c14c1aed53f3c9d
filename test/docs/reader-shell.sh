# What a reader's commands find in their shell while a test runs them. Sourced before the blocks of a page.
set -euo pipefail

# The packages are installed, ports are free ones, and what serves on is ended once it is ready.
npm() {
  case "$*" in
    ci | 'ci '* | install | 'install '*) ;;
    start | 'start '*) start_gateway "${@:2}" ;;
    'run demo'*) command npm run --silent demo -- --port 0 --once ;;
    'run assay -- '*) assay "${@:4}" ;;
    'run --silent assay -- '*) assay "${@:5}" ;;
    'run codegen'*) command npm "$@" ;;
    *)
      echo "npm $*: no test runs this; write <!-- not run: REASON --> before the block" >&2
      return 1
      ;;
  esac
}

# The script of package.json without npm, which takes as long to start as the command does.
assay() {
  if [ "$1" = prompt ]; then set -- prompt --url "$READER_URL" "${@:2}"; fi
  $READER_ASSAY "$@"
}

start_gateway() {
  if [ "${1:-}" = -- ]; then shift; fi
  node "$READER_START" "$@"
}

# An answer that is an error is a fault of the page.
curl() {
  command curl --fail-with-body --max-time 60 "$@"
}
