#!/bin/sh
# `assay` as npm installs it: runs the package with the Node that came with it, whatever the system's is.
package=$(dirname "$(dirname "$(readlink -f "$0")")")
for node in "$package/node_modules/.bin/node" "$package/../.bin/node"; do
  [ -x "$node" ] && exec "$node" --disable-sigusr1 "$package/dist/core/cli.js" "$@"
done
# There is none for this platform. An old Node knows no --disable-sigusr1, and the command says which one it needs.
exec node "$package/dist/core/cli.js" "$@"
