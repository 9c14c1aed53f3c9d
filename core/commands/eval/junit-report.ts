import type { Board } from '../../board/board.ts';
import type { Run } from '../../board/read-run.ts';
import { tree, type Tree } from '../../report/tree.ts';
import { leadWords, type Standing } from './standing.ts';
import { treeMarkup } from '../../report/tree-markup.ts';

const MS_PER_SECOND = 1_000;

/**
 * A run as JUnit's XML, which CI services show: a suite of the models, each of which fails if it is decisively worse
 * than the bar and is an error if too little compares the two, and a suite of the prompts for each model, in which an
 * answer that failed is an error.
 * @param standing To a model of the run; undefined if nothing is compared.
 */
export function junitReport(run: Run, board: Board, standing: JunitStanding | undefined): string {
  const suites = [
    ...(standing === undefined ? [] : [modelSuite(board, standing)]),
    ...board.models.map(({ modelId, place }) => answerSuite(run, modelId, place)),
  ];
  const root = tree('testsuites', { name: board.name }, ...suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${treeMarkup(root, { xml: true })}\n`;
}

export interface JunitStanding extends Standing {
  readonly bar: string;
}

function modelSuite(
  { models, differences, startedAt }: Board,
  { bar, worse, undecided }: JunitStanding,
): Tree {
  const cases = models
    .filter(({ modelId }) => modelId !== bar)
    .map(({ modelId }) => {
      const lead = leadWords(modelId, bar, differences);
      const failure = worse.includes(modelId)
        ? [tree('failure', { message: `${modelId} is decisively worse than ${bar}` }, lead)]
        : undecided.includes(modelId)
          ? [tree('error', { type: 'undecided', message: `too few prompts compare ${modelId} with ${bar}` })]
          : [tree('system-out', {}, lead)];
      return tree(
        'testcase',
        { classname: 'models', name: `${modelId} is not decisively worse than ${bar}` },
        ...failure,
      );
    });
  return tree(
    'testsuite',
    {
      name: 'models',
      tests: cases.length,
      failures: worse.length,
      errors: undecided.length,
      skipped: 0,
      timestamp: startedAt,
    },
    ...cases,
  );
}

function answerSuite({ answers, missing, head }: Run, modelId: string, place: number): Tree {
  let [errors, seconds] = [0, 0];
  const cases = answers.flatMap(({ row, response }) => {
    const result = response.results[place];
    if (result === undefined) return [];
    const { status, error, latencyMs } = result;
    const time = latencyMs / MS_PER_SECOND;
    seconds += time;
    if (status === 'failed') errors += 1;
    const problem =
      status === 'failed'
        ? [tree('error', { type: error?.code ?? 'failed', message: error?.message ?? 'no answer' })]
        : [];
    return [tree('testcase', { classname: modelId, name: row, time: time.toFixed(3) }, ...problem)];
  });
  const skipped = missing.map(({ row, reason }) =>
    tree('testcase', { classname: modelId, name: row }, tree('skipped', { message: reason })),
  );
  return tree(
    'testsuite',
    {
      name: modelId,
      tests: cases.length + skipped.length,
      failures: 0,
      errors,
      skipped: skipped.length,
      time: seconds.toFixed(3),
      timestamp: head.startedAt,
    },
    ...cases,
    ...skipped,
  );
}
