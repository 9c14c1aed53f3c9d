import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { exitCodeFor, ArgumentError } from '../../../core/argument-error.ts';
import { baseUrlsOf, sandboxEnvironment } from '../environment.ts';
import { withDevelopmentPackages } from './development-packages.ts';
import { scripted } from './scripted.ts';

const HELP = `Serve the sandbox that stands in for all nine providers, for a gateway of your own.

  npm run sandbox -- [--port N] [--print]

It prints the variables that send a gateway to it, and serves until Ctrl-C. No provider key is needed, and nothing
leaves this machine. Answers are filler, streamed word by word where the gateway asks for a stream. Judges return a
verdict in the form they are asked for: they prefer the answer with more distinct words, then the longer one. So that
judges differ, each of them errs, or follows the place of an answer, in a share of all pairs that is its own.

Words in a prompt make a call fail or wait. In judge_prompt the first three do the same to the judges.

  [slow: N]        the answer comes after N milliseconds, such as [slow: 5000]
  [status: N]      the reply is an error with this status, from 400 to 599
  [hang]           no reply ever comes
  [down: ID]       connections of this provider are reset, for models and judges, such as [down: mistral]

  --port N    where it listens on 127.0.0.1; default 8099, 0 takes a free port
  --print     only print the variables of a sandbox on that port

Example, in two terminals:
  npm run sandbox
  vars=$(npm run --silent sandbox -- --print) && eval "$vars" && npm start
`;

const DEFAULT_PORT = 8099;

try {
  await main();
} catch (error) {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = exitCodeFor(error);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      print: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return void process.stdout.write(HELP);
  const port = Number(values.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ArgumentError('--port takes a whole number from 0 to 65535');
  if (values.print === true) process.stdout.write(exportsOf(`http://127.0.0.1:${port}`));
  else await serveSandbox(port);
}

async function serveSandbox(port: number): Promise<void> {
  const { startSandboxUpstream } = await withDevelopmentPackages(
    'The sandbox',
    () => import('../upstream.ts'),
  );
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const upstream = await startSandboxUpstream({ port, latency: 'plausible', reply: scripted }).catch(
    (error: unknown) => {
      throw isTaken(error) ? new Error(`port ${port} is taken; try --port 0, which takes a free one`) : error;
    },
  );
  process.stdout.write(
    `${exportsOf(upstream.url)}# The sandbox answers at ${upstream.url}. Set the variables above, then \`npm start\`. Ctrl-C ends it.\n`,
  );
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await upstream.stop();
}

function exportsOf(url: string): string {
  return Object.entries(sandboxEnvironment({ baseUrls: baseUrlsOf(url) }))
    .map(([name, value]) => `export ${name}=${value}\n`)
    .join('');
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
