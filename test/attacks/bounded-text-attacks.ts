import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, post, PROMPT, QUOTE } from './attack-client.ts';
import { historyOf } from './text-attacks.ts';

/** Just below what a gateway takes with its default limits, so that these requests are run. */
const TEXT_CHARACTERS = 3_900_000;
const WIDE = { prompt: '[[status 400]] Sum it up.', models: hostileModels(64) };
const JUDGED = { prompt: 'Sum it up.', models: hostileModels(8), judges: hostileModels(6) };

function repeated(times: number, send: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: times }, send));
}

export const wideHistory: Attack = {
  name: 'wide-history',
  summary: 'prompt and quote: 3.9 MB of history with quotation marks to 64 models, within every limit',
  isLarge: true,
  async run(scene) {
    const body = bytesOf({ ...WIDE, history: historyOf(TEXT_CHARACTERS / 2, 'He said "no" to it. ') });
    await post(scene, { path: PROMPT, account: 'rich', body });
    await post(scene, { path: QUOTE, account: 'penniless', body });
  },
};

export const hiddenHistory: Attack = {
  name: 'hidden-history',
  summary: 'quote: 3.9 MB of alternating visible and invisible characters, 8 models, 6 judges',
  isLarge: true,
  async run(scene) {
    const body = bytesOf({ ...JUDGED, history: historyOf(TEXT_CHARACTERS / 4, 'a\u200B') });
    await post(scene, { path: QUOTE, account: 'penniless', body });
  },
};

export const wideSmallBodies: Attack = {
  name: 'wide-small-bodies',
  summary: '20 prompts at once of 60 KB, each to 64 models',
  async run(scene: AttackScene) {
    const body = bytesOf({ ...WIDE, history: historyOf(50_000, 'He said "no" to it. ') });
    await repeated(20, () => post(scene, { path: PROMPT, account: 'rich', body }));
  },
};

export const wideSchemas: Attack = {
  name: 'wide-schemas',
  summary: '20 quotes at once with a plain 60 KB schema for 64 models and 6 judges',
  async run(scene: AttackScene) {
    const properties = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`p${index}`, { type: 'string', title: 'x'.repeat(60) }]),
    );
    const schema = { type: 'object', additionalProperties: false, properties };
    const body = bytesOf({
      ...WIDE,
      models: hostileModels(8),
      judges: hostileModels(6),
      response_schema: schema,
    });
    await repeated(20, () => post(scene, { path: QUOTE, account: 'penniless', body }));
  },
};

export const wideJudging: Attack = {
  name: 'wide-judging',
  summary: '20 quotes at once of 60 KB, for 64 models and 6 judges of 33 pairs',
  async run(scene: AttackScene) {
    const body = bytesOf({
      ...WIDE,
      prompt: 'a1,'.repeat(10_000),
      judge_prompt: 'b2,'.repeat(10_000),
      judges: hostileModels(6),
      judge_pairs: Array.from({ length: 33 }, (_, index) => [index, index + 1]),
    });
    await repeated(20, () => post(scene, { path: QUOTE, account: 'penniless', body }));
  },
};
