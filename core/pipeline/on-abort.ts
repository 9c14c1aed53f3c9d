/**
 * Calls back once, when the first of the signals aborts; at once where one has.
 * @returns takes the listeners off again. Call it when the wait is over: the signals outlive it.
 */
export function onAbort(signals: readonly AbortSignal[], callback: () => void): () => void {
  const stop = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', fire);
  };
  const fire = (): void => {
    stop();
    callback();
  };
  if (signals.some(({ aborted }) => aborted)) callback();
  else for (const signal of signals) signal.addEventListener('abort', fire);
  return stop;
}
