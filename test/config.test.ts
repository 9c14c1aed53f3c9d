import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { loadConfig, type Config } from '../core/config.ts';

const SECRET = 'hunter2';

/** What anything that prints or logs a config would write. */
function printed(config: Config): string {
  return JSON.stringify(config) + inspect(config, { depth: 9 });
}

function messageOf(environment: Readonly<Record<string, string>>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    return String(error);
  }
  throw new Error('the configuration was accepted');
}

it.each([
  ['ASSAY_PORT', 'http', 'ASSAY_PORT must be a whole number from 0 to 65535'],
  ['ASSAY_MAX_MODELS', '0', 'ASSAY_MAX_MODELS must be a whole number from 1'],
  ['ASSAY_LOG_LEVEL', 'loud', 'ASSAY_LOG_LEVEL must be one of fatal'],
  ['ASSAY_DATABASE_URL', 'mysql://db', 'ASSAY_DATABASE_URL must be'],
  ['ASSAY_MAX_MODEL', '3', 'ASSAY_MAX_MODEL is not a variable of Assay; did you mean ASSAY_MAX_MODELS?'],
  ['ASSAY_NOTHING_LIKE_IT', '3', 'is not a variable of Assay; docs/configuration.md lists them'],
])('%s=%s is refused, and the message says what would be right', (name, value, message) => {
  expect(messageOf({ [name]: value })).toContain(message);
});

describe('where requests are counted', () => {
  it('is the process, where nothing is set or `none`', () => {
    expect(loadConfig({}).counters).toEqual({ kind: 'process' });
    expect(loadConfig({ ASSAY_COUNTERS_URL: 'none' }).counters).toEqual({ kind: 'process' });
  });

  it.each([
    'redis://127.0.0.1',
    'redis://127.0.0.1:6379',
    'redis://127.0.0.1:6379/3',
    'rediss://[::1]:6380/0',
    `rediss://:${SECRET}@counters.example:6380`,
    `redis://gate:${SECRET}%21@counters.example/12`,
  ])('is the Redis of %s, whose address is printed nowhere', (url) => {
    const config = loadConfig({ ASSAY_COUNTERS_URL: url });
    expect(config.counters).toMatchObject({ kind: 'redis', url });
    expect(printed(config)).not.toContain(url);
    expect(printed(config)).not.toContain(SECRET);
  });

  it.each([
    '',
    SECRET,
    `http://${SECRET}@counters.example`,
    `redis:${SECRET}`,
    `redis://:${SECRET}@`,
    `redis://:${SECRET}@counters.example/assay`,
    `redis://:${SECRET}@counters.example/0/1`,
    `redis://:${SECRET}@counters.example?db=1`,
    `redis://:${SECRET}@counters.example#x`,
    `redis://:${SECRET}%zz@counters.example`,
    `redis://:${SECRET}%ff@counters.example`,
    `redis://:${SECRET}@counters.example:99999`,
  ])('is never %j, and the message does not quote it', (url) => {
    const message = messageOf({ ASSAY_COUNTERS_URL: url });
    expect(message).toContain('ASSAY_COUNTERS_URL must be none, or a Redis server');
    expect(message).not.toContain(SECRET);
  });
});

describe('while they cannot be counted', () => {
  it('requests pass, unless the operator says otherwise', () => {
    expect(loadConfig({}).countersWhenDown).toBe('open');
    expect(loadConfig({ ASSAY_COUNTERS_WHEN_DOWN: 'closed' }).countersWhenDown).toBe('closed');
    expect(messageOf({ ASSAY_COUNTERS_WHEN_DOWN: 'shut' })).toContain('must be open or closed');
  });
});

describe('the ledger’s address', () => {
  it('is printed nowhere where it may hold a password', () => {
    const url = `postgres://gate:${SECRET}@127.0.0.1/assay`;
    const config = loadConfig({ ASSAY_DATABASE_URL: url });
    expect(config.database).toMatchObject({ kind: 'postgres', url });
    expect(printed(config)).not.toContain(SECRET);
  });
});
