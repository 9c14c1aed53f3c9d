import { join } from 'node:path';
import { readSuite } from '../../eval/suite/read-suite.ts';
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
  const suite = await readSuite(
    path,
    given({ judge_until: args.number('judge-until'), fuse: args.text('fuse') }),
  );
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
    budget: args.number('budget'),
    address: await gatewayTarget(args, environment),
    out: args.text('out') ?? join('runs', `${name}.jsonl`),
    isDefaultOut: args.text('out') === undefined,
    mayAsk: !args.flag('yes'),
    json: args.json,
    output: progressOutput(args.json, environment),
  };
}
