/**
 * Runs so many workers at once to their end. The first that fails aborts `failed`, which ends them all.
 * @param signal of the caller; its reason takes precedence over a worker's.
 * @throws the reason of `signal`, else what the first worker failed with.
 */
export async function runWorkers(
  count: number,
  work: () => Promise<void>,
  { failed, signal }: { readonly failed: AbortController; readonly signal: AbortSignal },
): Promise<void> {
  const workers = Array.from({ length: count }, async () => {
    try {
      await work();
    } catch (error) {
      failed.abort(error);
    }
  });
  await Promise.all(workers);
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
}
