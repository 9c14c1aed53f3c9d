import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayProcess } from '../demo/run-gateway.ts';
import type { SandboxCall, SandboxReply } from '../sandbox/upstream.ts';
import { postPrompt } from './post-prompt.ts';
import { findInFiles, startScene, type ProcessScene } from './process-scene.ts';

const PIXEL = readFileSync(join(import.meta.dirname, '../fixtures/pixel.png')).toString('base64');

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;
/** What the models and judges say in the current test. */
let said: Canaries;

beforeAll(async () => {
  scene = await startScene({ reply: (call) => answerWith(call) });
  key = await scene.account('acme', 100_000);
  gateway = await scene.start({ ASSAY_LOG_LEVEL: 'trace' });
});
afterAll(() => scene.stop());

/** Texts that occur nowhere else. */
interface Canaries {
  readonly prompt: string;
  readonly system: string;
  readonly block: string;
  readonly turn: string;
  readonly file: string;
  readonly criteria: string;
  readonly schema: string;
  readonly answer: string;
  readonly reasoning: string;
  readonly fault: string;
}

function freshCanaries(): Canaries {
  const canary = (field: string): string => `canary-${field}-${randomBytes(8).toString('hex')}`;
  return {
    prompt: canary('prompt'),
    system: canary('system'),
    block: canary('block'),
    turn: canary('turn'),
    file: canary('file'),
    criteria: canary('criteria'),
    schema: canary('schema'),
    answer: canary('answer'),
    reasoning: canary('reasoning'),
    fault: canary('fault'),
  };
}

function answerWith({ user, provider }: SandboxCall): SandboxReply {
  if (provider === 'mistral') return { status: 400, message: `${said.fault}: ${user}` };
  if (!user.includes('<<<FIRST ')) return { content: JSON.stringify({ answer: thrice(said.answer) }) };
  const notes = {
    first_notes: said.reasoning,
    second_notes: said.reasoning,
    reasoning: thrice(said.reasoning),
  };
  return { content: JSON.stringify({ ...notes, verdict: 'first', confidence: 0.5 }) };
}

/** A page of the database can end in the middle of one, hardly of three. */
function thrice(text: string): string {
  return [text, text, text].join(' ');
}

function requestWith(canaries: Canaries, members: object = {}) {
  return {
    prompt: thrice(canaries.prompt),
    models: ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512'],
    judges: ['gemini-2.5-flash'],
    judge_prompt: thrice(canaries.criteria),
    system_prompt: [
      { type: 'text', text: thrice(canaries.system) },
      { type: 'text', text: thrice(canaries.block), cache_control: { type: 'ephemeral' } },
    ],
    history: [
      { role: 'user', content: thrice(canaries.turn) },
      { role: 'assistant', content: thrice(canaries.turn) },
    ],
    attachments: [{ name: `${thrice(canaries.file)}.png`, type: 'image/png', base64: PIXEL }],
    response_schema: {
      type: 'object',
      properties: { answer: { type: 'string', description: thrice(canaries.schema) } },
      required: ['answer'],
      additionalProperties: false,
    },
    ...members,
  };
}

/** Sends the request, as a plain answer and as events, and checks that it really ran. */
async function run(members: object = {}): Promise<Canaries> {
  said = freshCanaries();
  const { status, body } = await postPrompt(gateway.url, key, requestWith(said, members));
  expect(status).toBe(200);
  expect(body.results.map((result) => result.status)).toEqual(['completed', 'completed', 'failed']);
  expect(body.results[0]?.output).toContain(said.answer);
  expect(body.evaluations[0]?.runs[0]?.reasoning).toContain(said.reasoning);
  await untilStored();
  return said;
}

/** Texts linger before they are stored; the list waits for those of its requests. */
async function untilStored(): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${gateway.url}/api/v1/prompts`, { headers })).status).toBe(200);
}

/** What of the request is found in the data folder and the logs. */
async function foundOf(canaries: Canaries): Promise<readonly string[]> {
  const texts = Object.values(canaries);
  const inFiles = await findInFiles(scene.data, [...texts, PIXEL]);
  const inLogs = texts.filter((text) => gateway.output().includes(text)).map((text) => `log: ${text}`);
  return [...inFiles, ...inLogs];
}

/** The canaries that an ordinary request leaves in the database. */
function expectStored(canaries: Canaries, found: readonly string[]): void {
  const { fault, ...kept } = canaries;
  for (const [field, text] of Object.entries(kept))
    expect(found, field).toContainEqual(expect.stringContaining(`: ${text}`));
  expect(found.filter((place) => place.startsWith('log: '))).toEqual([]);
  expect(found.join()).not.toContain(fault);
}

describe('zero data retention', () => {
  it('leaves nothing of a request in any file or log, its answers and judges included', async () => {
    expect(await foundOf(await run({ zero_data_retention: true }))).toEqual([]);
  });

  it('is what keeps it out: without the flag the same stands in the database, and still not in the logs', async () => {
    const canaries = await run();
    expectStored(canaries, await foundOf(canaries));
  });

  it('holds for events too', async () => {
    said = freshCanaries();
    const reply = await fetch(`${gateway.url}/api/v1/prompt`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify(requestWith(said, { zero_data_retention: true })),
    });
    expect(await reply.text()).toContain(said.answer);
    await untilStored();
    expect(await foundOf(said)).toEqual([]);
  });

  it('follows the account’s default, which an explicit false overrides', async () => {
    const set = (value: string) => scene.assay(['account', 'set', 'acme', '--zero-data-retention', value]);
    expect((await set('on')).code).toBe(0);
    expect(await foundOf(await run())).toEqual([]);
    const overridden = await run({ zero_data_retention: false });
    expectStored(overridden, await foundOf(overridden));
    expect((await set('off')).code).toBe(0);
    const ordinary = await run();
    expectStored(ordinary, await foundOf(ordinary));
  });

  it('is charged and metered like any other request', async () => {
    const before = await scene.balance('acme');
    said = freshCanaries();
    const { body } = await postPrompt(gateway.url, key, requestWith(said, { zero_data_retention: true }));
    expect(body.creditsUsed).toBeGreaterThan(0);
    const after = await scene.balance('acme');
    expect(Math.round((before.credits - after.credits) * 1e6)).toBe(Math.round(body.creditsUsed * 1e6));
    expect((await scene.assay(['ledger', 'check'])).code).toBe(0);
    expect(await findInFiles(scene.data, [body.promptLogId])).not.toEqual([]);
  });
});

describe('a request that is refused', () => {
  it.each<[string, (canaries: Canaries) => unknown, number]>([
    [
      'with an unknown field',
      (canaries) => requestWith(canaries, { [canaries.prompt]: canaries.answer }),
      400,
    ],
    ['with a model nobody knows', (canaries) => requestWith(canaries, { models: [canaries.prompt] }), 400],
    ['as broken JSON', (canaries) => `{"prompt":"${canaries.prompt}`, 400],
    [
      'for its schema',
      (canaries) =>
        requestWith(canaries, { response_schema: { type: canaries.schema, $ref: canaries.system } }),
      400,
    ],
  ])('%s leaves nothing behind', async (_name, request, expected) => {
    const canaries = freshCanaries();
    said = canaries;
    const { status } = await postPrompt(gateway.url, key, request(canaries));
    expect(status).toBe(expected);
    expect(await foundOf(canaries)).toEqual([]);
  });
});

describe('the keys', () => {
  it('stand in no file and no log: only their hashes do', async () => {
    const secret = key.slice('assay_12345678_'.length);
    expect(await findInFiles(scene.data, [secret, key])).toEqual([]);
    expect(gateway.output()).not.toContain(secret);
  });

  it('nor does any of it after the gateway has stopped and folded its log into the database', async () => {
    const canaries = await run({ zero_data_retention: true });
    expect(await gateway.stop()).toEqual({ code: 0, signal: null });
    expect(await foundOf(canaries)).toEqual([]);
  });
});
