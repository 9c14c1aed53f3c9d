import { createSecretKey } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aliasOf, CallIds, plainId } from '../../core/tools/call-id.ts';
import { cases } from '../support/whole-run.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 7));
const ids = new CallIds(SECRET, 1);
const LOG_ID = '0198c0f7-d0a0-7ab1-b9d2-4f0c2e1a7b3c';

test('an ID carries JSON to the next request, and is the same whenever it is made', () => {
  fc.assert(
    fc.property(fc.json(), fc.stringMatching(/^[\w-]{1,40}$/), (json, id) => {
      const carried: unknown = JSON.parse(json);
      const sealed = ids.seal(id, 'vega-5', JSON.parse(json));
      expect(sealed).toMatch(/^[\w-]{1,40}\.[\w-]+$/);
      expect(ids.seal(id, 'vega-5', JSON.parse(json))).toBe(sealed);
      expect(JSON.parse(ids.open(sealed ?? '', 'vega-5') ?? '0')).toEqual(carried);
      expect(aliasOf(sealed ?? '', undefined)).toBe(id);
    }),
    { numRuns: cases(200) },
  );
});

test('an ID is nobody else’s: not another account’s, model’s, ledger’s or call’s, and no letter of it is another', () => {
  const sealed = ids.seal('call_1', 'vega-5', { signature: 'abc' }) ?? '';
  expect(new CallIds(SECRET, 2).open(sealed, 'vega-5')).toBeUndefined();
  expect(new CallIds(createSecretKey(Buffer.alloc(32, 8)), 1).open(sealed, 'vega-5')).toBeUndefined();
  expect(ids.open(sealed, 'vega-6')).toBeUndefined();
  expect(ids.open(sealed.replace('call_1', 'call_2'), 'vega-5')).toBeUndefined();
  // The last letter has bits that base64url leaves out.
  for (let at = 'call_1.'.length; at < sealed.length - 1; at += 1) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(ids.open(sealed.slice(0, at) + other + sealed.slice(at + 1), 'vega-5')).toBeUndefined();
  }
});

test('what is too long does not travel, and anything at all can be sent as an ID', () => {
  expect(ids.seal('call_1', 'vega-5', 'x'.repeat(65_536))).toBeUndefined();
  const random = Array.from({ length: 20_000 }, (_, index) =>
    String.fromCharCode(33 + ((index * index * 7919) % 90)),
  ).join('');
  const sealed = ids.seal('call_1', 'vega-5', random);
  expect(sealed === undefined || sealed.length <= 16_384 + 'call_1.'.length).toBe(true);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      expect(ids.open(id, 'vega-5')).toBeUndefined();
      expect(aliasOf(id, undefined)).toMatch(/^[\w-]{1,40}$/);
      expect(aliasOf(id, 'nine')).toMatch(/^[A-Za-z0-9]{9}$/);
      expect(aliasOf(aliasOf(id, 'nine'), 'nine')).toBe(aliasOf(id, 'nine'));
    }),
    { numRuns: cases(500) },
  );
});

test('an ID is made where the provider gives none, or one that not every format takes', () => {
  expect(plainId('toolu_01A', LOG_ID, 0)).toBe('toolu_01A');
  const plainIds = ['', 'functions.get_weather:0', 'x'.repeat(41)].map((id, index) =>
    plainId(id, LOG_ID, index),
  );
  expect(new Set(plainIds).size).toBe(3);
  for (const id of plainIds) expect(id).toMatch(/^call_[\da-f]{32}\d$/);
});
