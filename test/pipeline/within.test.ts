import { describe, expect, it } from 'vitest';
import { TransportError } from '../../core/pipeline/upstream-reply.ts';
import { within } from '../../core/pipeline/within.ts';

const never = new Promise<string>(() => {});

describe('what a plugin gives', () => {
  it('is taken as it is, or waited for', async () => {
    const { signal } = new AbortController();
    expect(await within('now', signal)).toBe('now');
    expect(await within(Promise.resolve('later'), signal)).toBe('later');
    await expect(within(Promise.reject(new Error('its own')), signal)).rejects.toThrow('its own');
  });

  it('is waited for no longer than the call may take', async () => {
    const ending = new AbortController();
    const waiting = within(never, ending.signal);
    ending.abort();
    await expect(waiting).rejects.toEqual(new TransportError('timeout', ending.signal.reason));
    await expect(within(never, ending.signal)).rejects.toBeInstanceOf(TransportError);
  });
});
