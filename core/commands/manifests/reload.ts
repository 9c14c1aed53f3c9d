import { readFile, stat } from 'node:fs/promises';
import { loadConfig, type Config } from '../../config.ts';
import {
  countChanges,
  RELOADED,
  type ReloadAnswer,
  type ShownProblem,
} from '../../administration/reload-answer.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { describeMoves, type PriceMoves } from '../../registry/price-moves.ts';
import { userName } from '../account/command-actor.ts';
import { print, defineCommand, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { reloadAll } from './reload-all.ts';
import { operatorsUrl } from './operators-port.ts';
import { lineFinder, quoteProblem } from './quote-source.ts';

/** Generating and opening 5,000 models takes a fraction of it. */
const TIMEOUT_MS = 180_000;
/** A manifest has a few thousand; of longer files no line is shown. */
const MAX_QUOTED_BYTES = 10_000_000;

const TABLE: CommandTable = {
  command: 'assay reload',
  purpose: 'have the running gateway take manifests, calibrations, panels and key files as they now stand.',
  forms: [
    {
      inline: '[--all] [--json]',
      options: {
        all: { says: 'ask every gateway that shares this PostgreSQL ledger, on whichever machine it runs' },
      },
    },
  ],
  notes: `It asks one gateway, the one at ASSAY_METRICS_PORT, from the machine it runs on, and says at which address it was reached
and which folder of manifests it read. With --all it reaches the gateways by ASSAY_DATABASE_URL, each reads its own
folder, and those that do not answer are counted; a SQLite ledger has one gateway. A gateway checks manifests, calibrations and
panels, reads the files that variables such as AURORA_API_KEY_FILE name, and swaps all in whole; requests in flight end
as they began. It says which prices moved, from what to what, in US dollars per million tokens. Where something is wrong the reload is refused, with file, line and column and, as "assay check" shows
it, a caret under the place, and what ran runs on.`,
  json: 'print JSON: { gateway, outcome, registry, models, manifests, changed, problems }; with --all { gateways: [{ machine, gateway, answer }], silent }, where "changed" counts',
  closing: `Exit code 0 where the gateway answers by the new files, 1 where the reload is refused; with --all 0 where every gateway
does.`,
  examples: ['assay check && assay reload'],
};

export const reload: Command = defineCommand(TABLE, async (args, environment) => {
  const config = loadConfig(environment);
  if (args.flag('all')) {
    const code = await reloadAll(config, args.json);
    if (code !== undefined) return code;
    process.stderr.write('assay reload: a SQLite ledger has one gateway, so only that one is asked\n');
  }
  const answer = await ask(config);
  const { gateway, outcome, registry, models, manifests, changed } = answer;
  if (outcome === 'refused' && !args.json) {
    process.stderr.write((await quoteAll(answer.problems)).join(''));
    process.stderr.write(`assay reload: ${gateway} read ${manifests} and refused; what ran runs on\n`);
    return 1;
  }
  const row = {
    gateway,
    manifests,
    outcome,
    registry: registry.slice(0, 12),
    models,
    ...Object.fromEntries(RELOADED.map((kind) => [`changed ${kind}`, countChanges(changed[kind])])),
  };
  print(answer, [row], args.json);
  if (!args.json) process.stdout.write(priceLines(changed.prices));
  return outcome === 'refused' ? 1 : 0;
});

/** In US dollars per million tokens or thousand searches; empty where no price has moved. */
function priceLines(prices: PriceMoves): string {
  return describeMoves(prices)
    .map((move) => `price: ${move}\n`)
    .join('');
}

interface Answer extends ReloadAnswer {
  /** Address of its operators' port. */
  readonly gateway: string;
}

/** @throws Error where there is no gateway, or it will not be asked from here. */
async function ask(config: Config): Promise<Answer> {
  if (config.metricsPort === 0)
    throw new Error(
      'ASSAY_METRICS_PORT is 0: set it to the port the gateway has taken, or send the gateway SIGHUP',
    );
  const gateway = operatorsUrl(config);
  const url = `${gateway}/-/reload`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'assay-user': encodeURIComponent(userName().slice(0, 64)) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error(
      `no gateway answers at ${url}: check ASSAY_HOST and ASSAY_METRICS_PORT, or send the gateway SIGHUP`,
      { cause },
    );
  });
  if (reply.status !== 200 && reply.status !== 422)
    throw new Error(`${url} answers ${reply.status}: ask on the gateway's own machine, or send it SIGHUP`);
  const answer: unknown = await reply.json().catch(() => undefined);
  if (!isAnswer(answer))
    throw new Error(`what answers at ${url} is no Assay gateway: check ASSAY_METRICS_PORT`);
  return { ...answer, gateway };
}

function isAnswer(value: unknown): value is ReloadAnswer {
  return typeof value === 'object' && value !== null && 'outcome' in value && 'problems' in value;
}

/** Each with its line and a caret, where the gateway's files can be read from here. */
async function quoteAll(problems: readonly ShownProblem[]): Promise<readonly string[]> {
  const files = new Set(problems.flatMap(({ file }) => file ?? []));
  const texts = await Promise.all([...files].map(async (file) => [file, await textOf(file)] as const));
  const findLine = lineFinder(new Map(texts));
  return problems.map((problem) =>
    isPlaced(problem) ? quoteProblem(problem, findLine) : `${problem.message}\n`,
  );
}

/** Empty where it cannot be read: the gateway may run in another folder. */
async function textOf(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    return size > MAX_QUOTED_BYTES ? '' : await readFile(file, 'utf8');
  } catch {
    return '';
  }
}

function isPlaced(problem: ShownProblem): problem is ManifestProblem {
  const { file, line, column, path } = problem;
  return file !== null && line !== null && column !== null && path !== null;
}
