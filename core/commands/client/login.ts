import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Environment } from '../../config.ts';
import type { BalanceResponse } from '../../generated/balance-response.ts';
import { formatCredits } from '../../client/figures.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { gatewayUrl } from './gateway-target.ts';
import { readProfile, removeProfile, saveProfile } from './profile.ts';
import { readGateway } from './read-gateway.ts';

const MAX_KEY_CHARACTERS = 512;

/** Keeps a key once the gateway has taken it. */
export async function login(args: CommandArguments, environment: Environment): Promise<void> {
  // A profile that cannot be read is what a new login mends.
  const earlier = await readProfile(environment).catch(() => undefined);
  const url = gatewayUrl(args, environment, earlier);
  const key = (await (process.stdin.isTTY ? askForKey(url) : readKey())).trim();
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > MAX_KEY_CHARACTERS)
    throw new ArgumentError('That is not an API key. "assay key create ACCOUNT" makes one.');
  const { creditsAvailable } = await readGateway<BalanceResponse>({ url, key }, '/balance');
  const file = await saveProfile({ url, key }, environment);
  print(
    args,
    { url, file, creditsAvailable },
    `Logged in to ${url} with ${formatCredits(creditsAvailable)} credits. The key is in ${file}.\nNext: assay prompt send "Hello" -m MODEL; "assay model list" lists models.\n`,
  );
}

export async function logout(args: CommandArguments, environment: Environment): Promise<void> {
  const file = await removeProfile(environment);
  print(
    args,
    { file: file ?? null },
    file === undefined ? 'You were not logged in.\n' : `Logged out: ${file} is removed.\n`,
  );
}

/** Reads the key at a terminal without showing it. Ctrl-C is a SIGINT as it is anywhere else. */
async function askForKey(url: string): Promise<string> {
  process.stderr.write(`API key for ${url}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** The first line of a pipe or a file. */
async function readKey(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
