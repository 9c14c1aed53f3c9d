import { hostileModels, SEARCHING_MODEL, type Attack, type AttackScene } from './attack.ts';
import { post, PROMPT, resultsIn } from './attack-client.ts';

/** Below the 16 MiB that a provider's reply may have. */
const LONG_REPLY_BYTES = 16_000_000;

/** Posts to the hostile providers and notes what became of each model. */
async function ask(scene: AttackScene, body: object): Promise<void> {
  const reply = await post(scene, { path: PROMPT, account: 'rich', body });
  const results = resultsIn(reply?.body);
  for (const { status, error } of results) {
    if (status === 'completed') continue;
    scene.tally.note(`a model failed: ${(error as { readonly code?: string } | undefined)?.code}`);
  }
}

export const judgeFences: Attack = {
  name: 'judge-fences',
  summary: 'a judge answers 199 KB of lines that open a fence',
  run: (scene) =>
    ask(scene, { prompt: '[[fences 199000]] Hi.', models: hostileModels(2), judges: hostileModels(1) }),
};

export const zeroWidthAnswers: Attack = {
  name: 'zero-width-answers',
  summary: '10 answers of 0.2 MB of zero-width spaces, 4 judges',
  run: (scene) =>
    ask(scene, { prompt: '[[zerowidth 66667]] Hi.', models: hostileModels(10), judges: hostileModels(4) }),
};

export const replyTrickle: Attack = {
  name: 'reply-trickle',
  summary: 'a reply of 16 MB, each byte a chunk',
  isLarge: true,
  run: (scene) => ask(scene, { prompt: `[[trickle ${LONG_REPLY_BYTES}]] Hi.`, models: hostileModels(1) }),
};

export const fourTrickles: Attack = {
  name: 'four-trickles',
  summary: 'four such replies at once',
  isLarge: true,
  run: (scene) => ask(scene, { prompt: `[[trickle ${LONG_REPLY_BYTES}]] Hi.`, models: hostileModels(4) }),
};

export const replyNesting: Attack = {
  name: 'reply-nesting',
  summary: 'a reply of 16 MB of nested arrays',
  run: (scene) => ask(scene, { prompt: `[[nesting ${LONG_REPLY_BYTES}]] Hi.`, models: hostileModels(1) }),
};

export const manySearches: Attack = {
  name: 'many-searches',
  summary: 'a reply that claims 10,001 web searches, beside another model',
  run: (scene) =>
    ask(scene, { prompt: '[[searches 10001]] Hi.', models: [SEARCHING_MODEL, ...hostileModels(1)] }),
};
