import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { pairsOf } from '../../../core/pipeline/judge/judged-pairs.ts';
import { judgeOdds } from '../../../core/pipeline/judge/until/judge-odds.ts';
import { nextRound } from '../../../core/pipeline/judge/until/next-round.ts';
import { createApiKey } from '../../../core/stores/api-key.ts';
import { startGatewayProcess, type GatewayProcess } from '../../demo/run-gateway.ts';
import type { ChildEnvironment } from '../../demo/run-process.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { sandboxEnvironment } from '../../sandbox/environment.ts';
import { startSandboxUpstream, type SandboxUpstream } from '../../sandbox/upstream.ts';
import { openEvents } from '../../support/clients/open-events.ts';
import { eventually } from '../../support/eventually.ts';
import { undatedEnvironment } from '../../support/gateways/undated-manifests.ts';
import { ask, chargeSaid } from '../ask-gateway.ts';
import { GRANT } from '../lane.ts';
import type { Books, Store } from '../stores/books.ts';
import { postgresStore } from '../stores/postgres-store.ts';
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
judgePrompt: unknown
judges:
  ${JUDGE}: { model: unknown, labelled: { pairs: 98, right: 95, ties: 0 } }
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

function describeKill(name: string, make: (folder: string) => Promise<Store> | Store): void {
  describe(`${name}, killed between two rounds of judging`, () => {
    let folder: string;
    let store: Store;
    let upstream: SandboxUpstream;
    let key: string;
    /** After so many verdicts the judge says no more. */
    let verdictsLeft = Infinity;
    let gateway: GatewayProcess | undefined;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-killed-judging-'));
      writeFileSync(join(folder, 'known.yaml'), CALIBRATION);
      store = await make(folder);
      upstream = await startSandboxUpstream({
        reply({ user }) {
          if (!user.includes('<<<FIRST ')) return { content: 'The moon.', usage: USAGE };
          verdictsLeft -= 1;
          if (verdictsLeft >= 0) return { content: REPLY, usage: USAGE };
          return { content: REPLY, stream: { fault: { kind: 'stall', afterEvents: 0 } } };
        },
      });
      const made = createApiKey();
      key = made.key;
      const ledger = await store.open();
      await ledger.createAccount('acme', GRANT);
      await ledger.createKey({ accountName: 'acme', prefix: made.prefix, hash: made.hash });
      await ledger.close();
    });
    afterAll(async () => {
      gateway?.signal('SIGKILL');
      await gateway?.exited;
      await upstream.stop();
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    async function start(): Promise<string> {
      await store.lapse();
      const environment: ChildEnvironment = {
        ...(sandboxEnvironment(upstream) as ChildEnvironment),
        ASSAY_DATABASE_URL: store.url,
        ASSAY_CALIBRATIONS: folder,
        ASSAY_PORT: '0',
        ASSAY_METRICS_PORT: '0',
        ...undatedEnvironment(),
      };
      gateway = await startGatewayProcess(environment);
      return gateway.url;
    }

    const kill = async (): Promise<void> => {
      gateway?.signal('SIGKILL');
      await gateway?.exited;
    };
    const posted = (charges: number, { problems, ...books }: Books): void => {
      expect(problems).toEqual([]);
      expect(books).toMatchObject({ posted: GRANT - charges, reserved: 0 });
    };

    it('charges a reader the rounds it was told of, once, and everybody else nothing', async () => {
      const url = await start();
      // The next round is never answered.
      verdictsLeft = FIRST_ROUND_CALLS;
      const reader = await openEvents(url, key, BODY, { 'idempotency-key': 'read' });
      await eventually(() => {
        expect(reader.told.count('best_so_far')).toBe(1);
        expect(verdictsLeft).toBeLessThan(0);
      });
      const answered = upstream.callCounts().get(MODEL) ?? 0;
      const plain = ask(url, { key, idempotencyKey: 'unread', body: BODY });
      await eventually(() => expect(upstream.callCounts().get(MODEL)).toBe(answered + BODY.models.length));
      await kill();
      await expect(reader.ended).rejects.toThrow();
      expect(await plain).toBeUndefined();

      const next = await start();
      const known = 4 * ANSWER + FIRST_ROUND_CALLS * VERDICT;
      const recovered = await store.books();
      posted(known, recovered);
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
      expect(chargeSaid(whole)).toBe(4 * ANSWER + (judging?.asked ?? 0) * VERDICT);
      posted(known + chargeSaid(whole), await store.books());
      const repeated = await ask(next, { key, idempotencyKey: 'unread', body: BODY });
      expect([repeated?.replayed, repeated?.text]).toEqual([true, whole.text]);
      posted(known + chargeSaid(whole), await store.books());
    });
  });
}

describeKill('a gateway over SQLite', sqliteStore);
await describePostgres('Killed while judging over PostgreSQL', (administrator) => {
  describeKill('a gateway over PostgreSQL', () => postgresStore(administrator));
});
