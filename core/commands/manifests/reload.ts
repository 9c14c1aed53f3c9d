import { existsSync, realpathSync } from 'node:fs';
import { loadConfig, type Config, type Environment } from '../../config.ts';
import { isReplacedByUpgrade } from '../../config/shipped-folder.ts';
import { urlOf } from '../../config/url-of.ts';
import type { ReloadAnswer } from '../../administration/reload-answer.ts';
import { describeMoves, type PriceMoves } from '../../registry/price-moves.ts';
import { say } from '../../terminal/say.ts';
import { userName } from '../account/command-actor.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatFields, print } from '../print.ts';
import { changesRow } from './changes-row.ts';
import { problemLines, reloadAll } from './reload-all.ts';

/** Generating and opening 5,000 models takes a fraction of it. */
const TIMEOUT_MS = 180_000;

export async function reload(args: CommandArguments, environment: Environment): Promise<number> {
  const config = loadConfig(environment);
  if (args.flag('all')) {
    const code = await reloadAll(config, args);
    if (code !== undefined) return code;
    say('assay reload: A SQLite ledger has one gateway, so only that one is asked.');
  }
  const answer = await ask(config);
  const { gateway, outcome, registry, models, manifests, changed } = answer;
  if (outcome === 'refused' && !args.json) {
    say(
      `${problemLines(answer.problems)}assay reload: ${gateway} read ${manifests} and refused them; it keeps the files it has.`,
    );
    return 1;
  }
  const row = {
    gateway,
    manifests,
    outcome,
    registry: registry.slice(0, 12),
    models,
    ...changesRow(changed),
  };
  print(args, answer, formatFields(row) + priceLines(changed.prices));
  const isOther = readsOtherFolder(manifests, config.manifestsPath);
  if (isOther)
    say(
      `assay reload: The gateway reads ${manifests}, not ${config.manifestsPath}: restart it to take this folder.`,
    );
  return outcome === 'refused' || isOther ? 1 : 0;
}

/** Whether a gateway that read `folder` ignores the command's folder. A command without one names no other folder. */
function readsOtherFolder(folder: string, own: string): boolean {
  if (!existsSync(own) || isReplacedByUpgrade('manifests', own)) return false;
  return (existsSync(folder) ? realpathSync(folder) : folder) !== realpathSync(own);
}

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

/** @throws Error without a gateway, or if it refuses requests from here. */
async function ask(config: Config): Promise<Answer> {
  if (config.metricsPort === 0)
    throw new Error(
      'ASSAY_METRICS_PORT is 0. Set it to the port the gateway has taken, or send the gateway SIGHUP.',
    );
  const gateway = urlOf(config.host, config.metricsPort);
  const url = `${gateway}/-/reload`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'assay-user': encodeURIComponent(userName().slice(0, 64)) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error(
      `No gateway answers at ${url}. Check ASSAY_HOST and ASSAY_METRICS_PORT, or send the gateway SIGHUP.`,
      { cause },
    );
  });
  if (reply.status !== 200 && reply.status !== 422)
    throw new Error(`${url} answers ${reply.status}. Ask on the gateway's own machine, or send it SIGHUP.`);
  const answer: unknown = await reply.json().catch(() => undefined);
  if (!isAnswer(answer))
    throw new Error(`What answers at ${url} is no Assay gateway. Check ASSAY_METRICS_PORT.`);
  return { ...answer, gateway };
}

function isAnswer(value: unknown): value is ReloadAnswer {
  return typeof value === 'object' && value !== null && 'outcome' in value && 'problems' in value;
}
