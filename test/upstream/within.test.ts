import { describe, expect, it } from 'vitest';
import { EndingSource } from '../../core/upstream/ending.ts';
import { TransportError } from '../../core/upstream/upstream-reply.ts';
import { within } from '../../core/upstream/within.ts';

const never = new Promise<string>(() => {});

describe('what a plugin gives', () => {
  it('is taken as it is, or waited for', async () => {
    const ending = new EndingSource();
    expect(await within('now', ending)).toBe('now');
    expect(await within(Promise.resolve('later'), ending)).toBe('later');
    await expect(within(Promise.reject(new Error('its own')), ending)).rejects.toThrow('its own');
  });

  it('is waited for no longer than the call may take', async () => {
    const ending = new EndingSource();
    const waiting = within(never, ending);
    ending.end();
    await expect(waiting).rejects.toEqual(new TransportError('timeout', undefined));
    await expect(within(never, ending)).rejects.toBeInstanceOf(TransportError);
  });
});
