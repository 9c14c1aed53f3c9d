import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodeFor } from '../../core/argument-error.ts';
import { carryOutCommand } from './run-command.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile();

/** As `assay key` beside the running gateway. @throws what the command throws. */
async function assayKey(line: string): Promise<string> {
  const environment = { ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}` };
  return (await carryOutCommand(['key', ...line.split(' ')], environment)).stdout;
}

const ask = async (secret: string): Promise<number> =>
  (await gateway.post(secret, { prompt: 'hi', models: ['gpt-4o'] })).status;

it('assay key rotate lets both keys call until the grace ends, and names each', async () => {
  const account = await gateway.account(1_000);
  const newKey = JSON.parse(await assayKey(`rotate ${account.prefix} --grace 7d --json`));
  expect(newKey).toMatchObject({
    account: account.name,
    replaces: account.prefix,
    prefix: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
    replacedUntil: expect.stringMatching(/Z$/),
    key: expect.stringMatching(/^assay_/),
  });
  expect([await ask(account.key), await ask(newKey.key)]).toEqual([200, 200]);

  // The whole key names it too, and no grace is none.
  const last = JSON.parse(await assayKey(`rotate ${newKey.key} --grace 0h --json`));
  expect([await ask(newKey.key), await ask(last.key), await ask(account.key)]).toEqual([401, 200, 200]);
  expect(await assayKey('list')).not.toContain(last.key);
});

it('assay key rotate gives a day where no grace is named, and says what is wrong', async () => {
  const { prefix } = await gateway.account(1);
  const before = Date.now();
  const { replacedUntil } = JSON.parse(await assayKey(`rotate ${prefix} --json`));
  const graceHours = (Date.parse(replacedUntil) - before) / 3_600_000;
  expect(Math.round(graceHours)).toBe(24);
  await expect(assayKey(`rotate ${prefix}`)).rejects.toThrow(/rotated already.*has taken its place/);
  for (const keyWithName of ['AbCdEfGh', 'not-a-key'])
    await expect(assayKey(`rotate ${keyWithName}`)).rejects.toThrow(/No active key has this prefix or name/);
  for (const line of [`rotate ${prefix} --grace soon`, `rotate ${prefix} --expires 2030-01-01`, 'rotate']) {
    const refused: unknown = await assayKey(line).catch((error: unknown) => error);
    expect([line, exitCodeFor(refused)]).toEqual([line, 2]);
  }
});

it('assay key set revives an expired key, and no rotated one', async () => {
  const { prefix, key: old } = await gateway.account(1_000);
  await gateway.admin((ledger) => ledger.changeKey(prefix, { expiresMs: Date.now() - 1 }));
  expect(await ask(old)).toBe(401);
  await assayKey(`set ${prefix} --expires 2999-01-01`);
  expect(await ask(old)).toBe(200);
  const createdKey = JSON.parse(await assayKey(`rotate ${prefix} --grace 0h --json`));
  for (const expires of ['none', '2999-01-01']) {
    const refused = await assayKey(`set ${prefix} --expires ${expires}`).catch((error: unknown) => error);
    expect(String(refused)).toMatch(
      new RegExp(`${prefix} was replaced by ${createdKey.prefix} on .*make a new key`),
    );
    expect(exitCodeFor(refused)).toBe(1);
  }
  expect([await ask(old), await ask(createdKey.key)]).toEqual([401, 200]);
});

it('assay key set names a key by its name and changes its name and limits', async () => {
  const account = await gateway.account(1_000);
  const createdKey = JSON.parse(await assayKey(`create ${account.name} --name front-end --json`));
  const set = await assayKey(
    'set front-end --models claude-* --requests-per-minute 9 --name back-ends --json',
  );
  const limits = { name: 'back-ends', models: ['claude-*'], requestsPerMinute: 9 };
  expect(JSON.parse(set)).toEqual({ prefix: createdKey.prefix, ...limits });
  expect(await ask(createdKey.key)).toBe(403);
  // The key that a rotation leaves behind has the same name, and no longer counts once it has expired.
  const next = JSON.parse(await assayKey(`rotate ${createdKey.prefix} --grace 1h --json`));
  await expect(assayKey('set back-ends --models none')).rejects.toThrow(
    new RegExp(`Several keys have this name.*${createdKey.prefix} of ${account.name}, ${next.prefix} of`),
  );
  await gateway.admin((ledger) => ledger.revokeKey(createdKey.prefix));
  const liftedKey = JSON.parse(
    await assayKey('set back-ends --models none --requests-per-minute none --json'),
  );
  expect(liftedKey).toEqual({ prefix: next.prefix, models: null, requestsPerMinute: null });
  expect(await ask(next.key)).toBe(200);
  await expect(assayKey('set nobodys --models none')).rejects.toThrow(
    /No active key has this prefix or name/,
  );
  const unknownKey: unknown = await assayKey('set back-ends --models gtp-4o,claude-*').catch(
    (error: unknown) => error,
  );
  expect(String(unknownKey)).toMatch(
    /^[^\n]*--models takes IDs.*\n"gtp-4o": there is no such model; did you mean gpt-4o\?$/,
  );
  expect(exitCodeFor(unknownKey)).toBe(2);
  await assayKey('set back-ends --budget-day 5');
  await expect(assayKey('set back-ends --budget-month 4')).rejects.toThrow(/day, 5 credits, .* month, 4:/);
  await assayKey('revoke back-ends');
  expect(await ask(next.key)).toBe(401);
  await assayKey(`create ${account.name} --name back-ends --models gpt-4o`);
  for (const line of [
    'set back-ends',
    'set back-ends --budget-day 2 --budget-month 1',
    'set back-ends --models a*b',
    'set back-ends --requests-per-minute 0',
  ])
    expect([line, exitCodeFor(await assayKey(line).catch((error: unknown) => error))]).toEqual([line, 2]);
});
