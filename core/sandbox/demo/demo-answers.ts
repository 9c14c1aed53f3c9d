import type { SandboxCall, SandboxReply, SandboxStream } from '../upstream.ts';
import { judgeReply } from '../judge/judge-reply.ts';
import { isProviderDown } from '../run/scripted.ts';
import { DEMO_JUDGES } from './demo-judges.ts';

/** What the demo asks. */
export const QUESTION =
  'Why is 0.1 + 0.2 === 0.3 false in JavaScript, and how should a program add up prices? Answer in three sentences at most.';

export const DEMO_REQUEST = {
  prompt: QUESTION,
  models: ['claude-sonnet-4-6', 'gpt-5.4', 'gemini-3.5-flash', 'nova-lite'],
  judges: ['claude-opus-4-7', 'grok-4.5'],
  judge_prompt: 'Correctness first; then whether the advice about prices can be followed as it stands.',
  generation_settings: { maxTokens: 600 },
} as const;

interface ScriptedAnswer {
  /** The provider's name for the model. */
  readonly upstream: string;
  readonly text: string;
  readonly delayMs: number;
  readonly reasoningTokens: number;
}

/** Fast enough that nobody waits, and slow enough to see the words come. */
const STREAM: SandboxStream = { eventEveryMs: 20, tokensPerEvent: 4 };

/** From excellent to wrong, so that the judges have something to tell apart. None names its model. */
const ANSWERS: readonly ScriptedAnswer[] = [
  {
    upstream: 'claude-sonnet-4-6',
    text: 'Numbers in JavaScript are binary doubles (IEEE 754), and neither 0.1 nor 0.2 has a finite binary expansion, so both are rounded on the way in and their sum is 0.30000000000000004, one step above the double nearest to 0.3. Prices are counted, not measured: keep them as whole numbers of the smallest unit, add those, and make a decimal of them only for display. Where a rate forces a fraction, round once, by a stated rule, at a stated place.',
    delayMs: 1_450,
    reasoningTokens: 0,
  },
  {
    upstream: 'gpt-5.4',
    text: 'Fractions such as 0.1 cannot be written exactly in base two, so both operands carry a tiny error and the sum comes out as 0.30000000000000004. Store prices as whole cents, or use a decimal library, and format them at the edge of the program.',
    delayMs: 1_150,
    reasoningTokens: 0,
  },
  {
    upstream: 'gemini-3.5-flash',
    text: 'JavaScript stores numbers in binary floating point, which only approximates 0.1 and 0.2. Compare with a tolerance such as Number.EPSILON, and call toFixed(2) after every addition of prices, so that the error disappears.',
    delayMs: 800,
    reasoningTokens: 72,
  },
  {
    upstream: 'amazon.nova-lite-v1:0',
    text: 'This is a bug in JavaScript that other languages do not have. Convert prices with parseFloat before adding them, and the result will be right.',
    delayMs: 480,
    reasoningTokens: 0,
  },
];

/**
 * How the sandbox answers: as scripted to the demo's question, as a judge to a judge's message, else with the sandbox's
 * own remark (undefined). The gateway knows nothing of this; it sends what it would send to the providers.
 */
export function demoReply(call: SandboxCall): SandboxReply | undefined {
  if (isProviderDown(call)) return { connection: 'reset' };
  const verdict = judgeReply(call, DEMO_JUDGES);
  if (verdict !== undefined) return { ...verdict, stream: STREAM };
  const answer = ANSWERS.find(({ upstream }) => upstream === call.model);
  if (answer === undefined || !call.user.includes(QUESTION)) return undefined;
  const { text, delayMs, reasoningTokens } = answer;
  return { content: text, delayMs, usage: { reasoningTokens }, stream: STREAM };
}
