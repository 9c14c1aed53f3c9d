/**
 * Keeps a processor from going idle, at the lowest priority: whatever else wants it has it at once. On a virtual machine
 * the host has to wake a processor that is idle, and that takes longer than a request; whoever writes to a sleeping
 * process pays for it, so a gateway would be charged for the waking of its own clients. Ends with its parent.
 */
const SLICE_MS = 1;

function spin(): void {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until);
  setImmediate(spin);
}

process.once('disconnect', () => process.exit(0));
spin();
