import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WirePlugin } from '../../core/contract.ts';
import { readProviderError } from '../../core/upstream/provider-error.ts';

const read = (body: unknown, status = 400) =>
  readProviderError({ status, headers: {}, body }, {}, ['my-key-of-this']);

describe('a provider’s own words', () => {
  it.each([
    [
      'a code and a type',
      { error: { code: 'a_code', type: 'a_type', message: 'M' } },
      { code: 'a_code', type: 'a_type', message: 'M' },
    ],
    [
      'a code that is the status',
      { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'M' } },
      { code: 'INVALID_ARGUMENT', message: 'M' },
    ],
    [
      'a type alone',
      { type: 'error', error: { type: 'overloaded_error', message: 'M' } },
      { type: 'overloaded_error', message: 'M' },
    ],
    [
      'a flat body',
      { message: 'M', type: 'too_many', code: '3051' },
      { code: '3051', type: 'too_many', message: 'M' },
    ],
    ['a text', { code: 'bad', error: 'M' }, { code: 'bad', message: 'M' }],
    ['a code that is a sentence', { code: 'Client specified something wrong', error: 'M' }, { message: 'M' }],
    ['a code that could be a key', { error: { code: 'sk-Ab3dEf6hIj9kLm' } }, {}],
    ['a code that is our key', { error: { code: 'my-key-of-this' } }, {}],
    ['a code that is too long', { error: { code: 'word_'.repeat(13) + 'word' } }, {}],
    ['members of other types', { error: { code: {}, type: [], message: 1 } }, {}],
    ['a list', [1], {}],
    ['no JSON', undefined, {}],
  ])('are read from %s', (_name, body, expected) => {
    expect(read(body)).toEqual(expected);
  });

  it('are taken from a reply that succeeded only where it has an error', () => {
    expect(read({ type: 'message', code: 'x', message: 'an answer' }, 200)).toEqual({});
    expect(read({ status: 'failed', error: { code: 'server_error', message: 'M' } }, 200)).toEqual({
      code: 'server_error',
      message: 'M',
    });
  });

  it('come from the plugin where it describes errors', () => {
    const plugin = { describeError: () => ({ code: 'OwnException', message: 'with my-key-of-this' }) };
    expect(readProviderError({ status: 400, headers: {}, body: {} }, plugin, ['my-key-of-this'])).toEqual({
      code: 'OwnException',
      message: 'with [masked]',
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('made to fail');
      },
    ],
    ['gives no error', () => undefined],
  ])('do not fail with a plugin that %s', (_name, describeError) => {
    const body = { error: { code: 'a_code', message: 'M' } };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a plugin may break its contract
    const plugin = { describeError } as unknown as Pick<WirePlugin, 'describeError'>;
    expect(readProviderError({ status: 429, headers: {}, body }, plugin, [])).toEqual({
      code: 'a_code',
      message: 'M',
    });
  });

  it('are not taken from members of other types that a plugin gives', () => {
    const described = { code: 1, type: {}, message: [] };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a plugin may break its contract
    const plugin = { describeError: () => described } as unknown as Pick<WirePlugin, 'describeError'>;
    expect(readProviderError({ status: 429, headers: {}, body: {} }, plugin, [])).toEqual({});
  });

  it('never fail, and name errors in a closed alphabet only', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 200, max: 599 }), (body, status) => {
        const { code = 'a', type = 'a', message = '' } = read(body, status);
        for (const name of [code, type]) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
        expect(message.length).toBeLessThanOrEqual(300);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { code = 'a', type = 'a' } = read({ error: { code: text, type: text } });
        for (const name of [code, type]) expect(name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
      }),
    );
  });
});
