import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PromptRecord } from '../../core/generated/prompt-record.ts';
import { png } from '../support/samples/sample-files.ts';
import { BAD_INPUTS } from './bad-inputs.ts';
import {
  anyAccount,
  expectAllWell,
  FAILING,
  HEALTHY,
  pick,
  postPrompt,
  PROMPT,
  responseIn,
} from './soak-answers.ts';
import type { SoakClient, SoakRequest } from './soak-client.ts';

/** One kind of traffic: asks, checks what it is told, and has what was charged counted. */
type SoakKind = (client: SoakClient) => Promise<void>;

/** Asks what must be answered well, and has it charged. */
async function askWell(
  client: SoakClient,
  body: object,
  headers: SoakRequest['headers'] = {},
): ReturnType<typeof postPrompt> {
  const account = anyAccount(client);
  const answered = await postPrompt(client, account, { body, headers });
  if (answered === undefined) return undefined;
  client.charge(account, answered.response);
  expectAllWell(client, answered.response);
  return answered;
}

const plain: SoakKind = async (client) => {
  const models = Array.from({ length: 1 + Math.floor(client.random() * 3) }, () => pick(HEALTHY, client));
  await askWell(client, { prompt: 'Say hello.', models });
};

const judged: SoakKind = async (client) => {
  const answered = await askWell(client, {
    prompt: 'Which is better?',
    models: [pick(HEALTHY, client), pick(HEALTHY, client)],
    judges: [pick(HEALTHY, client)],
    judge_weights: { accuracy: 1, speed: 0.5 },
  });
  if (answered !== undefined && answered.response.evaluations.length !== 1)
    client.wrong('a judged pair has no evaluation');
};

const events: SoakKind = async (client) => {
  const models = [pick(HEALTHY, client), pick(HEALTHY, client)];
  const accept = 'text/event-stream';
  const answered = await askWell(client, { prompt: '[[slow 20]] Stream.', models }, { accept });
  const results = answered?.reply.text.match(/^event: result$/gm)?.length;
  if (answered !== undefined && results !== 2) client.wrong(`two models gave ${results} result events`);
};

const FILE_BYTES = [500, 20_000, 200_000];
const SEEING = HEALTHY.filter((model) => /^(gpt-4|claude|gemini)/.test(model));
const files: SoakKind = async (client) => {
  const noise = randomBytes(pick(FILE_BYTES, client));
  const base64 = png({ width: 9, height: 9 }, noise).toString('base64');
  const file = { name: 'a.png', type: 'image/png', base64 };
  await askWell(client, { prompt: 'What is it?', models: [pick(SEEING, client)], attachments: [file, file] });
};

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['answer'],
  properties: { answer: { type: 'string', pattern: '^(An|No)+ .*$' } },
};
const schema: SoakKind = async (client) => {
  const models = [pick(HEALTHY, client), pick(HEALTHY, client)];
  await askWell(client, { prompt: '[[schema]] Answer.', models, response_schema: SCHEMA });
};

/** The same request twice, one after the other or at once; the second is never run. */
const repeated: SoakKind = async (client) => {
  const account = anyAccount(client);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { prompt: '[[slow 5]] Once.', models: [pick(HEALTHY, client)] };
  const request = { method: 'POST', path: PROMPT, key: client.keys[account], headers } as const;
  const isAtOnce = client.random() < 0.3;
  const first = client.ask({ ...request, body });
  if (!isAtOnce) await first;
  const replies = await Promise.all([first, client.ask({ ...request, body })]);
  const runs = replies.filter(
    ({ status, headers: { 'idempotency-replayed': replayed } }) => status === 200 && replayed === undefined,
  );
  const [run] = runs;
  const response = run && responseIn(run);
  if (response === undefined || runs.length !== 1) return client.wrong(`one key ran ${runs.length} times`);
  client.charge(account, response);
  for (const { status, text } of replies)
    if (status !== 409 && text !== run?.text) client.wrong(`a repetition was answered otherwise, ${status}`);
  const other = await client.ask({ ...request, body: { ...body, prompt: 'Another.' } });
  if (other.status !== 422) client.wrong(`another body under the same key was answered ${other.status}`);
};

const FAILURES = ['status 500', 'status 429', 'status 503', 'html', 'reset', 'cut'];
const failing: SoakKind = async (client) => {
  const account = anyAccount(client);
  const body = { prompt: `[[${pick(FAILURES, client)}]] Fail.`, models: [pick(FAILING, client)] };
  const answered = await postPrompt(client, account, { body });
  if (answered === undefined) return;
  client.charge(account, answered.response);
  const [result] = answered.response.results;
  if (result?.status !== 'failed' || result.credits !== 0)
    client.wrong('a failing model did not fail for nothing');
};

const MAX_REPETITIONS = 100;
/** A client that goes away in the middle, and comes back for its answer with its key. */
const left: SoakKind = async (client) => {
  const account = anyAccount(client);
  const request = {
    method: 'POST',
    path: PROMPT,
    key: client.keys[account],
    headers: {
      'idempotency-key': randomUUID(),
      ...(client.random() < 0.5 && { accept: 'text/event-stream' }),
    },
    body: { prompt: '[[slow 60]] Wait.', models: [pick(HEALTHY, client), pick(HEALTHY, client)] },
  } as const;
  const signal = AbortSignal.timeout(Math.floor(client.random() * 120));
  let reply = await client.ask({ ...request, signal }).catch(() => undefined);
  for (let times = 0; reply?.status !== 200 && times < MAX_REPETITIONS; times += 1) {
    await wait(30);
    reply = await client.ask(request);
    if (![200, 409].includes(reply.status))
      client.wrong(`a client that came back was answered ${reply.status}`);
  }
  const response = reply && responseIn(reply);
  if (response === undefined) return client.wrong('a client that came back was never answered');
  client.charge(account, response);
};

/** Asked for, then read as events, asked after, or cancelled. */
const asynchronous: SoakKind = async (client) => {
  const account = anyAccount(client);
  const accepted = await client.ask({
    method: 'POST',
    path: PROMPT,
    key: client.keys[account],
    headers: { prefer: 'respond-async' },
    body: {
      prompt: '[[slow 40]] Later.',
      models: [pick(HEALTHY, client), pick(HEALTHY, client)],
      judges: [pick(HEALTHY, client)],
    },
  });
  if (accepted.status === 503) return;
  const { location: path } = accepted.headers;
  if (accepted.status !== 202 || path === undefined)
    return client.wrong(`an asynchronous prompt was answered ${accepted.status}`);
  const followed = { path, key: client.keys[account] };
  const way = client.random();
  if (way < 0.5) await client.ask({ ...followed, headers: { accept: 'text/event-stream' } });
  else if (way < 0.7) await client.ask({ ...followed, method: 'DELETE' });
  for (let times = 0; times < MAX_REPETITIONS; times += 1) {
    const { status, text } = await client.ask(followed);
    const record = JSON.parse(text) as Partial<PromptRecord>;
    if (record.state === 'settled' && record.creditsUsed !== undefined)
      return client.charge(account, { creditsUsed: record.creditsUsed });
    if (status !== 503 && record.state !== 'running')
      return client.wrong(`an asynchronous prompt is ${record.state}`);
    await wait(30);
  }
  client.wrong('an asynchronous prompt never ended');
};

const bad: SoakKind = async (client) => {
  const { status, request } = pick(BAD_INPUTS, client)(client);
  const reply = await client.ask(request);
  if (reply.status !== status && reply.status !== 503)
    client.wrong(`${request.method} ${request.path} was answered ${reply.status}, not ${status}`);
};

/** 429 as often as not; what passes is charged. */
const limited: SoakKind = async (client) => {
  const body = { prompt: 'Say hello.', models: ['gpt-4o'] };
  const reply = await client.ask({ method: 'POST', path: PROMPT, key: client.keys.limited, body });
  const response = reply.status === 200 ? responseIn(reply) : undefined;
  if (response !== undefined) client.charge('limited', response);
  else if (reply.status !== 429 || !(Number(reply.headers['retry-after']) >= 1))
    client.wrong(`a key at its limit was answered ${reply.status}`);
};

const READS = [
  '/api/v1/balance',
  '/api/v1/models',
  '/openapi.json',
  '/api/v1/prompts',
  '/api/v1/prompts/none',
];
const reads: SoakKind = async (client) => {
  const path = pick(READS, client);
  await client.ask({ path, key: client.keys.rich });
  const body = { prompt: 'How much?', models: [...HEALTHY], judges: ['gpt-4o'] };
  await client.ask({ method: 'POST', path: `${PROMPT}/quote`, key: client.keys.rich, body });
};

/** How many of a hundred are of which kind. */
export const MIX: readonly (readonly [name: string, weight: number, kind: SoakKind])[] = [
  ['plain', 28, plain],
  ['judged', 10, judged],
  ['events', 10, events],
  ['files', 6, files],
  ['schema', 6, schema],
  ['repeated', 8, repeated],
  ['failing', 4, failing],
  ['left', 6, left],
  ['asynchronous', 6, asynchronous],
  ['bad', 10, bad],
  ['limited', 2, limited],
  ['reads', 4, reads],
];
