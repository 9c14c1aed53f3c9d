import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, failureOf, microCreditsOf, PROMPT } from './attack-client.ts';

const STREAMS = 40;
const RESULT_EVENT = /^event: result\ndata: (.*)$/gm;
const BODY = bytesOf({ prompt: 'Stream.', models: hostileModels(2) });
const LOOKS = 100;
const LOOK_EVERY_MS = 100;
const SETTLE_MS = 1_000;

export const streamLeavers: Attack = {
  name: 'stream-leavers',
  summary: '40 streamed requests whose client goes at the first result, and then looks for what was charged',
  async run(scene) {
    for (let count = 0; count < STREAMS && !scene.signal.aborted; count += 1) {
      // Without a key nobody can ask again; then the account's sum alone tells.
      const headers = count % 2 === 0 ? { 'idempotency-key': randomUUID() } : {};
      const microCredits = await leaveAtFirstResult(scene, headers);
      if (microCredits > 0 && 'idempotency-key' in headers) await expectCharged(scene, headers, microCredits);
    }
    await wait(SETTLE_MS);
  },
};

type Headers = Readonly<Record<string, string>>;

/** @returns what the results that came said they cost, micro-credits. */
async function leaveAtFirstResult(scene: AttackScene, headers: Headers): Promise<number> {
  const { signal, tally } = scene;
  const leaving = new AbortController();
  let microCredits = 0;
  try {
    const both = AbortSignal.any([signal, leaving.signal]);
    const reply = await ask(scene, { accept: 'text/event-stream', ...headers }, both);
    tally.count(String(reply.statusCode));
    let text = '';
    for await (const chunk of reply.body) {
      text += String(chunk);
      // Whatever came with the first result was received too.
      const results = [...text.matchAll(RESULT_EVENT)].map(([, json]) => resultIn(json));
      const completed = results.filter(({ status }) => status === 'completed');
      if (completed.length === 0) continue;
      microCredits = completed.reduce((sum, { credits = 0 }) => sum + microCreditsOf(credits), 0);
      tally.receive('leaver', completed.length, microCredits);
      break;
    }
    leaving.abort();
  } catch (error) {
    if (!leaving.signal.aborted) tally.count(signal.aborted ? 'cut off' : failureOf(error));
  }
  return microCredits;
}

/** The same request again is answered with the stored answer, which must charge what was received. */
async function expectCharged(scene: AttackScene, headers: Headers, microCredits: number): Promise<void> {
  const { signal, tally } = scene;
  for (let looks = 0; looks < LOOKS && !signal.aborted; looks += 1) {
    try {
      const reply = await ask(scene, headers, signal);
      const text = await reply.body.text();
      if (reply.statusCode === 200) {
        if (reply.headers['idempotency-replayed'] === undefined) return tally.wasFree('the request ran anew');
        const { creditsUsed } = JSON.parse(text) as { readonly creditsUsed: number };
        if (microCreditsOf(creditsUsed) < microCredits)
          tally.wasFree(`${microCredits / 1e6} credits received, ${creditsUsed} charged`);
        return;
      }
    } catch (error) {
      tally.count(`look-up ${signal.aborted ? 'cut off' : failureOf(error)}`);
    }
    await wait(LOOK_EVERY_MS);
  }
  if (!signal.aborted) tally.note('a stored answer was never found');
}

function ask({ port, keys }: AttackScene, headers: Headers, signal: AbortSignal) {
  return request(`http://127.0.0.1:${port}${PROMPT}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.leaver}`, ...headers },
    body: BODY,
    signal,
  });
}

interface StreamedResult {
  readonly status?: string;
  readonly credits?: number;
}

function resultIn(json = '{}'): StreamedResult {
  return (JSON.parse(json) as { readonly result?: StreamedResult }).result ?? {};
}
