import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GATEWAY_SCRIPT } from '../../support/gateways/run-gateway.ts';
import { runProcess } from '../../support/gateways/run-process.ts';
import { NEXT_MODEL } from './next-model.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { MODEL_COUNT } from '../../support/model-count.ts';

let scene: ProcessScene;
let manifests: string;

beforeAll(async () => {
  scene = await startScene({
    reply: ({ model }) => ({ content: `I am ${model}`, usage: { inputTokens: 1_000, outputTokens: 1_000 } }),
  });
  manifests = join(scene.folder, 'manifests');
});
afterAll(() => scene.stop());
beforeEach(() => {
  rmSync(manifests, { recursive: true, force: true });
  cpSync(scene.environment['ASSAY_MANIFESTS'] ?? '', manifests, { recursive: true });
});

function newProvider(baseUrl: string): string {
  return `provider:
  id: aurora
  name: Aurora Labs
  plugin: chat-completions
  baseUrl: ${baseUrl}
  auth: { scheme: bearer, env: AURORA_API_KEY }
  timeouts: { connectMs: 5000, firstByteMs: 60000, totalMs: 60000 }
  maxReplyBytes: 1048576
  concurrency: { calls: 64, queue: 256 }
  retries: { attempts: 3, firstPauseMs: 250, maxPauseMs: 4000, maxRetryAfterMs: 15000 }
  retryBudget: { percent: 20, perMinute: 60 }
  breaker: { calls: 20, failedPercent: 50, openMs: 15000 }
  keys: { limitedRestMs: 10000, refusedRestMs: 300000 }
  usage: { input: /usage/prompt_tokens, output: /usage/completion_tokens }
  wire: { maxTokens: max_tokens, systemRole: system, image: object, streamUsage: always }

models:
  - id: aurora-vega-5
    upstream: vega-5-2026-03-01
    group: reasoning
    price: { input: "3.00", output: "15.00", checked: 2026-11-20 }
    limits: { contextTokens: 400000, outputTokens: 32000, defaultOutputTokens: 4096 }
    accepts: { images: [], pdf: false }
    sampling: { temperature: [0, 2], topP: [0, 1] }
    schemaEnforcement: instruction
    caching: { mode: none }
`;
}

/** Every `enum` in a document that holds the value. */
function enumsWith(document: unknown, value: string): readonly (readonly unknown[])[] {
  if (typeof document !== 'object' || document === null) return [];
  const inside = Object.values(document).flatMap((child) => enumsWith(child, value));
  const own: unknown = 'enum' in document ? document.enum : undefined;
  return Array.isArray(own) && own.includes(value) ? [own, ...inside] : inside;
}

describe('an operator’s own manifests', () => {
  it('answer, show in the models, the description and the commands, and typos in them are still refused', async () => {
    appendFileSync(join(manifests, 'mistral.yaml'), NEXT_MODEL);
    writeFileSync(join(manifests, 'aurora.yaml'), newProvider(`${scene.upstream.url}/mistral/v1`));
    const environment = { ASSAY_MANIFESTS: manifests, AURORA_API_KEY: 'aurora-key' };
    const gateway = await scene.start(environment);
    const key = await scene.account('acme', 1_000);
    const { status, body } = await postPrompt(gateway.url, key, {
      prompt: 'Who are you?',
      models: ['aurora-vega-5', 'mistral-next', 'gpt-4o'],
    });
    expect(status).toBe(200);
    expect(body.results.map(({ output, credits }) => [output, credits])).toEqual([
      ['I am vega-5-2026-03-01', 1.8],
      ['I am mistral-next-2611', 0.3],
      ['I am gpt-4o', 1.25],
    ]);
    const sent = scene.upstream.requests().find(({ model }) => model === 'vega-5-2026-03-01');
    expect(sent?.headers['authorization']).toBe('Bearer aurora-key');

    const authorization = `Bearer ${key}`;
    const models = await fetch(`${gateway.url}/api/v1/models`, { headers: { authorization } });
    const listed = (await models.json()) as {
      readonly models: readonly { readonly id: string; readonly provider: string }[];
    };
    expect(listed.models).toHaveLength(MODEL_COUNT + 2);
    expect(listed.models).toContainEqual(
      expect.objectContaining({ id: 'aurora-vega-5', provider: 'Aurora Labs' }),
    );
    expect(listed.models).toContainEqual(
      expect.objectContaining({ id: 'mistral-next', provider: 'Mistral' }),
    );

    const openapi: unknown = await (await fetch(`${gateway.url}/openapi.json`)).json();
    const enums = enumsWith(openapi, 'gpt-4o');
    expect(enums.length).toBeGreaterThan(0);
    for (const ids of enums) expect(ids).toEqual(expect.arrayContaining(['aurora-vega-5', 'mistral-next']));

    const wrong = await postPrompt(gateway.url, key, { prompt: 'hi', models: ['aurora-vega-6'] });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('/models/0');

    const { stdout } = await scene.assay(['model', 'list'], { ASSAY_MANIFESTS: manifests });
    expect(stdout).toMatch(/^aurora-vega-5 +3 +15 .* Aurora Labs$/m);
    const check = await scene.assay(['check'], { ASSAY_MANIFESTS: manifests });
    expect([check.code, check.stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^10 manifests, ${MODEL_COUNT + 2} models: 0 errors`)),
    ]);
    await gateway.stop();
  });
});

interface Mistake {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Stands on the line the message must name. */
  readonly line: string;
  readonly message: RegExp;
}

/** @returns the file's lines with the mistake in them. */
function breakFile(file: string, { from, to }: Pick<Mistake, 'from' | 'to'>): readonly string[] {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  const broken = text.replace(from, () => to);
  writeFileSync(file, broken);
  return broken.split('\n');
}

describe('a broken manifest', () => {
  it('stops start and commands, with file and line and no stack', async () => {
    const file = join(manifests, 'mistral.yaml');
    breakFile(file, { from: 'group: reasoning', to: 'group: reasoning\n    colour: blue' });
    const place = new RegExp(`${RegExp.escape(file)}:\\d+:\\d+.*colour`);
    const environment = { ...scene.environment, ASSAY_MANIFESTS: manifests };
    const start = await runProcess({ words: [GATEWAY_SCRIPT], environment });
    expect([start.code, start.stdout]).toEqual([1, '']);
    expect(start.stderr).toMatch(place);
    expect(start.stderr).not.toMatch(/^\s+at |node:internal/m);

    const models = await scene.assay(['model', 'list'], environment);
    expect([models.code, models.stdout]).toEqual([1, '']);
    expect(models.stderr).toMatch(place);
    const check = await scene.assay(['check'], environment);
    expect(check.code).toBe(1);
    expect(check.stdout).toMatch(place);
  });
});
