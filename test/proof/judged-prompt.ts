import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';

/** Two models and two judges of four providers: one pair, so four judge runs. */
export const JUDGED_PROMPT = {
  prompt: 'Which is nearer, the sun or the moon?',
  models: ['gpt-4o', 'ministral-3b-2512'],
  judges: ['gemini-2.5-flash', 'claude-haiku-4-5'],
};

/** One model, so that what it answers is delivered in one piece. */
export const STREAMED_PROMPT = { prompt: JUDGED_PROMPT.prompt, models: ['gpt-4o'] };

/** Micro-credits, as `JUDGED_CHARGE`. */
export const STREAMED_CHARGE = 350_000;

export const JUDGED_CALLS = 6;

const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const VERDICT = {
  first_notes: '',
  second_notes: '',
  reasoning: 'As asked.',
  verdict: 'first',
  confidence: 1,
};

/** What every call answers, so that the request costs the same each time. */
export function judgedReply({ user }: SandboxCall): SandboxReply {
  const judges = user.includes('<<<FIRST ');
  // Whole: the mark of a stream is written while its words come, so no two runs would take the same steps.
  return { content: judges ? JSON.stringify(VERDICT) : 'The moon.', usage: USAGE, stream: 'ignored' };
}

/**
 * Micro-credits, 1,000 tokens in and 100 out each, at the list prices in USD per million, a hundred credits to the
 * dollar: 2.50 and 10.00 once, 0.10 and 0.10 once, 0.30 and 2.50 twice, 1.00 and 5.00 twice.
 */
export const JUDGED_CHARGE = 350_000 + 11_000 + 2 * 55_000 + 2 * 150_000;
