#!/bin/sh
# The command `assay` that npm installs. It runs the package with the Node that came with it, not the system's.
package=$(dirname "$(dirname "$(readlink -f "$0")")")
for node in "$package/node_modules/.bin/node" "$package/../.bin/node"; do
  [ -x "$node" ] && exec "$node" --disable-sigusr1 "$package/dist/core/cli.js" "$@"
done
# The package has no Node for this platform. An old Node does not know --disable-sigusr1, and the command then names the
# version it needs.
exec node "$package/dist/core/cli.js" "$@"
