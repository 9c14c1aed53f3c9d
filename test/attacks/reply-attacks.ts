import { setTimeout as wait } from 'node:timers/promises';
import {
  hostileModels,
  LATE_MODEL,
  RESPONSES_MODEL,
  SEARCHING_MODEL,
  type Attack,
  type AttackScene,
} from './attack.ts';
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

export const repeatedItems: Attack = {
  name: 'repeated-items',
  summary: 'a streamed response whose item of 1 MB ends 2,000 times',
  run: (scene) => ask(scene, { prompt: '[[items 2000]] Hi.', models: [RESPONSES_MODEL] }),
};

export const endlessHeaders: Attack = {
  name: 'endless-headers',
  summary: 'ten replies of short headers without an end',
  run: (scene) => ask(scene, { prompt: '[[headers]] Hi.', models: hostileModels(10) }),
};

export const endlessTrailers: Attack = {
  name: 'endless-trailers',
  summary: 'ten replies of short trailers without an end',
  run: (scene) => ask(scene, { prompt: '[[trailers]] Hi.', models: hostileModels(10) }),
};

const UNFINISHED = 10;
/** Longer than the last model takes. */
const UNFINISHED_MS = 20_000;

export const unfinishedAnswers: Attack = {
  name: 'unfinished-answers',
  summary: 'ten asynchronous requests: 63 answers of 2 MB each, and a model that is late',
  isLarge: true,
  async run(scene) {
    const quick = hostileModels(80).filter((model) => model !== LATE_MODEL);
    const body = { prompt: '[[unfinished 2000000]] Hi.', models: [...quick.slice(0, 63), LATE_MODEL] };
    const sent = Array.from({ length: UNFINISHED }, () =>
      post(scene, { path: PROMPT, account: 'rich', body, headers: { prefer: 'respond-async' } }),
    );
    await Promise.all(sent);
    await wait(UNFINISHED_MS, undefined, { signal: scene.signal }).catch(() => {});
  },
};
