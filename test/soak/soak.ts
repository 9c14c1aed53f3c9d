import { parseArgs } from 'node:util';
import { attackNamed, ATTACKS } from '../attacks/attacks.ts';
import { described, judgeHostile, type SlowestGroups } from './judge-hostile.ts';
import { judgeSoak } from './judge-soak.ts';
import type { LatencyGroup } from './window-latencies.ts';
import { runSoak, type SoakOptions, type SoakOutcome } from './run-soak.ts';

const HELP = `Load a real gateway with a mix of everything, and judge whether it could go on like that.

  npm run soak -- [--minutes N] [--clients N] [--database-url URL] [--counters-url URL] [--seed N]
              [--hostile] [--attacks NAME,NAME]

  --minutes N         how long; default 10, fractions may be given
  --clients N         how many ask at once; default 8, with --hostile 20
  --hostile           a tenth of the clients attack in every other window; what they do is \`npm run bench -- hostile\`
  --attacks NAMES     with --hostile, only these, a comma between them
  --database-url URL  the ledger, such as postgres://...; default: a SQLite file that is deleted afterwards
  --counters-url URL  the rate counters, such as redis://...; default: in process
  --seed N            which requests come in which order; default 1

The mix: plain, judged and asynchronous prompts, events, files, schemas, repetitions under an Idempotency-Key, failing
providers, clients that leave, bad input, keys at their limit. The providers are a stand-in on loopback. Memory and handles of the last
third must be those of the second, every answer as openapi.json describes it, the ledger sound at all times, and each
account charged exactly what its answers say. Otherwise the exit code is 1. With --hostile the others' p99 beside the
attackers must be within three times their own, peak memory within 1 GB, and the attackers get nothing for nothing.

Example: npm run soak -- --minutes 60 --clients 16
`;

/** Rows of each table of slow requests. */
const SLOWEST = 12;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    attacks: { type: 'string' },
    'database-url': { type: 'string' },
    'counters-url': { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help === true) process.stdout.write(HELP);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const minutes = Number(values.minutes);
  const clients = Number(values.clients ?? (values.hostile ? 20 : 8));
  const seed = Number(values.seed);
  const isUsable =
    minutes > 0 &&
    minutes <= 10_000 &&
    [clients, seed].every((count) => Number.isSafeInteger(count) && count > 0);
  if (!isUsable || clients > 1_000) {
    process.stderr.write('--minutes takes more than 0, --clients 1 to 1000, --seed a whole number from 1\n');
    return 2;
  }
  const durationMs = minutes * 60_000;
  const attackers = values.hostile ? Math.max(1, Math.round(clients / 10)) : 0;
  const options: SoakOptions = {
    durationMs,
    clients: clients - attackers,
    seed,
    databaseUrl: values['database-url'],
    countersUrl: values['counters-url'],
    hostile: values.hostile
      ? {
          clients: attackers,
          attacks:
            values.attacks?.split(',').map((name) => attackNamed(name).name) ??
            ATTACKS.map(({ name }) => name),
          windowMs: windowOf(durationMs),
        }
      : undefined,
    onSample: createPrinter(),
  };
  return print(await runSoak(options)) ? 0 : 1;
}

/** Long enough for several attacks, short enough for several windows of both kinds. */
function windowOf(durationMs: number): number {
  return Math.min(30_000, durationMs / 8);
}

/** Prints each sample, and what was found wrong since the last. */
function createPrinter(): SoakOptions['onSample'] {
  let told = 0;
  return ({ atMs, requests, rssBytes, heapBytes, handles }, { wrong }) => {
    const seconds = atMs / 1_000;
    const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1).padStart(6)} MB`;
    process.stdout.write(
      `${seconds.toFixed(0).padStart(5)} s  ${String(requests).padStart(8)} requests  ${(requests / seconds).toFixed(0).padStart(4)}/s` +
        `  rss ${megabytes(rssBytes)}  heap ${megabytes(heapBytes)}  handles ${handles}` +
        `${wrong.length === 0 ? '' : `  WRONG ${wrong.length}`}\n`,
    );
    for (const what of wrong.slice(told)) process.stdout.write(`         wrong: ${what}\n`);
    told = wrong.length;
  };
}

/** @returns whether all was well. */
function print({ record, totals, kinds, hostile }: SoakOutcome): boolean {
  const counts = (map: ReadonlyMap<string | number, number>): string =>
    [...map].map(([name, count]) => `${name} ${count}`).join(', ');
  process.stdout.write(`\nasked for   ${counts(kinds)}\nanswered    ${counts(totals.statuses)}\n\n`);
  if (hostile !== undefined)
    process.stdout.write(
      `attacks     ${counts(hostile.outcome.attacks)}\nanswered    ${counts(hostile.outcome.statuses)}\n\n`,
    );
  if (hostile !== undefined) process.stdout.write(slowestGroups(hostile.slowest));
  const judgements = [...judgeSoak(record), ...(hostile === undefined ? [] : judgeHostile(hostile))];
  for (const { what, isMet, figures } of judgements)
    process.stdout.write(`${isMet ? 'ok    ' : 'FAILED'}  ${what}${figures === '' ? '' : `: ${figures}`}\n`);
  return judgements.every(({ isMet }) => isMet);
}

function slowestGroups({ quietKinds, hostileKinds, attacks }: SlowestGroups): string {
  const table = (title: string, groups: readonly LatencyGroup[]): string =>
    [
      title,
      ...groups.slice(0, SLOWEST).map((group) => `  ${group.name.padEnd(44)} ${described(group)}`),
    ].join('\n');
  return `${[
    table('slowest kinds, quiet', quietKinds),
    table('slowest kinds, beside attackers', hostileKinds),
    table('slowest attacks', attacks),
  ].join('\n')}\n\n`;
}
