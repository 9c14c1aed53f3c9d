import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { createKeepAliveClient, type RawReply } from '../support/clients/keep-alive-client.ts';
import { startLoadedGateway } from '../support/gateways/loaded-gateway.ts';
import { createUnlimitedAccount, OPENING } from '../support/gateways/unlimited-account.ts';
import { MAX_BODY_BYTES, problemsWith } from './check-reply.ts';
import type { FuzzCase } from './fuzz-case.ts';

const CONNECTIONS = 24;
const ANSWER_TIMEOUT_MS = 30_000;
/** Of a thousand answers: what a machine that is busy with other things may turn away. */
const MAX_TURNED_AWAY = 5;

/** A real gateway on a real port, with a ledger of its own, that bodies are thrown at. */
export interface FuzzTarget {
  readonly connections: number;
  /** @returns what is wrong with its answer, and the status. */
  throwAt(asked: FuzzCase): Promise<{ readonly status: number; readonly problems: readonly string[] }>;
  /** What is wrong with the gateway and its books after all that; to be called once nothing is under way. */
  aftermath(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startFuzzTarget(): Promise<FuzzTarget> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-fuzz-'));
  const path = join(folder, 'assay.db');
  const databaseUrl = `file:${path}`;
  const key = await createUnlimitedAccount(databaseUrl);
  const gateway = await startLoadedGateway({
    databaseUrl,
    environment: { ASSAY_MAX_BODY_BYTES: String(MAX_BODY_BYTES) },
  });
  const client = createKeepAliveClient({ port: gateway.port, connections: CONNECTIONS });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  let chargedMicroCredits = 0;
  let answered = 0;
  let turnedAway = 0;

  return {
    connections: CONNECTIONS,
    async throwAt(asked) {
      const sent = client.send({ method: 'POST', path: asked.path, headers, body: asked.body });
      const reply = await Promise.race([
        sent.catch((error: Error) => error),
        wait(ANSWER_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      if (reply === undefined) return { status: 0, problems: [`no answer in ${ANSWER_TIMEOUT_MS} ms`] };
      if (reply instanceof Error) return { status: 0, problems: [reply.message] };
      answered += 1;
      if (reply.status === 503) turnedAway += 1;
      if (reply.status === 200 && asked.path === '/api/v1/prompt') chargedMicroCredits += creditsUsed(reply);
      return { status: reply.status, problems: problemsWith(asked, reply) };
    },
    async aftermath() {
      if (!gateway.isRunning()) return ['the gateway has ended', ...gateway.complaints];
      const fault = /^assay_requests_total\{.*status="5(?!03)..?".*$/m.exec(await gateway.metrics());
      return [
        ...gateway.complaints,
        ...(fault === null ? [] : [fault[0]]),
        ...(turnedAway * 1_000 > answered * MAX_TURNED_AWAY
          ? [`${turnedAway} of ${answered} turned away`]
          : []),
        ...(await booksProblems(path, chargedMicroCredits)),
      ];
    },
    async stop() {
      client.close();
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function creditsUsed({ body }: RawReply): number {
  const { creditsUsed } = JSON.parse(body) as { readonly creditsUsed: number };
  return Math.round(creditsUsed * 1_000_000);
}

async function booksProblems(path: string, chargedMicroCredits: number): Promise<readonly string[]> {
  const ledger = await openSqliteLedger({ path, recover: false });
  try {
    const broken = (await ledger.check()).map(({ invariant, detail }) => `${invariant}: ${detail}`);
    const [account] = await ledger.listAccounts();
    const posted = account?.postedMicroCredits ?? Number.NaN;
    const reserved = account?.heldMicroCredits ?? Number.NaN;
    if (posted !== OPENING - chargedMicroCredits)
      broken.push(`charged ${OPENING - posted} micro-credits, and the answers say ${chargedMicroCredits}`);
    if (reserved !== 0) broken.push(`${reserved} micro-credits are still held`);
    return broken;
  } finally {
    await ledger.close();
  }
}
