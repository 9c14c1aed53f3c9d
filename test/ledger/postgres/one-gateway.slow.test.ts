import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { pseudoRandom } from '../pseudo-random.ts';
import {
  expectClaimsKept,
  expectRefusalsTrue,
  startSpender,
  watchInvariants,
} from './spenders/spending-fleet.ts';
import type { BalanceState, Spender } from './spenders/spending-fleet.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

const GRANT = 2_000;
const LIVES = 8;
/** Keeps every balance an account has, in the order they came. */
const AUDIT = `
  CREATE TABLE balance_state (n INTEGER PRIMARY KEY, at_ms REAL, posted INTEGER, reserved INTEGER);
  CREATE TRIGGER keep_balance AFTER UPDATE ON account BEGIN
    INSERT INTO balance_state (at_ms, posted, reserved)
    VALUES (unixepoch('now', 'subsec') * 1000, new.posted, new.reserved);
  END`;

let place: TemporaryPlace;
const lives: Spender[] = [];

beforeEach(async () => {
  place = temporaryPlace();
  const bank = await openSqliteLedger({ path: place.path, recover: false });
  await bank.createAccount('spender', GRANT);
  await bank.close();
  meddle(place.path, (database) => database.exec(AUDIT));
});
afterEach(async () => {
  for (const spender of lives.splice(0)) {
    spender.signal('SIGKILL');
    await spender.gone;
  }
  place.remove();
});

function readStates(): readonly BalanceState[] {
  const rows = meddle(place.path, (database) =>
    database.prepare('SELECT * FROM balance_state ORDER BY n').all(),
  );
  return rows.map(({ at_ms: atMs, posted, reserved }) => ({
    atMs: Number(atMs),
    posted: Number(posted),
    reserved: Number(reserved),
  }));
}

test('one gateway on one file, killed and started again: nothing is lost, made up or spent twice, at any moment', async () => {
  const seed = Date.now() % 1_000_000;
  process.stdout.write(`one gateway, seed ${seed}\n`);
  const random = pseudoRandom(seed);
  const reader = await openSqliteLedger({ path: place.path, recover: false });
  const watched = new AbortController();
  const looking = watchInvariants(reader, watched.signal);
  for (let life = 0; life < LIVES; life += 1) {
    const spender = startSpender(place.path, seed + life, 0);
    lives.push(spender);
    await spender.said(60 + Math.floor(random() * 200));
    if (life === LIVES - 1) await spender.stop();
    else spender.signal('SIGKILL');
    await spender.gone;
  }
  watched.abort();
  expect(await looking).toBeGreaterThan(0);
  expect(await reader.check()).toEqual([]);
  expect(await reader.listAccounts()).toMatchObject([{ reservedMicroCredits: 0 }]);
  await reader.close();

  const states = readStates();
  for (const { posted, reserved } of states) {
    expect(reserved).toBeGreaterThanOrEqual(0);
    expect(posted).toBeGreaterThanOrEqual(reserved);
  }
  const requests = meddle(place.path, (database) =>
    database.prepare('SELECT id, state, charge FROM request').all(),
  );
  const claims = lives.flatMap((spender) => spender.claims);
  expect(claims.filter(({ said }) => said === 'error')).toEqual([]);
  expect(
    claims.reduce((sum, { voided = 0, said }) => sum + (said === 'opened' ? voided : 0), 0),
  ).toBeGreaterThan(0);
  expectClaimsKept(
    claims,
    new Map(
      requests.map(({ id, state, charge }) => [String(id), { state: String(state), charge: Number(charge) }]),
    ),
  );
  expect(expectRefusalsTrue(claims)).toBeGreaterThan(20);
});
