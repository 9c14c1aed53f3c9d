import { readSuite } from '../../eval/suite/read-suite.ts';
import type { Environment } from '../../config.ts';
import { readSendOptions } from '../client/send-options.ts';
import type { CommandArguments } from '../command-table.ts';
import { conductRun } from './conduct-run.ts';
import { openSuiteRun } from './open-suite-run.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** `eval run`. */
export async function runSuite(args: CommandArguments, environment: Environment): Promise<number> {
  const [path = ''] = args.positionals;
  const suite = await readSuite(
    path,
    omitUndefined({ judge_until: args.number('judge-until'), fuse: args.text('fuse') }),
  );
  return conductRun({
    ...(await readSendOptions(args, environment, suite.suite.name)),
    budget: args.number('budget'),
    open: (opening) => openSuiteRun(suite, opening, args.flag('keep')),
    concurrency: args.integer('concurrency') ?? suite.concurrency,
  });
}
