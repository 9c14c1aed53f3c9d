/** A bound on time whose timer ends with the work, so that a busy gateway does not collect timers that wait for nothing. */
export interface Deadline {
  /** Aborts when the time is up or a parent aborts. */
  readonly signal: AbortSignal;
  /** The work is over: forget the timer. Harmless to call twice. */
  end(): void;
}

export function startDeadline(timeoutMs: number, parent?: AbortSignal): Deadline {
  const controller = new AbortController();
  const expire = (): void => controller.abort(new DOMException('The time is up.', 'TimeoutError'));
  const timer = setTimeout(expire, timeoutMs);
  if (parent?.aborted === true) expire();
  else parent?.addEventListener('abort', expire, { once: true });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', expire);
    },
  };
}
