# Sourced before the `sh` blocks of a page: replaces commands that cannot run in a test as they are.
set -euo pipefail

# Packages are already installed. The demo and the gateway take free ports and end instead of serving.
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

# Runs the script from package.json without npm, which would double the time.
assay() {
  if [[ "$1 ${2:-}" =~ ^prompt\ (send|list|show)$ ]]; then set -- "$1" "$2" --url "$READER_URL" "${@:3}"; fi
  $READER_ASSAY "$@"
}

start_gateway() {
  if [ "${1:-}" = -- ]; then shift; fi
  node "$READER_START" "$@"
}

# An error status fails the block.
curl() {
  command curl --fail-with-body --max-time 60 "$@"
}
