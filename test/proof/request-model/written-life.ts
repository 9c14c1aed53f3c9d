import type { CallUsage } from '../model-prices.ts';
import { Disturb } from './disturb-request.ts';
import { Ask, Grant, Kill } from './request-commands.ts';
import type { RequestCommand } from './requests-in-use.ts';
import { Retry } from './retry-request.ts';
import type { ScriptedRequest } from './scripted-request.ts';

const USUAL: CallUsage = { inputTokens: 120, cachedTokens: 20, outputTokens: 80 };
/** Far beyond any hold, and beyond what an account has at first. */
const ABSURD: CallUsage = { inputTokens: 900_000, cachedTokens: 0, outputTokens: 90_000 };

const JUDGED: ScriptedRequest = {
  models: [
    { model: 'ministral-3b-2512', script: { kind: 'answers', usage: USUAL } },
    { model: 'deepseek-flash', script: { kind: 'answers', usage: USUAL } },
  ],
  judges: [{ model: 'gemini-2.5-flash', script: { kind: 'answers', usage: USUAL } }],
  maxTokens: 16,
  zeroDataRetention: false,
  hasKey: true,
};

const COSTLY: ScriptedRequest = {
  models: [{ model: 'gpt-4o', script: { kind: 'answers', usage: ABSURD } }],
  judges: [],
  maxTokens: 500,
  zeroDataRetention: false,
  hasKey: false,
};

const UNBOUNDED: ScriptedRequest = {
  ...COSTLY,
  models: [{ model: 'gemini-2.5-flash', script: { kind: 'answers', usage: ABSURD } }],
  maxTokens: undefined,
};

/** Its hold is beyond what an account has at first. */
const WIDE: ScriptedRequest = {
  ...COSTLY,
  models: Array.from({ length: 8 }, () => ({ model: 'gpt-4o', script: { kind: 'answers', usage: USUAL } })),
  maxTokens: undefined,
};

/** A life in which everything happens that can; the number of a retry is that of its key. */
export function writtenLife(): RequestCommand[] {
  return [
    new Disturb(JUDGED, 'answers'),
    new Retry(0),
    new Disturb(JUDGED, 'client leaves'),
    new Retry(1),
    new Ask({ ...JUDGED, zeroDataRetention: true }),
    new Retry(2),
    new Kill(),
    new Retry(2),
    new Disturb(JUDGED, 'crash'),
    new Retry(3),
    new Disturb(JUDGED, 'drain'),
    new Ask(WIDE),
    new Grant(1_000_000),
    // Its hold is within what is left, its cost is not: with likely holds the account owes it, until a grant covers it.
    new Ask(UNBOUNDED),
    new Ask(UNBOUNDED),
    new Grant(1_000),
    new Ask(UNBOUNDED),
    new Grant(1_000_000_000),
    new Ask(COSTLY),
  ];
}
