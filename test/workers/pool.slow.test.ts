import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { StopSource } from '../../core/upstream/stop-signal.ts';
import { createPool, type PoolOptions, type WorkerPool } from '../../core/workers/pool.ts';
import { PATIENT_TASKS } from '../support/servers/patient-tasks.ts';
import { png } from '../support/samples/sample-files.ts';

const pools: WorkerPool[] = [];

function startPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = createPool({
    threads: 1,
    maxQueue: 8,
    ...options,
    limits: { ...PATIENT_TASKS, ...options.limits },
  });
  pools.push(pool);
  return pool;
}

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

/** A body in separate memory, as the server receives it. */
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

const form = { enforcement: 'native', wrapped: false } as const;

/** Each definition refers twice to the one before, so a check takes two to the power of `levels` steps. */
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
    const read = await startPool().readRequest(body, 1);
    expect(body.byteLength).toBe(0);
    if (!('parts' in read)) throw new Error('refused');
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

  it('starts no thread once it is closed', async () => {
    const pool = startPool();
    await pool.close();
    await expect(pool.readRequest(bodyOf(bodyWithFile(20_000)), 1)).rejects.toMatchObject({ reason: 'busy' });
    expect(await pool.checkSchema({ schema: {} }, 1)).toBe('busy');
    const webhook = { pieces: [Buffer.alloc(10_000)], id: 'a', atMs: 0, secret: `whsec_${'A'.repeat(32)}` };
    await expect(pool.signWebhook(webhook, 1)).rejects.toMatchObject({ reason: 'busy' });
  });

  it('reads a small body the same way on the event loop', async () => {
    const body = bodyOf(bodyWithFile(9_000));
    const read = await startPool().readRequest(body, 1);
    if (!('parts' in read)) throw new Error('refused');
    expect(read.parts.files[0]?.base64.buffer).toBe(body.buffer);
  });

  it('moves every body over 16 KiB there', async () => {
    const body = bodyOf(JSON.stringify({ prompt: 'x'.repeat(17_000) }));
    await startPool().readRequest(body, 1);
    expect(body.byteLength).toBe(0);
  });

  it('reads two smaller bodies of many at each turn of the event loop', async () => {
    const pool = startPool();
    let done = 0;
    const reads = Array.from({ length: 10 }, async () => {
      await pool.readRequest(bodyOf(JSON.stringify({ prompt: 'x'.repeat(10_000) })), 1);
      done += 1;
    });
    const doneByTurn: number[] = [];
    while (done < reads.length) {
      await new Promise((resolve) => setImmediate(resolve));
      doneByTurn.push(done);
    }
    const perTurn = doneByTurn.map((total, turn) => total - (doneByTurn[turn - 1] ?? 0));
    expect(Math.max(...perTurn)).toBe(2);
  });

  it('hands back little of a body that is refused for its thousands of fields', async () => {
    const keys = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, { index }]));
    const read = await startPool().readRequest(bodyOf(JSON.stringify({ ...keys, prompt: keys })), 1);
    if (!('parts' in read)) throw new Error('refused');
    const { value, problems } = read.parts;
    expect([JSON.stringify(value).match(/"key/g)?.length, problems]).toMatchObject([
      64,
      [{ pointer: '/prompt' }],
    ]);
  });

  it('hands back no more of a refused schema for the answer that would repeat it', async () => {
    const format = {
      type: 'json_schema',
      name: 'a',
      schema: { enum: Array.from({ length: 9_000 }, () => [[]]) },
    };
    const body = bodyOf(JSON.stringify({ model: 'gpt-5.4', input: 'x', text: { format } }));
    const read = await startPool().readRequest(body, 1, { wantsDigest: false, dialect: 'responses' });
    if (!('parts' in read)) throw new Error('refused');
    const { value, compatOptions, problems } = read.parts;
    expect(problems).toMatchObject([{ pointer: '/response_schema' }]);
    expect(value).toMatchObject({ response_schema: {} });
    expect(compatOptions?.echo.format).toEqual({ type: 'json_schema', name: 'a', schema: {}, strict: true });
  });

  it('carries several files that share the memory', async () => {
    const base64 = png({ width: 9, height: 9 }, Buffer.alloc(40_000, 7)).toString('base64');
    const file = { name: 'a', type: 'image/png', base64 };
    const read = await startPool().readRequest(
      bodyOf(JSON.stringify({ attachments: [file, file, file] })),
      1,
    );
    if (!('parts' in read)) throw new Error('refused');
    expect(new Set(read.parts.files.map((one) => one.base64.buffer)).size).toBe(1);
    expect(read.parts.files.map((one) => Buffer.from(one.base64).toString())).toEqual([
      base64,
      base64,
      base64,
    ]);
  });

  it('carries files that had to be parsed with the text', async () => {
    const text = bodyWithFile(100_000).replaceAll('BwcH', '\\u0042wcH');
    const read = await startPool().readRequest(bodyOf(text), 1);
    if (!('parts' in read)) throw new Error('refused');
    expect(read.parts.problems).toEqual([]);
    expect(read.parts.files).toMatchObject([{ index: 0, pixels: { width: 9, height: 9 } }]);
  });

  it('refuses tasks that exceed its queue, and continues', async () => {
    const pool = startPool({ maxQueue: 2 });
    await pool.readRequest(bodyOf(bodyWithFile(100_000)), 1);
    // Each task has another account, so that only the queue as a whole is full.
    const texts = Array.from({ length: 12 }, () => bodyOf(bodyWithFile(3_000_000)));
    const outcomes = await Promise.allSettled(texts.map((body, index) => pool.readRequest(body, index)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'unavailable', details: { headers: { 'Retry-After': '1' } } });
      // A refusal with a cause would be logged as a fault.
      expect(reason).not.toHaveProperty('details.cause');
    }
    expect(pool.queued()).toBe(0);
    expect(await pool.readRequest(bodyOf(bodyWithFile(100_000)), 1)).toHaveProperty('parts');
  });

  it('counts the bytes of a body, not those of a longer buffer that it came in', async () => {
    const pool = startPool({ threads: 2, maxQueue: 0 });
    const text = bodyWithFile(30_000);
    const read = async (accountId: number): Promise<unknown> => {
      const body = Buffer.allocUnsafeSlow(4_000_000).subarray(0, text.length);
      body.write(text);
      return await pool.readRequest(body, accountId);
    };
    // A second long body would have to wait, and no task may.
    expect(await Promise.all([read(1), read(2)])).toMatchObject([{ parts: {} }, { parts: {} }]);
  });

  it('turns away one account that fills its share, and takes another', async () => {
    const pool = startPool({ maxQueue: 8 });
    const greedy = Array.from({ length: 12 }, () => pool.readRequest(bodyOf(bodyWithFile(3_000_000)), 1));
    const other = pool.readRequest(bodyOf(bodyWithFile(100_000)), 2);
    const outcomes = await Promise.allSettled(greedy);
    // One runs and two wait.
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      ...Array(9).fill('rejected'),
    ]);
    expect(await other).toHaveProperty('parts');
  });

  it('reads a body while every thread for schemas is busy', async () => {
    const pool = startPool();
    const hogs = Array.from({ length: 3 }, (_, account) =>
      pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', ...form } }, account),
    );
    let hogsEnded = 0;
    for (const hog of hogs) void hog.then(() => (hogsEnded += 1));
    expect(await pool.readRequest(bodyOf(bodyWithFile(100_000)), 7)).toHaveProperty('parts');
    expect(hogsEnded).toBeLessThan(3);
    await Promise.all(hogs);
  });

  it('refuses a body that uses up its processor time, and the next task has a thread again', async () => {
    const slow = startPool({ limits: { body: { waitMs: 300_000, cpuMs: 1, wallMs: 300_000 } } });
    await expect(slow.readRequest(bodyOf(bodyWithFile(15_000_000)), 1)).rejects.toMatchObject({
      code: 'malformed-json',
      status: 400,
    });
    expect(await slow.checkSchema({ schema: { type: 'string' } }, 1)).toEqual({ usable: true });
  });

  it('returns busy for a task that exceeds the clock with processor time left', async () => {
    const pool = startPool({ limits: { output: { waitMs: 300_000, cpuMs: 60_000, wallMs: 500 } } });
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', ...form } }, 1);
    expect(await hog).toBe('busy');
  });

  it('returns busy for a body that gets too little processor time', async () => {
    const starved = startPool({ limits: { body: { waitMs: 300_000, cpuMs: 60_000, wallMs: 1 } } });
    await expect(starved.readRequest(bodyOf(bodyWithFile(15_000_000)), 1)).rejects.toMatchObject({
      code: 'unavailable',
      reason: 'busy',
    });
  });

  it('does not blame a schema for the time another one took', async () => {
    const pool = startPool({ limits: { output: { waitMs: 300_000, cpuMs: 1_500, wallMs: 300_000 } } });
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', ...form } }, 1);
    const next = pool.checkSchema({ schema: { type: 'string' }, output: { text: '"x"', ...form } }, 1);
    expect(await hog).toBe('too_slow');
    expect(await next).toEqual({ text: '"x"', valid: true });
  });

  it('returns busy, not slow, if no thread becomes free or too many tasks wait', async () => {
    const limits = { waitMs: 1_000, cpuMs: 60_000, wallMs: 2_500 };
    const pool = startPool({ limits: { schema: limits, output: limits }, maxQueue: 1 });
    // Waits until there is a thread.
    while ((await pool.checkSchema({ schema: { type: 'string' } }, 1)) === 'busy');
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', ...form } }, 1);
    const waiting = pool.checkSchema({ schema: { type: 'string' } }, 1);
    expect(pool.queued()).toBe(1);
    expect(await pool.checkSchema({ schema: { type: 'string' } }, 1)).toBe('busy');
    expect(await waiting).toBe('busy');
    expect(pool.queued()).toBe(0);
    expect(await hog).toBe('busy');
  });

  it('forgets a waiting task once its caller stops waiting', async () => {
    const pool = startPool();
    const caller = new StopSource();
    const hog = pool.checkSchema({ schema: doublingChain(60), output: { text: '"x"', ...form } }, 1);
    const waiting = pool.checkSchema({ schema: { type: 'string' } }, 1, caller);
    caller.stop();
    expect(await waiting).toBe('busy');
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
    const pool = startPool({ limits: { output: { waitMs: 20_000, cpuMs: 20_000, wallMs: 20_000 } } });
    const text = '{"p7":{"p8":"short"}}';
    expect(await pool.checkSchema({ schema, output: { text, ...form } }, 1)).toEqual({
      text,
      valid: true,
    });
  });

  it('ends a thread whose schema takes more than 160 MB, long before its time is over', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on('worker', note);
    onTestFinished(() => void process.off('worker', note));
    const pool = startPool({ limits: { schema: { waitMs: 60_000, cpuMs: 60_000, wallMs: 60_000 } } });
    // Each pattern becomes a program of thousands of steps.
    const allOf = Array.from({ length: 1_400 }, (_, index) => ({ pattern: `(a?){999}${index}` }));
    let most = 0;
    const look = async (thread: Worker): Promise<void> => {
      const { total_heap_size: bytes } = await thread.getHeapStatistics();
      most = Math.max(most, bytes);
    };
    // The statistics of a thread that has ended are refused.
    const timer = setInterval(() => void Promise.allSettled(threads.map(look)), 20);
    onTestFinished(() => clearInterval(timer));
    expect(await pool.checkSchema({ schema: { allOf } }, 1)).toBe('too_slow');
    expect(most).toBeGreaterThan(100_000_000);
    expect(most).toBeLessThan(220_000_000);
  });

  it('refuses a text of ten million values before it fills the thread’s memory', async () => {
    const read = await startPool().readRequest(bodyOf(`[${'[],'.repeat(10_000_000)}0]`), 1);
    expect(read).toMatchObject({ problems: [{ pointer: '', code: 'limit' }] });
  });

  it('gives its threads a module they can be stopped in while they load it', async () => {
    // Node ends the process if a thread is stopped in `require` of an ES module.
    const entry = fileURLToPath(new URL('../../core/workers/run-task.cjs', import.meta.url));
    const code = `const { types } = require('node:util');
      const entry = require(${JSON.stringify(entry)});
      require('node:worker_threads').parentPort.postMessage(types.isModuleNamespaceObject(entry));`;
    const [isModule] = await once(new Worker(code, { eval: true, workerData: [] }), 'message');
    expect(isModule).toBe(false);
  });
});
