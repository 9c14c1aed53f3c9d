import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../core/config.ts';
import { runCommand, type Finished } from '../commands/run-command.ts';
import { judgeAtOnce } from '../../core/sandbox/judge/judge-reply.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';

/** The real gateway before judges that judge, and a folder of suites. */
export interface EvalScene {
  readonly gateway: TestGateway;
  readonly folder: string;
  /** @returns its path. */
  write(name: string, text: string): string;
  /** `assay eval`, as core/cli.ts runs it, without a process of its own. */
  assay(key: string, ...words: readonly string[]): Promise<Finished>;
  stop(): Promise<void>;
}

export async function startEvalScene(
  options: {
    readonly environment?: Environment;
    readonly reply?: (call: SandboxCall) => SandboxReply | undefined;
  } = {},
): Promise<EvalScene> {
  const { environment = {}, reply } = options;
  const gateway = await startTestGateway({
    environment,
    sandbox: { reply: (call) => reply?.(call) ?? judgeAtOnce(call) },
  });
  const folder = mkdtempSync(join(tmpdir(), 'assay-eval-'));
  return {
    gateway,
    folder,
    write(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    assay: (key, ...words) => runCommand(['eval', ...words], { ASSAY_KEY: key }),
    async stop() {
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
