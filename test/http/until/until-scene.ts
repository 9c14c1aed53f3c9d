import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../core/config.ts';
import { JUDGE_PROMPT_VERSION } from '../../../core/pipeline/judge/judge-prompt.ts';
import { planModels } from '../../../core/pipeline/plan/model-plan.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { registryOnDisk } from '../../contract/registry-on-disk.ts';
import { startTestGateway, type TestGateway } from '../../support/gateways/test-gateway.ts';

export const USAGE = { inputTokens: 1_000, outputTokens: 100 };
export const MODELS = [
  'mistral-large-2512',
  'nova-lite',
  'gpt-4o',
  'claude-haiku-4-5',
  'gemini-2.5-flash',
] as const;
/** By the names of their models at the providers; the best first. */
const BEST_FIRST = ['gpt-4o', 'claude', 'mistral', 'nova', 'gemini'];
/** Three calibrated judges, one that the calibration rates like a coin, and one without calibration. */
export const JUDGES = ['gpt-5.5', 'claude-opus-4-6', 'nova-pro'] as const;
export const COIN = 'gpt-5.4';
export const UNKNOWN = 'mistral-medium-2604';

export const isJudge = ({ turns }: SandboxCall): boolean =>
  turns.some(({ text }) => text.includes('<<<FIRST'));

const block = ({ user }: SandboxCall, label: string): string =>
  new RegExp(`<<<${label} \\w+>>>\\n([\\s\\S]*?)\\n<<<END ${label}`).exec(user)?.[1] ?? '';

export const verdictText = (verdict: string, reasoning = 'as asked', confidence = 0.8): string =>
  JSON.stringify({ first_notes: '', second_notes: '', reasoning, verdict, confidence });

const placeOf = (answer: string): number => BEST_FIRST.findIndex((name) => answer.includes(name));

/** Returns the truly better answer, in either position. */
export function trueVerdict(call: SandboxCall, reasoning?: string): SandboxReply {
  const isFirst = placeOf(block(call, 'FIRST')) < placeOf(block(call, 'SECOND'));
  return { content: verdictText(isFirst ? 'first' : 'second', reasoning), usage: USAGE };
}

export function falseVerdict(call: SandboxCall, reasoning?: string): SandboxReply {
  const isFirst = placeOf(block(call, 'FIRST')) < placeOf(block(call, 'SECOND'));
  return { content: verdictText(isFirst ? 'second' : 'first', reasoning), usage: USAGE };
}

export interface UntilScene {
  readonly gateway: TestGateway;
  /** The replies of judges; true verdicts if it is undefined. */
  judge: ((call: SandboxCall) => SandboxReply | Promise<SandboxReply>) | undefined;
  /** What models answer in place of their names. */
  answer: ((call: SandboxCall) => SandboxReply) | undefined;
  /** Calls that reached judges; may be set to 0. */
  judgeCalls: number;
  stop(): Promise<void>;
}

/** A gateway with a calibration, before models that tell their names. */
export async function startUntilScene(environment: Environment = {}): Promise<UntilScene> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-until-'));
  writeFileSync(join(folder, 'known.yaml'), CALIBRATION);
  const gateway = await startTestGateway({
    sandbox: {
      reply(call) {
        if (isJudge(call)) {
          scene.judgeCalls += 1;
          return (scene.judge ?? trueVerdict)(call);
        }
        return scene.answer?.(call) ?? { content: `answer of ${call.model}`, usage: USAGE };
      },
    },
    environment: { ASSAY_CALIBRATIONS: folder, ...environment },
  });
  const scene: UntilScene = {
    gateway,
    judge: undefined,
    answer: undefined,
    judgeCalls: 0,
    async stop() {
      await gateway.stop();
      rmSync(folder, { recursive: true });
    },
  };
  return scene;
}

const labelled = (id: string, right: number): string =>
  `  ${id}:\n    model: ${JSON.stringify(planModels(registryOnDisk).get(id)?.judgingVersion)}\n    labelled: { pairs: 98, right: ${right}, ties: 0 }\n    flips: { pairs: 98, flipped: 9 }\n`;
const CALIBRATION = `version: 1
date: "2026-05-22T00:00:00Z"
judgePrompt: "${JUDGE_PROMPT_VERSION}"
judges:
${JUDGES.map((id) => labelled(id, 95)).join('')}${labelled(COIN, 49)}`;
