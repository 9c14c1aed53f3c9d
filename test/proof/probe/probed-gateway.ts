import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { GATEWAY_SCRIPT, ROOT, type Exit } from '../../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../../support/gateways/run-process.ts';
import { PLAN_VARIABLE, STEPS_VARIABLE, NEW_PLAN, type ProbePlan } from './probe-plan.ts';
import { keptCode } from '../../support/kept-code.ts';

export interface ProbedOptions {
  readonly environment: ChildEnvironment;
  /** Its working and temporary folder: whatever it leaves on disk is found in here. */
  readonly folder: string;
  /** From the first step of its start on. */
  readonly plan?: ProbePlan;
}

/** `core/main.ts` as a process of its own, with the probe inside. */
export interface ProbedGateway {
  /** Its address once it listens; undefined where it ended before. */
  readonly ready: Promise<string | undefined>;
  readonly exited: Promise<Exit>;
  /** Follows a new plan, and counts steps from 0. The gateway must be idle. */
  follow(plan: ProbePlan): Promise<void>;
  /** The steps since the last plan. */
  steps(): readonly string[];
  /** What it has printed on both streams. */
  output(): string;
  signal(name: NodeJS.Signals): void;
}

const PROBE = new URL('./probe.ts', import.meta.url).href;
const MAX_OUTPUT_CHARACTERS = 4 * 1024 * 1024;
const POLL_MS = 10;
const START_TIMEOUT_MS = 120_000;

export function launchProbed({ environment, folder, plan = {} }: ProbedOptions): ProbedGateway {
  const stepsPath = join(folder, `steps-${randomUUID()}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(stepsPath, '');
  const child = fork(GATEWAY_SCRIPT, [], {
    execArgv: ['--import', PROBE],
    cwd: folder,
    env: {
      ASSAY_MANIFESTS: join(ROOT, 'manifests'),
      ASSAY_PORT: '0',
      ASSAY_METRICS_PORT: '0',
      ...keptCode(),
      TMPDIR: folder,
      ...environment,
      [PLAN_VARIABLE]: JSON.stringify(plan),
      [STEPS_VARIABLE]: stepsPath,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARACTERS);
    });
  const exited = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode }));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    ready: untilListening(() => output, hasEnded),
    exited,
    async follow(next) {
      const reply = once(child, 'message');
      child.send(next);
      await reply;
    },
    steps() {
      const lines = readFileSync(stepsPath, 'utf8').split('\n').slice(0, -1);
      return lines.slice(lines.lastIndexOf(NEW_PLAN) + 1);
    },
    output: () => output,
    signal: (name) => void child.kill(name),
  };
}

async function untilListening(output: () => string, hasEnded: () => boolean): Promise<string | undefined> {
  const late = AbortSignal.timeout(START_TIMEOUT_MS);
  for (;;) {
    const port = /"port":(\d+),"metricsPort"/.exec(output())?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (hasEnded()) return undefined;
    await wait(POLL_MS, undefined, { signal: late });
  }
}

/** @throws Error with what it printed, where it ends instead of listening. */
export async function startProbed(options: ProbedOptions): Promise<ProbedGateway & { readonly url: string }> {
  const gateway = launchProbed(options);
  const url = await gateway.ready;
  if (url === undefined) throw new Error(`the gateway did not start:\n${gateway.output().trim()}`);
  return { ...gateway, url };
}
