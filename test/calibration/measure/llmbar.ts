import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgedPair, JudgedRuns, RunFigures } from '../../../core/calibration/measure/judged-pair.ts';

interface LlmbarSet {
  readonly labels: readonly number[];
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;
}

const file = join(import.meta.dirname, '../../fixtures/judging/llmbar.json');
const sets = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, LlmbarSet>>;
/** Natural, and two sets made to mislead judges. */
const LLMBAR = Object.entries(sets).flatMap(([name, set]) => (name.startsWith('LLMBar/') ? [set] : []));

/** All six have the same eight prompts. */
export const JUDGES = ['ChatGPT-0301', 'ChatGPT', 'Falcon', 'GPT-4', 'LLaMA2', 'PaLM2'];
export const PROMPTS = [
  'CoT',
  'Metrics',
  'Metrics_Reference',
  'Reference',
  'Swap',
  'Swap_CoT',
  'Vanilla',
  'Vanilla_NoRules',
];

/** What six judges under one prompt said of 326 pairs with known answers. */
export function llmbarPairs(prompt: string): readonly JudgedPair[] {
  return LLMBAR.flatMap(({ labels, verdicts }) =>
    labels.map((label, index): JudgedPair => ({
      label: label === 1 ? 'a' : 'b',
      models: undefined,
      lengths: [0, 0],
      judges: JUDGES.map((judge) => runsOf(verdicts[judge]?.[prompt], index)),
    })),
  );
}

function runsOf(orders: readonly [string, string] | undefined, index: number): JudgedRuns {
  const run = (letters: string | undefined): RunFigures => {
    const winner = WINNERS[letters?.[index] ?? ''] ?? null;
    const status = winner === null ? 'invalid' : 'completed';
    return { status, winner, latencyMs: 0, providerCost: 0 };
  };
  return { runs: [run(orders?.[0]), run(orders?.[1])] };
}

const WINNERS: Readonly<Record<string, 'a' | 'b' | 'tie'>> = { '1': 'a', '2': 'b', '=': 'tie' };
