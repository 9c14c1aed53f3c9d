import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { createPool, type PoolOptions, type WorkerPool } from '../../core/workers/pool.ts';
import { png } from '../support/sample-files.ts';

const pools: WorkerPool[] = [];

function startPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = createPool({ threads: 1, maxQueue: 8, ...options });
  pools.push(pool);
  return pool;
}

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

/** In memory of its own, as the front door hands it over. */
function bodyOf(text: string): Uint8Array<ArrayBuffer> {
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  return body;
}

const bodyWithFile = (bytes: number): string =>
  JSON.stringify({
    prompt: 'x',
    attachments: [
      {
        name: 'a',
        type: 'image/png',
        base64: png({ width: 9, height: 9 }, Buffer.alloc(bytes, 7)).toString('base64'),
      },
    ],
  });

const form = { kind: 'enforced', wrapped: false } as const;

/** Each definition refers twice to the one before: to check anything takes two to the power of levels steps. */
function doublingChain(levels: number): JsonObject {
  const $defs: Record<string, JsonObject> = { d0: { type: 'string' } };
  for (let level = 1; level <= levels; level += 1) {
    const $ref = `#/$defs/d${level - 1}`;
    $defs[`d${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return { $defs, $ref: `#/$defs/d${levels}` };
}

describe('the worker pool', () => {
  it('moves a large body there and its memory back, and copies neither', async () => {
    const text = bodyWithFile(300_000);
    const body = bodyOf(text);
    const read = await startPool().readRequest(body);
    expect(body.byteLength).toBe(0);
    if ('problems' in read) throw new Error('refused');
    const [file] = read.parts.files;
    expect(file?.base64.buffer.byteLength).toBe(text.length);
    expect(Buffer.from(file?.base64 ?? []).toString()).toBe(
      (JSON.parse(text) as { attachments: { base64: string }[] }).attachments[0]?.base64,
    );
    expect(read.parts.value).toEqual({
      prompt: 'x',
      attachments: [{ name: 'a', type: 'image/png', base64: '' }],
    });
  });

  it('reads a small body the same, where it is', async () => {
    const body = bodyOf(bodyWithFile(30_000));
    const read = await startPool().readRequest(body);
    if ('problems' in read) throw new Error('refused');
    expect(read.parts.files[0]?.base64.buffer).toBe(body.buffer);
  });

  it('carries several files that share the memory', async () => {
    const base64 = png({ width: 9, height: 9 }, Buffer.alloc(40_000, 7)).toString('base64');
    const file = { name: 'a', type: 'image/png', base64 };
    const read = await startPool().readRequest(bodyOf(JSON.stringify({ attachments: [file, file, file] })));
    if ('problems' in read) throw new Error('refused');
    expect(new Set(read.parts.files.map((one) => one.base64.buffer)).size).toBe(1);
    expect(read.parts.files.map((one) => Buffer.from(one.base64).toString())).toEqual([
      base64,
      base64,
      base64,
    ]);
  });

  it('carries files that had to be parsed with the text', async () => {
    const text = bodyWithFile(100_000).replaceAll('BwcH', '\\u0042wcH');
    const read = await startPool().readRequest(bodyOf(text));
    if ('problems' in read) throw new Error('refused');
    expect(read.parts.fileProblems).toEqual([]);
    expect(read.parts.files).toMatchObject([{ index: 0, pixels: { width: 9, height: 9 } }]);
  });

  it('turns away what its queue cannot hold, and goes on', async () => {
    const pool = startPool({ maxQueue: 2 });
    await pool.readRequest(bodyOf(bodyWithFile(100_000)));
    const texts = Array.from({ length: 12 }, () => bodyOf(bodyWithFile(3_000_000)));
    const outcomes = await Promise.allSettled(texts.map((body) => pool.readRequest(body)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'unavailable', details: { headers: { 'Retry-After': '1' } } });
    expect(pool.queued()).toBe(0);
    expect(await pool.readRequest(bodyOf(bodyWithFile(100_000)))).toHaveProperty('parts');
  });

  it('ends a task that takes too long, and the next has a thread again', async () => {
    const slow = startPool({ taskTimeoutMs: 1 });
    await expect(slow.readRequest(bodyOf(bodyWithFile(15_000_000)))).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await slow.checkSchema({ schema: { type: 'string' } })).toEqual({ text: '', valid: true });
  });

  it('does not blame a schema for the time another one took', async () => {
    const pool = startPool({ schemaLimits: { waitMs: 20_000, workMs: 1_500 } });
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', form } });
    const next = pool.checkSchema({ schema: { type: 'string' }, output: { text: '"x"', form } });
    expect(await hog).toBe('too_slow');
    expect(await next).toEqual({ text: '"x"', valid: true });
  });

  it('says busy, not slow, where no thread comes free or too many wait', async () => {
    const pool = startPool({ schemaLimits: { waitMs: 1_000, workMs: 2_500 }, maxQueue: 1 });
    // Until there is a thread.
    while ((await pool.checkSchema({ schema: { type: 'string' } })) === 'busy');
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', form } });
    const waiting = pool.checkSchema({ schema: { type: 'string' } });
    expect(pool.queued()).toBe(1);
    expect(await pool.checkSchema({ schema: { type: 'string' } })).toBe('busy');
    expect(await waiting).toBe('busy');
    expect(pool.queued()).toBe(0);
    expect(await hog).toBe('too_slow');
  });

  it('compiles a definition once, however often it is referred to', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
    const each = (value: JsonObject): JsonObject => Object.fromEntries(names.map((name) => [name, value]));
    const schema = {
      $defs: { big: { type: 'object', properties: each({ type: 'string', maxLength: 9 }) } },
      type: 'object',
      properties: each({ $ref: '#/$defs/big' }),
    };
    const pool = startPool({ schemaLimits: { waitMs: 20_000, workMs: 20_000 } });
    const text = '{"p7":{"p8":"short"}}';
    expect(await pool.checkSchema({ schema, output: { text, form } })).toEqual({ text, valid: true });
  });

  it('refuses a text of ten million values before it fills the thread’s memory', async () => {
    const read = await startPool().readRequest(bodyOf(`[${'[],'.repeat(10_000_000)}0]`));
    expect(read).toMatchObject({ problems: [{ code: 'too_many_values' }] });
  });
});
