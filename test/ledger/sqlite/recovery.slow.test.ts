import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { sampleHold } from '../../contract/ledgers/samples.ts';
import {
  expectClaimsKept,
  expectRefusalsTrue,
  SPENDING_GATEWAY,
  startSpender,
  watchInvariants,
  type Spender,
} from '../postgres/spenders/spending-fleet.ts';
import { pseudoRandom } from '../pseudo-random.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

const GRANT = 2_000;
const LIVES = 8;
/** Records every balance and budget that must never occur. */
const AUDIT = `
  CREATE TABLE wrong_state (amount INTEGER, charged INTEGER, held INTEGER);
  CREATE TRIGGER record_balance AFTER UPDATE ON account WHEN new.reserved < 0 OR new.posted < new.reserved
  BEGIN INSERT INTO wrong_state VALUES (new.posted, 0, new.reserved); END;
  CREATE TRIGGER record_budget AFTER UPDATE ON budget WHEN new.charged + new.held > new.amount
  BEGIN INSERT INTO wrong_state VALUES (new.amount, new.charged, new.held); END`;

let place: TemporaryPlace;
const lives: Spender[] = [];

beforeEach(async () => {
  place = temporaryPlace();
  const ledger = await openSqliteLedger({ path: place.path, recover: false });
  await ledger.createAccount('spender', GRANT);
  await ledger.changeAccount('spender', { budgets: { day: 20_000, month: 40_000 } });
  await ledger.close();
});

afterEach(async () => {
  for (const spender of lives.splice(0)) await spender.kill();
  place.remove();
});

function start(seed: number): Spender {
  const spender = startSpender(place.path, seed, 0);
  lives.push(spender);
  return spender;
}

const read = (sql: string) => meddle(place.path, (database) => database.prepare(sql).all());

test('a gateway killed in the middle of its work keeps what it said, gives back what it held, and the next one starts', async () => {
  const seed = Date.now() % 1_000_000;
  process.stdout.write(`killed gateways, seed ${seed}\n`);
  const random = pseudoRandom(seed);
  meddle(place.path, (database) => database.exec(AUDIT));
  const reader = await openSqliteLedger({ path: place.path, recover: false });
  const watched = new AbortController();
  const looking = watchInvariants(reader, watched.signal);
  for (let life = 0; life < LIVES; life += 1) {
    const spender = start(seed + life);
    await spender.claimed(60 + Math.floor(random() * 200));
    if (life === LIVES - 1) await spender.stop();
    else await spender.kill();
  }
  watched.abort();
  expect(await looking).toBeGreaterThan(0);
  expect(await reader.check()).toEqual([]);
  expect(await reader.listAccounts()).toMatchObject([{ heldMicroCredits: 0 }]);
  await reader.close();

  expect(read('SELECT * FROM wrong_state')).toEqual([]);
  const claims = lives.flatMap((spender) => spender.claims);
  expect(claims.filter(({ event }) => event === 'error')).toEqual([]);
  const voided = claims.flatMap((claim) => (claim.event === 'opened' ? [claim.voided ?? 0] : []));
  expect(Math.max(...voided)).toBeGreaterThan(0);
  const requests = read('SELECT id, state, charge FROM request').map(
    ({ id, state, charge }) => [String(id), { state: String(state), charge: Number(charge) }] as const,
  );
  expectClaimsKept(claims, new Map(requests));
  expect(expectRefusalsTrue(claims)).toBeGreaterThan(20);
});

describe('one gateway for one file', () => {
  const refusal = {
    code: 'unusable',
    message: expect.stringContaining('Another gateway is using the ledger'),
  };

  test('a second one in another process is refused while the first lives', async () => {
    await start(1).claimed(1);
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
    await first.hold(sampleHold('open', { accountId }));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject(refusal);
    }
    await first.void('open');
    await first.close();
    const onRecovered = vi.fn<() => void>();
    const next = await openSqliteLedger({ path: place.path, recover: true, onRecovered });
    expect(onRecovered).not.toHaveBeenCalled();
    await next.close();
  });

  test('a second one is refused in any process after one in this process was', async () => {
    const first = await openSqliteLedger({ path: place.path, recover: true });
    await expect(openSqliteLedger({ path: place.path, recover: true })).rejects.toMatchObject(refusal);
    const command = await openSqliteLedger({ path: place.path, recover: false });
    await command.close();
    const child = spawn(process.execPath, [SPENDING_GATEWAY, place.path], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // If it is not refused, it spends for ever, so its first output decides.
    const output = await Promise.race([text(child.stderr), once(child.stdout, 'data').then(String)]);
    child.kill('SIGKILL');
    expect(output).toContain('Another gateway is using the ledger');
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
    await gateway.hold(sampleHold('running', { accountId: account?.id ?? 0 }));
    const onRecovered = vi.fn<() => void>();
    const command = await openSqliteLedger({ path: place.path, recover: false, onRecovered });
    expect(onRecovered).not.toHaveBeenCalled();
    await command.close();
    await gateway.void('running');
    await gateway.close();
  });
});
