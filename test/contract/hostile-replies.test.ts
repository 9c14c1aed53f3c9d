import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFault, isReply } from '../../core/plugin-check/reply-checks.ts';
import { damagedJson, hostileJson } from './damaged-json.ts';
import { prepareCall, readFixtures } from './fixture.ts';
import { registryOnDisk } from './registry-on-disk.ts';

const fixtures = readFixtures(registryOnDisk);
const recorded = new Map(
  fixtures.map((fixture) => [prepareCall(fixture, registryOnDisk).entry.provider.plugin, fixture]),
);

test.each([...recorded])('%s reads any JSON at all without throwing', async (_plugin, fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  await fc.assert(
    fc.asyncProperty(hostileJson, async (body) => isReply(await entry.plugin.readReply(body, call))),
  );
});

test.each(fixtures)('$name: reads the reply with any one value replaced', async (fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  await fc.assert(
    fc.asyncProperty(damagedJson(fixture.reply.body), async (body) =>
      isReply(await entry.plugin.readReply(body, call)),
    ),
  );
});

test.each(fixtures)('$name: classifies any such body at any status', (fixture) => {
  const { entry } = prepareCall(fixture, registryOnDisk);
  const status = fc.integer({ min: 300, max: 599 });
  fc.assert(
    fc.property(damagedJson(fixture.reply.body), status, (body, code) => {
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
