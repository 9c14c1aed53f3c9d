import { hostileModels, type Attack } from './attack.ts';
import { bytesOf, post, PROMPT, QUOTE } from './attack-client.ts';

/** A control character: one byte, and eight characters once it is made visible for a judge. */
const CONTROL = '\u007F';
const HISTORY_TURNS = 200;
const PLAIN = 'All work and no play makes a long history. ';

/** Turns of both roles, the last the assistant's, that hold so many characters altogether. */
export function historyOf(characters: number, text: string): readonly object[] {
  const perTurn = Math.floor(characters / HISTORY_TURNS);
  const content = text.repeat(Math.ceil(perTurn / text.length)).slice(0, perTurn);
  return Array.from({ length: HISTORY_TURNS }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
  }));
}

const JUDGED = { models: hostileModels(8), judges: hostileModels(6) };
const WIDE = { prompt: '[[status 400]] Sum it up.', models: hostileModels(64) };

export const quoteControls: Attack = {
  name: 'quote-controls',
  summary: 'quote, no credits: 1 MB of U+007F, 8 models, 6 judges',
  async run(scene) {
    const body = bytesOf({ ...JUDGED, prompt: CONTROL.repeat(1_000_000) });
    await post(scene, { path: QUOTE, account: 'penniless', body });
  },
};

export const quoteControlHistory: Attack = {
  name: 'quote-control-history',
  summary: 'the same with 9 MB of U+007F in history',
  isLarge: true,
  async run(scene) {
    const body = bytesOf({ ...JUDGED, prompt: 'Sum it up.', history: historyOf(9_000_000, CONTROL) });
    await post(scene, { path: QUOTE, account: 'penniless', body });
  },
};

export const promptHistory: Attack = {
  name: 'prompt-history',
  summary: 'prompt: 28 MB of plain history to 64 models that refuse it',
  isLarge: true,
  async run(scene) {
    const body = bytesOf({ ...WIDE, history: historyOf(28_000_000, PLAIN) });
    await post(scene, { path: PROMPT, account: 'rich', body });
  },
};

export const quoteHistory: Attack = {
  name: 'quote-history',
  summary: 'quote, no credits: 28 MB of plain history, 64 models',
  isLarge: true,
  async run(scene) {
    const body = bytesOf({ ...WIDE, history: historyOf(28_000_000, PLAIN) });
    await post(scene, { path: QUOTE, account: 'penniless', body });
  },
};
