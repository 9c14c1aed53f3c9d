import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelReply, WireFault } from '../../core/contract.ts';
import { FAULTS } from '../../core/errors.ts';
import { prepareCall, readFixtures, type Fixture } from './fixture.ts';
import { registryOnDisk } from './registry-on-disk.ts';

const fixtures = readFixtures(registryOnDisk);
const recorded = new Map(
  fixtures.map((fixture) => [prepareCall(fixture, registryOnDisk).entry.provider.plugin, fixture]),
);

/** Values a broken or malicious provider could put anywhere. */
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', -1, 1e300, [], {}, '__proto__', { toString: 1 }, true),
);

/** A recorded body with something else at one place of it. */
function damaged({ reply }: Fixture): fc.Arbitrary<unknown> {
  const places = placesIn(reply.body);
  return fc
    .record({ place: fc.constantFrom(...places), value: hostile })
    .map(({ place, value }) => replaced(reply.body, place, value));
}

function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

function replaced(root: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(root))
    return root.map((item: unknown, index) => (String(index) === key ? replaced(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(root ?? {}).map(([name, item]) => [
      name,
      name === key ? replaced(item, rest, value) : item,
    ]),
  );
}

function isFault(fault: WireFault): boolean {
  return Object.hasOwn(FAULTS, fault.code) && (fault.retryAfterMs === undefined || fault.retryAfterMs >= 0);
}

function isReply(reply: ModelReply): boolean {
  if ('fault' in reply) return isFault(reply.fault);
  if (reply.finishReason === 'refused' && reply.text === '') return false;
  return (
    typeof reply.text === 'string' &&
    typeof reply.thought === 'boolean' &&
    ['stop', 'length', 'refused'].includes(reply.finishReason)
  );
}

test.each([...recorded])('%s reads any JSON at all without throwing', (_plugin, fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  fc.assert(fc.property(hostile, (body) => isReply(entry.plugin.readReply(body, call))));
});

test.each(fixtures)('$name: reads the reply with any one value replaced', (fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  fc.assert(fc.property(damaged(fixture), (body) => isReply(entry.plugin.readReply(body, call))));
});

test.each(fixtures)('$name: classifies any such body at any status', (fixture) => {
  const { entry } = prepareCall(fixture, registryOnDisk);
  const status = fc.integer({ min: 300, max: 599 });
  fc.assert(
    fc.property(damaged(fixture), status, (body, code) => {
      const fault = entry.plugin.readFault?.({ status: code, headers: fixture.reply.headers, body });
      return fault === undefined || isFault(fault);
    }),
  );
});

test('every plugin that a manifest names is among them', () => {
  expect([...recorded.keys()].toSorted()).toEqual(
    [...new Set(registryOnDisk.providers.map(({ plugin }) => plugin))].toSorted(),
  );
});
