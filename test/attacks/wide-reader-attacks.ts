import { request } from 'undici';
import { HOSTILE_MODELS, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, failureOf, microCreditsOf, post, PROMPT } from './attack-client.ts';

const REQUESTS = 6;
/** As many as one request may have. */
const ENTRIES = 64;
const MAX_READERS = 16;
/** As `[[drip]]` writes them. */
const WORDS_PER_SECOND = 20;

function attack(name: string, summary: string, readersPerRequest: number): Attack {
  return {
    name,
    summary,
    isLarge: true,
    async run(scene) {
      await Promise.all(Array.from({ length: REQUESTS }, () => readOne(scene, readersPerRequest)));
    },
  };
}

/** What `wide-readers` is compared with. */
export const wideRequests: Attack = attack(
  'wide-requests',
  '6 requests of 64 entries that write twenty words a second each, with one reader each',
  1,
);

export const wideReaders: Attack = attack(
  'wide-readers',
  'the same 6 requests of 64 entries, with 96 readers together',
  MAX_READERS,
);

async function readOne(scene: AttackScene, readers: number): Promise<void> {
  const { tally, holdMs } = scene;
  const words = Math.ceil((holdMs / 1_000) * WORDS_PER_SECOND);
  const models = Array.from({ length: ENTRIES }, () => HOSTILE_MODELS[0]);
  const reply = await post(scene, {
    path: PROMPT,
    account: 'rich',
    body: bytesOf({ prompt: `[[drip ${words}]] Hi.`, models }),
    headers: { prefer: 'respond-async' },
  });
  if (reply?.status !== 202) return tally.note(`a wide request was answered with ${reply?.status}`);
  const { promptLogId } = reply.body as { readonly promptLogId: string };
  const read = await Promise.all(Array.from({ length: readers }, () => follow(scene, promptLogId)));
  const whole = read.filter((one) => one !== undefined && one.results === ENTRIES);
  const deltas = whole.reduce((sum, one) => sum + (one?.deltas ?? 0), 0);
  const bytes = whole.reduce((sum, one) => sum + (one?.bytes ?? 0), 0);
  tally.note(
    `${whole.length} of ${readers} readers had all ${ENTRIES} results, ${Math.round(deltas / whole.length)} deltas and ${(bytes / whole.length / 1e6).toFixed(1)} MB each`,
  );
  const [first] = whole;
  if (first !== undefined) tally.receive('rich', first.results, first.microCredits);
}

interface Read {
  readonly results: number;
  readonly deltas: number;
  readonly bytes: number;
  readonly microCredits: number;
}

/** @returns what came until the stream ended; undefined where it was cut off. */
async function follow(
  { port, keys, signal, tally }: AttackScene,
  promptLogId: string,
): Promise<Read | undefined> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${PROMPT}s/${promptLogId}`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${keys.rich}` },
      signal,
      bodyTimeout: 0,
    });
    tally.count(String(statusCode));
    const counts = { results: 0, deltas: 0, bytes: 0 };
    let rest = '';
    for await (const chunk of body) {
      const text = rest + String(chunk);
      counts.bytes += (chunk as Buffer).byteLength;
      const events = text.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        if (event.includes('\nevent: delta\n')) counts.deltas += 1;
        else if (event.includes('\nevent: result\n')) counts.results += 1;
        else if (event.includes('\nevent: done\n')) {
          const { creditsUsed } = JSON.parse(event.slice(event.indexOf('data: ') + 6)) as {
            readonly creditsUsed: number;
          };
          return { ...counts, microCredits: microCreditsOf(creditsUsed) };
        }
      }
    }
  } catch (error) {
    tally.count(signal.aborted ? 'cut off' : failureOf(error));
  }
  return undefined;
}
