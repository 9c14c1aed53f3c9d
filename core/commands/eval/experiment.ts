import { isDeepStrictEqual } from 'node:util';
import { ArgumentError } from '../../argument-error.ts';
import type { RunExperiment } from '../../board/run-lines.ts';
import { ARMS, type Arm } from '../../eval/experiment/arms.ts';
import { askArms } from '../../eval/experiment/ask-arms.ts';
import { experimentReport, experimentText } from '../../eval/experiment/experiment-report.ts';
import { createGatewayClient } from '../../eval/run/gateway-client.ts';
import { openRunFile } from '../../eval/run/run-file.ts';
import { readSuite, type ReadSuite } from '../../eval/suite/read-suite.ts';
import type { Environment } from '../../config.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import { readSendOptions } from '../client/send-options.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { conductRun, type OpenRun, type RunOpening } from './conduct-run.ts';
import { loadRun } from './load-run.ts';
import { digestOf, headOf } from './open-suite-run.ts';

/** As `--times` takes it. */
const MAX_TIMES = 16;

/** `eval experiment`. */
export async function runExperiment(args: CommandArguments, environment: Environment): Promise<number> {
  const [path = ''] = args.positionals;
  const suite = await readSuite(path);
  const experiment = termsOf(args, suite);
  const options = await readSendOptions(args, environment, `${suite.suite.name}-experiment`);
  return conductRun({
    ...options,
    budget: args.number('budget'),
    open: (opening) => openExperiment(suite, experiment, options.address, opening),
    concurrency: args.integer('concurrency') ?? suite.concurrency,
    print: async (out) => {
      const report = experimentReport(await loadRun(out));
      print(args, report, experimentText(report));
    },
  });
}

/** @throws ArgumentError for what does not fit the suite. */
function termsOf(args: CommandArguments, { suite }: ReadSuite): RunExperiment {
  const [best = '', writer = '', referees] = [args.text('best'), args.text('fuse'), args.texts('referee')];
  const { models, judges } = suite;
  if (!models.includes(best))
    throw new ArgumentError(`--best takes one of SUITE's models: ${models.join(', ')}`);
  if (models.length < 2 || judges.length === 0)
    throw new ArgumentError(
      'an experiment needs a SUITE with two models and a judge; add them to its models and judges',
    );
  const choosing = referees.filter((id) => judges.includes(id));
  if (choosing.length > 0)
    throw new ArgumentError(
      `--referee names ${choosing.join(', ')}, which chooses answers as a judge of SUITE; name a judge that does not`,
    );
  for (const field of ['baseline', 'fuse', 'judge_until', 'judge_weights', 'response_schema'] as const)
    if (suite[field] !== undefined)
      throw new ArgumentError(`an experiment takes no ${field}; remove it from SUITE`);
  const [arm, against] = [armOf(args, 'arm') ?? 'fused', armOf(args, 'against') ?? 'repeated'];
  if (arm === against) throw new ArgumentError(`--arm and --against both name ${arm}; name two arms`);
  const rule = { arm, against, margin: (args.number('margin') ?? 0) / 100 };
  return { best, times: args.integer('times') ?? Math.min(MAX_TIMES, models.length), writer, referees, rule };
}

function armOf(args: CommandArguments, option: 'arm' | 'against'): Arm | undefined {
  const text = args.text(option);
  return ARMS.find((arm) => arm === text);
}

/** Begins an experiment, or goes on with it. @throws Error if the gateway lacks a model, or the file is of another. */
async function openExperiment(
  { suite, rows, checkModels }: ReadSuite,
  runExperiment: RunExperiment,
  address: GatewayTarget,
  { client, out, signal }: RunOpening,
): Promise<OpenRun> {
  const ids = (await client.models()).models.map(({ id }) => id);
  checkModels(ids);
  const unknown = [runExperiment.writer, ...runExperiment.referees].filter((id) => !ids.includes(id));
  if (unknown.length > 0)
    throw new Error(`the gateway has no model ${unknown.join(', ')}; "assay model list" lists them`);
  const digest = digestOf(suite, rows);
  const file = await openRunFile(out, () => ({ ...headOf(suite, rows, digest), experiment: runExperiment }));
  const { head } = file;
  if (head.prompts.digest !== digest || !isDeepStrictEqual(head.experiment, runExperiment)) {
    await file.close();
    throw new Error(
      `${out} was begun with another suite, other arms or another rule, which were written down before the first answer. Use another --out, or undo the change.`,
    );
  }
  const comparing = createGatewayClient({ ...address, signal, path: '/compare' });
  return { suite, rows, file, runner: askArms({ suite, experiment: runExperiment, comparing }) };
}
