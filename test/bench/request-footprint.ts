// Counts the files and the named functions that one request enters.
import { Session } from 'node:inspector/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { adjustManifests } from '../support/gateways/adjusted-manifests.ts';
import { startTestGateway } from '../support/gateways/test-gateway.ts';
import { verdictText } from '../support/samples/verdict-text.ts';

const HELP = `Count the files and named functions of core/, plugins/ and codegen/ that one request enters.

  npx node test/bench/request-footprint.ts [--judged] [--whole] [--list]

A gateway in this process answers two requests before the sandbox, and then the one that is counted. What a module does
when it is loaded is not counted, and neither are worker threads and functions without a name.

  --judged    three models and one judge, instead of one model and no judge
  --whole     providers answer with whole replies, instead of streams
  --list      every file with the number of its functions that ran, and their names

Example: npx node test/bench/request-footprint.ts --list
`;

const ROOT = resolve(import.meta.dirname, '../..');
/** Without the sandbox, which is the other side of the request. */
const FOLDERS = /^(?:core\/(?!sandbox\/)|plugins\/|codegen\/)/;
const WARM_UP_REQUESTS = 2;
/** After the start, a gateway looks each second whether it is idle, until it once was (`core/when-idle.ts`). */
const IDLE_MS = 2_500;
/** What follows an answer: its log line, its metrics, its texts. */
const AFTERMATH_MS = 200;

const VERDICT = verdictText('tie');
const UNSTREAMED = { streaming: 'false' };
const ONE_MODEL = { prompt: 'What is a ledger?', models: ['gpt-4o'] };
const JUDGED = {
  ...ONE_MODEL,
  models: ['gpt-4o', 'mistral-large-2512', 'claude-haiku-4-5'],
  judges: ['gpt-5.5'],
};

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    judged: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
if (values.help === true) process.stdout.write(HELP);
else print(await measure(values.judged ? JUDGED : ONE_MODEL));

/** By file, the named functions that ran. */
type Footprint = ReadonlyMap<string, readonly string[]>;

async function measure(body: object): Promise<Footprint> {
  const manifests = adjustManifests(
    values.whole ? { openai: UNSTREAMED, mistral: UNSTREAMED, anthropic: UNSTREAMED } : {},
  );
  const gateway = await startTestGateway({
    environment: { ASSAY_MANIFESTS: manifests.folder },
    sandbox: {
      reply: ({ turns }) => ({
        content: turns.some(({ text }) => text.includes('<<<FIRST')) ? VERDICT : 'an answer',
      }),
    },
  });
  try {
    const { key } = await gateway.account(1_000);
    const ask = async (): Promise<void> => {
      const { status } = await gateway.post(key, body);
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
      await wait(AFTERMATH_MS);
    };
    for (let request = 0; request < WARM_UP_REQUESTS; request += 1) await ask();
    await wait(IDLE_MS);
    return await watch(ask);
  } finally {
    await gateway.stop();
    manifests.remove();
  }
}

async function watch(work: () => Promise<void>): Promise<Footprint> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files = result
      .filter(({ url }) => url.startsWith('file:'))
      .map(({ url, functions }) => {
        const ran = functions
          .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
          .map(({ functionName }) => functionName);
        const hasRun = functions.some(
          ({ ranges, functionName }) =>
            (ranges[0]?.count ?? 0) > 0 && (functionName !== '' || ranges[0]?.startOffset !== 0),
        );
        return { file: relative(ROOT, fileURLToPath(url)), ran, hasRun };
      })
      .filter(({ file, hasRun }) => hasRun && FOLDERS.test(file))
      .toSorted((one, other) => one.file.localeCompare(other.file));
    return new Map(files.map(({ file, ran }) => [file, ran]));
  } finally {
    session.disconnect();
  }
}

function print(footprint: Footprint): void {
  if (values.list)
    for (const [file, functions] of footprint)
      console.log(`${file} ${functions.length}\n    ${functions.join(', ')}`);
  const functions = [...footprint.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${footprint.size} files and ${functions} named functions for ${values.judged ? 'three models and a judge' : 'one model'}`,
  );
}
