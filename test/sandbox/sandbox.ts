import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { defaultAnswer } from './answer.ts';
import type { SandboxCall, SandboxReply } from './contract.ts';
import { sandboxEnvironment } from './environment.ts';
import { baseUrlsOf, startSandboxUpstream } from './upstream.ts';

const HELP = `Serve the sandbox that stands in for all nine providers, for a gateway of your own.

  npm run sandbox -- [--port N] [--print]

It prints the variables that send a gateway to it, and serves until Ctrl-C. No provider key is needed, and nothing
leaves this machine. Answers are streamed word by word where the gateway asks for a stream. A prompt that holds
[slow: 5000] is answered after so many milliseconds, [status: 503] with that error, and [hang] never.

  --port N    where it listens on 127.0.0.1; default 8099, 0 takes a free port
  --print     only print the variables of a sandbox on that port

Example, in two terminals:
  npm run sandbox
  eval "$(npm run --silent sandbox -- --print)" && npm start
`;

const DEFAULT_PORT = 8099;
const MAX_DELAY_MS = 600_000;
const SLOW = /\[slow: (\d{1,6})\]/;
const STATUS = /\[status: ([45]\d\d)\]/;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    print: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const port = Number(values.port ?? DEFAULT_PORT);
if (values.help === true) process.stdout.write(HELP);
else if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write('sandbox: --port takes a whole number from 0 to 65535\n');
  process.exitCode = 2;
} else if (values.print === true) process.stdout.write(exportsOf(`http://127.0.0.1:${port}`));
else await serveSandbox();

async function serveSandbox(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const upstream = await startSandboxUpstream({ port, latency: 'plausible', reply: scripted });
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

/** What the prompt asks for; otherwise the usual answer after the time its model would take, word by word. */
function scripted(call: SandboxCall): SandboxReply | undefined {
  if (call.user.includes('[hang]')) return { connection: 'hang' };
  const status = STATUS.exec(call.user)?.[1];
  if (status !== undefined) return { status: Number(status) };
  const delay = SLOW.exec(call.user)?.[1];
  if (delay === undefined) return undefined;
  return { ...defaultAnswer(call), delayMs: Math.min(Number(delay), MAX_DELAY_MS) };
}
