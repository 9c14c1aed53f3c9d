import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { JUDGE_PROMPT_VERSION } from '../../../core/pipeline/judge/judge-prompt.ts';
import { pairsOf } from '../../../core/pipeline/judge/answer-to-judge.ts';
import { judgeOdds } from '../../../core/pipeline/judge/until/judge-odds.ts';
import { nextRound } from '../../../core/pipeline/judge/until/next-round.ts';
import { planModels } from '../../../core/pipeline/plan/model-plan.ts';
import { registryOnDisk } from '../../contract/registry-on-disk.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, statedCharge } from '../ask-gateway.ts';
import { openKilledScene, type KilledScene } from './killed-scene.ts';
import { sqliteStore } from '../stores/sqlite-store.ts';

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
/** Micro-credits of these tokens. */
const ANSWER = 11_000;
const VERDICT = 55_000;
const MODEL = 'ministral-3b-2512';
const JUDGE = 'gemini-2.5-flash';
const BODY = { prompt: 'hi', models: [MODEL, MODEL, MODEL, MODEL], judges: [JUDGE], judge_until: 0.95 };
const CALIBRATION = `version: 1
date: "2026-05-22T00:00:00Z"
judgePrompt: "${JUDGE_PROMPT_VERSION}"
judges:
  ${JUDGE}: { model: ${JSON.stringify(planModels(registryOnDisk).get(JUDGE)?.judgingVersion)}, labelled: { pairs: 98, right: 95, ties: 0 } }
`;

const LABELLED = { pairs: 98, right: 95, ties: 0 };
const FIRST_ROUND = nextRound({
  answers: 4,
  judges: [judgeOdds({ labelled: LABELLED }, 1)],
  pairs: pairsOf(4),
  verdicts: [],
  until: BODY.judge_until,
});
const FIRST_ROUND_CALLS = 2 * (FIRST_ROUND.stopped === undefined ? FIRST_ROUND.ask.length : 0);
/** The judge prefers what stands first, whichever that is: no round makes it surer. */
const REPLY = JSON.stringify({
  first_notes: '',
  second_notes: '',
  reasoning: '',
  verdict: 'first',
  confidence: 1,
});

describe('a gateway killed between two rounds of judging', () => {
  let scene: KilledScene;
  /** After so many verdicts the judge says no more. */
  let verdictsLeft = Infinity;
  const start = (): Promise<string> => scene.start({ ASSAY_CALIBRATIONS: scene.folder });

  beforeAll(async () => {
    scene = await openKilledScene(sqliteStore, {
      reply({ user }) {
        if (!user.includes('<<<FIRST ')) return { content: 'The moon.', usage: USAGE };
        verdictsLeft -= 1;
        if (verdictsLeft >= 0) return { content: REPLY, usage: USAGE };
        return { content: REPLY, stream: { fault: { kind: 'stall', afterEvents: 0 } } };
      },
    });
    writeFileSync(join(scene.folder, 'known.yaml'), CALIBRATION);
  });
  afterAll(() => scene.stop());

  it('charges a reader the rounds it was told of, once, and everybody else nothing', async () => {
    const { store, upstream, key } = scene;
    const url = await start();
    // The next round is never answered.
    verdictsLeft = FIRST_ROUND_CALLS;
    const reader = await openEvents(url, key, BODY, { 'idempotency-key': 'read' });
    await eventually(() => {
      expect(reader.events.count('best_so_far')).toBe(1);
      expect(verdictsLeft).toBeLessThan(0);
    });
    const answered = upstream.callCounts().get(MODEL) ?? 0;
    const plain = ask(url, { key, idempotencyKey: 'unread', body: BODY });
    await eventually(() => expect(upstream.callCounts().get(MODEL)).toBe(answered + BODY.models.length));
    await scene.kill();
    await expect(reader.ended).rejects.toThrow();
    expect(await plain).toBeUndefined();

    const next = await start();
    const known = 4 * ANSWER + FIRST_ROUND_CALLS * VERDICT;
    const recovered = await store.books();
    await scene.expectCharged(known);
    expect(recovered.requests).toMatchObject([
      { state: 'settled', charge: known },
      { state: 'voided', charge: 0 },
    ]);

    // What was charged is not run again; what was given back runs, in all its rounds, and is charged what it asked.
    verdictsLeft = Infinity;
    const again = await ask(next, { key, idempotencyKey: 'read', body: BODY });
    expect(again?.status).toBe(409);
    const whole = await ask(next, { key, idempotencyKey: 'unread', body: BODY });
    if (whole === undefined) throw new Error('no answer');
    const { judging }: PromptResponse = JSON.parse(whole.text);
    expect(statedCharge(whole)).toBe(4 * ANSWER + (judging?.asked ?? 0) * VERDICT);
    await scene.expectCharged(known + statedCharge(whole));
    const repeated = await ask(next, { key, idempotencyKey: 'unread', body: BODY });
    expect([repeated?.replayed, repeated?.text]).toEqual([true, whole.text]);
    await scene.expectCharged(known + statedCharge(whole));
  });
});
