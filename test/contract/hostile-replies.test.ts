import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFault, isReply } from '../../core/plugin-check/reply-checks.ts';
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

test.each([...recorded])('%s reads any JSON at all without throwing', async (_plugin, fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  await fc.assert(
    fc.asyncProperty(hostile, async (body) => isReply(await entry.plugin.readReply(body, call))),
  );
});

test.each(fixtures)('$name: reads the reply with any one value replaced', async (fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  await fc.assert(
    fc.asyncProperty(damaged(fixture), async (body) => isReply(await entry.plugin.readReply(body, call))),
  );
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
