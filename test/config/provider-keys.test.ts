import { describe, expect, it } from 'vitest';
import { readCredentials } from '../../core/config.ts';
import type { Auth } from '../../core/contract.ts';

const BEARER: Auth = { scheme: 'bearer', env: 'AURORA_KEY' };
const HEADER: Auth = { scheme: 'header', header: 'x-aurora-key', env: 'AURORA_KEY' };
const SIGNED: Auth = {
  scheme: 'sigv4',
  service: 'aurora',
  bearerEnv: 'AURORA_BEARER',
  accessKeyIdEnv: 'AURORA_ID',
  secretAccessKeyEnv: 'AURORA_SECRET',
  sessionTokenEnv: 'AURORA_SESSION',
  regionEnv: 'AURORA_REGION',
  defaultRegion: 'us-east-1',
};
const ACCESS = { AURORA_ID: 'id,with-a-comma', AURORA_SECRET: 'secret' };

const many = (count: number): string => Array.from({ length: count }, (_value, index) => `k${index}`).join();

describe('the keys of a provider', () => {
  it.each([
    ['none', undefined, []],
    ['nothing', '', []],
    ['blanks', '  ', []],
    ['one', 'one', ['one']],
    ['one with a line end', 'one\n', ['one']],
    ['several in their order', 'b,a , c', ['b', 'a', 'c']],
    ['as many as may be', many(32), many(32).split(',')],
  ])('may be %s', (_name, AURORA_KEY, keys) => {
    expect(readCredentials({ AURORA_KEY }, BEARER)).toEqual(
      keys.map((key) => ({ kind: 'token', header: 'authorization', value: `Bearer ${key}` })),
    );
    expect(readCredentials({ AURORA_KEY }, HEADER)).toEqual(
      keys.map((value) => ({ kind: 'token', header: 'x-aurora-key', value })),
    );
  });

  it.each([
    ['an empty one between others', 'secret-a,,secret-b'],
    ['a comma at the end', 'secret-a,'],
    ['a blank within', 'secret a'],
    ['a line break within', 'secret-a\nsecret-b'],
    ['what no header can hold', 'secret-ä'],
    ['the same twice', 'secret-a,secret-b, secret-a'],
    ['more than may be', many(33)],
  ])('may not be %s, and the complaint names the variable and no key', (_name, AURORA_KEY) => {
    for (const auth of [BEARER, HEADER]) {
      expect(() => readCredentials({ AURORA_KEY }, auth)).toThrow(/^AURORA_KEY /);
      expect(() => readCredentials({ AURORA_KEY }, auth)).not.toThrow(/secret|k32/);
    }
  });

  it('that are sent as bearers go before the one that signs', () => {
    expect(readCredentials({ AURORA_BEARER: 'a,b', ...ACCESS }, SIGNED)).toEqual([
      { kind: 'token', header: 'authorization', value: 'Bearer a' },
      { kind: 'token', header: 'authorization', value: 'Bearer b' },
    ]);
  });

  it('that sign are a single one, whatever it holds', () => {
    expect(readCredentials(ACCESS, SIGNED)).toEqual([
      {
        kind: 'accessKey',
        accessKey: {
          accessKeyId: 'id,with-a-comma',
          secretAccessKey: 'secret',
          sessionToken: undefined,
          region: 'us-east-1',
          service: 'aurora',
        },
      },
    ]);
    expect(readCredentials({ AURORA_ID: 'id' }, SIGNED)).toEqual([]);
  });

  it('may be needless', () => {
    expect(readCredentials({}, { scheme: 'none' })).toEqual([{ kind: 'none' }]);
  });
});
