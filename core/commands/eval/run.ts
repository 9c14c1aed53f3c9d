import { join } from 'node:path';
import { readSuite } from '../../eval/suite/read-suite.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import { gatewayTarget } from '../client/gateway-target.ts';
import { progressOutput } from '../client/interruptible.ts';
import type { CommandArguments } from '../command-table.ts';
import { conductRun, type RunTerms } from './conduct-run.ts';
import { openSuiteRun } from './open-suite-run.ts';
import { given } from '../../client/given.ts';

/** `eval run`. */
export async function runSuite(args: CommandArguments, environment: Environment): Promise<number> {
  const [path = ''] = args.positionals;
  const suite = await readSuite(path, given({ judge_until: untilOf(args), fuse: args.text('fuse') }));
  return conductRun({
    ...(await runTerms(args, environment, suite.suite.name)),
    open: (opening) => openSuiteRun(suite, opening),
    concurrency: args.whole('concurrency') ?? suite.concurrency,
  });
}

/** @param name of the run's file, where `--out` names none. */
export async function runTerms(
  args: CommandArguments,
  environment: Environment,
  name: string,
): Promise<Omit<RunTerms, 'concurrency'>> {
  return {
    budget: budgetOf(args),
    address: await gatewayTarget(args, environment),
    out: args.text('out') ?? join('runs', `${name}.jsonl`),
    isDefaultOut: args.text('out') === undefined,
    mayAsk: !args.flag('yes'),
    json: args.json,
    output: progressOutput(args.json, environment),
  };
}

/** @returns credits, or undefined for no limit. */
function budgetOf(args: CommandArguments): number | undefined {
  const text = args.text('budget');
  if (text === undefined) return undefined;
  const credits = Number(text);
  if (text.trim() === '' || !Number.isFinite(credits) || credits <= 0)
    throw new ArgumentError('--budget takes a number of credits above 0.');
  return credits;
}

/** @returns undefined where the suite alone says it. */
function untilOf(args: CommandArguments): number | undefined {
  const text = args.text('judge-until');
  if (text === undefined) return undefined;
  const until = Number(text);
  if (text.trim() === '' || !(until >= 0.5 && until <= 0.999))
    throw new ArgumentError('--judge-until takes a number from 0.5 to 0.999.');
  return until;
}
