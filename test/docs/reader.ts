import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { demoReply } from '../demo/demo-answers.ts';
import { startGatewayProcess, type GatewayProcess } from '../demo/run-gateway.ts';
import { runProcess } from '../demo/run-process.ts';
import manifest from '../../package.json' with { type: 'json' };
import { makeCleanCopy } from '../support/clean-copy.ts';
import { freePort } from '../support/servers/free-port.ts';
import { sandboxEnvironment } from '../sandbox/environment.ts';
import { startSandboxUpstream } from '../sandbox/upstream.ts';
import { ROOT, type Block } from './documents.ts';

/** A copy of the checkout, a gateway in front of the sandbox, and an account whose key is in `ASSAY_KEY`. */
export interface Reader {
  /** Runs the blocks in one shell. @throws Error with the block that failed and its output. */
  type(blocks: readonly Block[]): Promise<void>;
  stop(): Promise<void>;
}

const ACCOUNT = 'reader';
const SHELL_LIMIT_MS = 290_000;
const SHOWN_CHARACTERS = 4_000;

/** @param place one folder for one reader after another: what is compiled of the copy, always at the same path, is kept. */
export async function startReader(place: string): Promise<Reader> {
  const copy = makeCleanCopy(join(place, 'checkout'));
  bringTheRest(copy.folder);
  const upstream = await startSandboxUpstream({ reply: demoReply });
  let gateway: GatewayProcess | undefined;
  const stop = async (): Promise<void> => {
    await gateway?.stop();
    await upstream.stop();
    copy.remove();
  };
  try {
    const environment = {
      ...(await environmentIn(copy.folder, sandboxEnvironment(upstream))),
      NODE_COMPILE_CACHE: join(place, 'compiled'),
    };
    const assay = async (...words: readonly string[]): Promise<unknown> =>
      JSON.parse(await assayIn(copy.folder, [...words, '--json'], environment));
    await assay('account', 'create', ACCOUNT, '--credits', '10000');
    const { key } = (await assay('key', 'create', ACCOUNT)) as { readonly key: string };
    gateway = await startGatewayProcess(environment, [], { checkout: copy.folder });
    const { url, operationsUrl } = gateway;
    const reader = {
      ...environment,
      ASSAY_KEY: key,
      READER_URL: url,
      READER_ASSAY: manifest.scripts.assay,
      READER_START: join(import.meta.dirname, 'start-and-stop.ts'),
    };
    return {
      type: async (blocks) => {
        const script = scriptOf(blocks)
          .replaceAll('http://127.0.0.1:8080', url)
          .replaceAll('http://127.0.0.1:9464', operationsUrl);
        await runScript(script, copy.folder, reader);
      },
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Adds what a clean copy leaves out, as copies: a command must not write into the checkout. */
function bringTheRest(folder: string): void {
  const present = new Set([...readdirSync(folder), '.git', '.ci', 'test', 'data']);
  for (const name of readdirSync(ROOT)) {
    if (!present.has(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  // Linked because it is large; commands only read it.
  symlinkSync(join(ROOT, 'test'), join(folder, 'test'));
}

async function environmentIn(
  folder: string,
  providers: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>>> {
  const set = Object.entries(providers).map(([name, value]) => [name, value ?? '']);
  return {
    ...Object.fromEntries(set),
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    npm_config_update_notifier: 'false',
    // `assay reload` finds the gateway by its port.
    ASSAY_PORT: String(await freePort()),
    ASSAY_METRICS_PORT: String(await freePort()),
    ASSAY_DATABASE_URL: `file:${join(folder, 'data', 'assay.db')}`,
  };
}

async function assayIn(
  folder: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await runProcess({
    words: [join(folder, 'core/cli.ts'), ...words],
    environment,
    folder,
  });
  if (code !== 0) throw new Error(`assay ${words.join(' ')}: ${stderr}`);
  return stdout;
}

/** One script for all blocks. Its output names the block that runs. */
function scriptOf(blocks: readonly Block[]): string {
  const parts = blocks.map(({ line, text }) => `echo '--- the block in line ${line}'\n${text}\n`);
  return [`. '${join(import.meta.dirname, 'reader-shell.sh')}'`, ...parts].join('\n');
}

async function runScript(
  script: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const shell = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: SHELL_LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(shell, 'close');
  if (shell.exitCode !== 0)
    throw new Error(`it ended with ${shell.exitCode ?? 'a signal'}:\n${output.slice(-SHOWN_CHARACTERS)}`);
}
