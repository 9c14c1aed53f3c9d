import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asyncClient } from '../http/async/async-client.ts';
import { namesOf } from '../http/async/event-reader.ts';
import { holdUpstream, USAGE, type HeldUpstream } from '../http/async/held-upstream.ts';
import { eventually } from '../support/eventually.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

const JUDGED = {
  prompt: 'hi',
  models: ['gpt-4o', 'ministral-3b-2512'],
  judges: ['gemini-2.5-flash'],
  generation_settings: { maxTokens: 1_000 },
};
/** Credits: 1,000 tokens in and 100 out of gpt-4o. */
const KNOWN = 0.35;

let upstream: HeldUpstream;
let scene: ProcessScene;
let key: string;

beforeEach(async () => {
  upstream = holdUpstream();
  scene = await startScene(upstream.sandbox);
  key = await scene.account('acme', 1_000);
});
afterEach(async () => {
  upstream.letAll();
  await scene.stop();
});

describe('an asynchronous judged run', () => {
  it('is waited for at SIGTERM, and is there after a restart', async () => {
    const first = await scene.start({ ASSAY_DRAIN_TIMEOUT_MS: '30000' });
    const id = await asyncClient(first.url, key).start(JUDGED);
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(1));
    first.signal('SIGTERM');
    // Its contestants end only now, and its judges begin after that.
    await eventually(() => expect(first.output()).toContain('draining'));
    upstream.letAll();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    const second = await scene.start();
    const { body } = await asyncClient(second.url, key).record(id);
    expect(body).toMatchObject({ state: 'settled', response: { promptLogId: id } });
    expect(body.response.evaluations[0].runs).toHaveLength(2);
    expect(body.calls.length).toBeGreaterThanOrEqual(4);
    expect(await scene.balance('acme')).toEqual({ credits: 1_000 - body.creditsUsed, reserved: 0 });
  });

  it('that a kill ends is voided where nobody had read of it, and charged for what was read', async () => {
    const first = await scene.start();
    const client = asyncClient(first.url, key);
    const [unread, read] = [await client.start(JUDGED), await client.start(JUDGED)];
    await eventually(() => expect(upstream.waiting('gpt-4o')).toBe(2));
    const reader = await client.follow(read);
    upstream.let('gpt-4o', { content: 'read', usage: USAGE });
    await eventually(() => expect(namesOf(reader.events)).toEqual(['started', 'result']));
    first.signal('SIGKILL');
    await first.exited;

    const asking = asyncClient((await scene.start()).url, key);
    expect((await asking.record(unread)).body).toMatchObject({ state: 'voided', creditsUsed: 0, calls: [] });
    const follower = await asking.follow(unread);
    expect([follower.status, JSON.parse(await follower.ended).type]).toEqual([
      409,
      'urn:assay:problem:request-voided',
    ]);
    expect((await asking.record(read)).body).toMatchObject({
      state: 'settled',
      creditsUsed: KNOWN,
      calls: [{ modelId: 'gpt-4o' }],
      response: null,
    });
    const refusal = await asking.follow(read, reader.events.at(-1)?.id);
    expect([refusal.status, JSON.parse(await refusal.ended).type]).toEqual([
      409,
      'urn:assay:problem:result-not-retained',
    ]);
    expect(await scene.balance('acme')).toEqual({ credits: 1_000 - KNOWN, reserved: 0 });
  });
});
