import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { blocks, isJudge, isWriter, verdictOf, writes } from '../../http/fuse/fuse-scene.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, statedCharge } from '../ask-gateway.ts';
import { openKilledScene, type KilledScene } from './killed-scene.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

/** Micro-credits of an answer of the model, as the scene's usage makes them. */
const ANSWER = 11_000;
const MODEL = 'ministral-3b-2512';
const WRITER = 'gemini-2.5-flash';
const BODY = { prompt: 'hi', models: [MODEL, MODEL], judges: ['gpt-5.5'], fuse: WRITER };

describe('a gateway killed while a fused answer is written', () => {
  let scene: KilledScene;
  let isSilent = true;
  beforeAll(async () => {
    scene = await openKilledScene(sqliteStore, {
      reply(call) {
        // Nothing is judged before the kill, so that the charge is the answers' alone.
        if (isJudge(call)) return isSilent ? { connection: 'hang' } : verdictOf(call);
        if (!isWriter(call)) return writes('an answer worth 1')();
        expect(blocks(call, 'ANSWER')).toHaveLength(2);
        const answer = writes('fused, worth 9')();
        return isSilent ? { ...answer, stream: { fault: { kind: 'stall', afterEvents: 0 } } } : answer;
      },
    });
  });
  afterAll(() => scene.stop());

  it('charges a reader what it was told of, once, and everybody else nothing', async () => {
    const { store, upstream, key } = scene;
    const url = await scene.start();
    const reader = await openEvents(url, key, BODY, { 'idempotency-key': 'read' });
    await eventually(() => {
      expect(reader.events.count('fusing')).toBe(1);
      expect(upstream.callCounts().get(WRITER)).toBe(1);
    });
    const plain = ask(url, { key, idempotencyKey: 'unread', body: BODY });
    await eventually(() => expect(upstream.callCounts().get(WRITER)).toBe(2));
    await scene.kill();
    await expect(reader.ended).rejects.toThrow();
    expect(await plain).toBeUndefined();

    const next = await scene.start();
    const known = 2 * ANSWER;
    const recovered = await store.books();
    await scene.expectCharged(known);
    expect(recovered.requests).toMatchObject([
      { state: 'settled', charge: known },
      { state: 'voided', charge: 0 },
    ]);

    isSilent = false;
    expect((await ask(next, { key, idempotencyKey: 'read', body: BODY }))?.status).toBe(409);
    const whole = await ask(next, { key, idempotencyKey: 'unread', body: BODY });
    if (whole === undefined) throw new Error('no answer');
    const { results }: PromptResponse = JSON.parse(whole.text);
    expect(results.at(-1)).toMatchObject({ fused: true, output: 'fused, worth 9' });
    await scene.expectCharged(known + statedCharge(whole));
    const repeated = await ask(next, { key, idempotencyKey: 'unread', body: BODY });
    expect([repeated?.replayed, repeated?.text]).toEqual([true, whole.text]);
    await scene.expectCharged(known + statedCharge(whole));
  });
});
