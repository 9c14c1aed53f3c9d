import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { reservation } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

const LOAD_SCRIPT = fileURLToPath(new URL('../ledger-load.ts', import.meta.url));
const GRANT = 1_000_000_000;

let place: TemporaryPlace;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  place = temporaryPlace();
  const ledger = await openSqliteLedger({ path: place.path, recover: false });
  await ledger.createAccount('spender', GRANT);
  await ledger.close();
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  place.remove();
});

/** Lets a gateway spend until it has said `lineCount` things, then kills it as a power cut would. */
async function loadAndKill(lineCount: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [LOAD_SCRIPT, place.path], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  // Everything it wrote before the kill still arrives, and what it wrote was durable before.
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === lineCount) child.kill('SIGKILL');
  }
  await exited;
  children.delete(child);
  return lines;
}

interface Request {
  readonly state: string;
  readonly charge: number | null;
}

function readRequests(): ReadonlyMap<string, Request> {
  const requests = `SELECT id, state, charge FROM request UNION ALL SELECT id, 'reserved', NULL FROM open_request`;
  const rows = meddle(place.path, (database) => database.prepare(requests).all());
  return new Map(
    rows.map(({ id, state, charge }) => [
      String(id),
      { state: String(state), charge: typeof charge === 'number' ? charge : null },
    ]),
  );
}

describe('a gateway killed in the middle of its work', () => {
  test('keeps what it said, gives back what it held, and the next one starts', async () => {
    const said: string[] = [];
    for (const lineCount of [2, 300, 900, 1500]) said.push(...(await loadAndKill(lineCount)));

    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    // Every fifth request is left open, so the last gateway cannot have died with nothing reserved.
    expect(ledger.voidedRequests).toBeGreaterThan(0);
    expect(await ledger.check()).toEqual([]);
    const [account] = await ledger.listAccounts();
    await ledger.close();

    const requests = readRequests();
    let charged = 0;
    for (const { state, charge } of requests.values()) {
      expect(state).not.toBe('reserved');
      charged += charge ?? 0;
    }
    expect(account).toMatchObject({ postedMicroCredits: GRANT - charged, reservedMicroCredits: 0 });
    for (const line of said) {
      const [event, requestId = '', charge] = line.split(' ');
      const request = requests.get(requestId);
      if (event === 'settled') expect(request).toEqual({ state: 'settled', charge: Number(charge) });
      if (event === 'voided') expect(request).toEqual({ state: 'voided', charge: 0 });
      if (event === 'reserved') expect(request).toBeDefined();
    }
    const settled = said.filter((line) => line.startsWith('settled')).length;
    expect(settled).toBeGreaterThan(300);
  });

  test('may be killed while it recovers, again and again', async () => {
    await loadAndKill(500);
    for (let round = 1; round <= 12; round += 1) {
      const child = spawn(process.execPath, [LOAD_SCRIPT, place.path], { stdio: 'ignore' });
      children.add(child);
      const exited = once(child, 'exit');
      await new Promise((resolve) => setTimeout(resolve, round * 20));
      child.kill('SIGKILL');
      await exited;
      children.delete(child);
    }
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    expect(await ledger.check()).toEqual([]);
    expect(await ledger.listAccounts()).toMatchObject([{ reservedMicroCredits: 0 }]);
    await ledger.close();
  });

  test('loses the gateway lock with its life', async () => {
    await loadAndKill(50);
    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    await ledger.close();
  });
});

describe('one gateway for one file', () => {
  const refusal = {
    code: 'unusable',
    message: expect.stringContaining('Another gateway is using the ledger'),
  };

  test('a second one in another process is refused while the first lives', async () => {
    const child = spawn(process.execPath, [LOAD_SCRIPT, place.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.add(child);
    await once(child.stdout, 'data');
    child.stdout.resume();
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject(refusal);
    const command = await openSqliteLedger({ path: place.path, recover: false });
    expect(await command.adjustCredits('spender', 1)).toMatchObject({
      postedMicroCredits: expect.any(Number),
    });
    expect(await command.check()).toEqual([]);
    await command.close();
  });

  test('a second one in the same process is refused, and refusing costs the first nothing', async () => {
    const first = await openSqliteLedger({ path: place.path, recover: true });
    const [account] = await first.listAccounts();
    const accountId = account?.id ?? 0;
    await first.reserve(reservation('open', { accountId }));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject(refusal);
    }
    await first.void('open');
    await first.close();
    const next = await openSqliteLedger({ path: place.path, recover: true });
    expect(next.voidedRequests).toBe(0);
    await next.close();
  });

  test('a second one is refused in any process after one in this process was', async () => {
    const first = await openSqliteLedger({ path: place.path, recover: true });
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject(refusal);
    const command = await openSqliteLedger({ path: place.path, recover: false });
    await command.close();
    const child = spawn(process.execPath, [LOAD_SCRIPT, place.path], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    // Were it let in, it would spend for ever: its first word decides.
    const spoken = await Promise.race([text(child.stderr), once(child.stdout, 'data').then(String)]);
    expect(spoken).toContain('Another gateway is using the ledger');
    await first.close();
  });

  test('a second one is refused by whatever link it comes', async () => {
    const first = await openSqliteLedger({ path: place.path, recover: true });
    const link = join(place.folder, 'link.db');
    symlinkSync(place.path, link);
    await expect(openSqliteLedger({ path: link, recover: true })).rejects.toMatchObject({ code: 'unusable' });
    await first.close();
  });

  test('a command beside it voids nothing', async () => {
    const gateway = await openSqliteLedger({ path: place.path, recover: true });
    const [account] = await gateway.listAccounts();
    await gateway.reserve(reservation('running', { accountId: account?.id ?? 0 }));
    const command = await openSqliteLedger({ path: place.path, recover: false });
    expect(command.voidedRequests).toBe(0);
    await command.close();
    await gateway.void('running');
    await gateway.close();
  });
});
