import { describe, expect, it } from 'vitest';
import { StopSource, rejectIfStopped } from '../../core/upstream/stop-signal.ts';
import { TransportError } from '../../core/upstream/fault.ts';

const never = new Promise<string>(() => {});

describe('what a plugin gives', () => {
  it('is taken as it is, or waited for', async () => {
    const signal = new StopSource();
    expect(await rejectIfStopped('now', signal)).toBe('now');
    expect(await rejectIfStopped(Promise.resolve('later'), signal)).toBe('later');
    await expect(rejectIfStopped(Promise.reject(new Error('its own')), signal)).rejects.toThrow('its own');
  });

  it('is waited for no longer than the call may take', async () => {
    const signal = new StopSource();
    const waiting = rejectIfStopped(never, signal);
    signal.stop();
    await expect(waiting).rejects.toEqual(new TransportError('timeout', undefined));
    await expect(rejectIfStopped(never, signal)).rejects.toBeInstanceOf(TransportError);
  });
});
