import { expect, test } from 'vitest';
import { classifyFault } from '../../core/upstream/fault.ts';
import { createUsageReader } from '../../core/billing/read-usage.ts';
import { prepareCall, readFixtures } from './fixture.ts';
import { plainBody } from '../../core/plugin-check/build-case.ts';
import { registryOnDisk } from './registry-on-disk.ts';

const fixtures = readFixtures(registryOnDisk);
const answered = fixtures.filter((fixture) => fixture.result !== undefined);
const failed = fixtures.filter((fixture) => fixture.fault !== undefined);

test('every provider has a recorded answer, and every fixture says how it ends', () => {
  const providers = new Set(answered.map(({ provider }) => provider));
  expect(registryOnDisk.providers.map(({ id }) => id).filter((id) => !providers.has(id))).toEqual([]);
  expect(answered.length + failed.length).toBe(fixtures.length);
});

test.each(fixtures)('$name: the call becomes the recorded request', async (fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  const request = await entry.plugin.buildRequest(call);
  expect({ path: request.path, body: plainBody(request.body) }).toEqual(fixture.request);
});

test.each(answered)('$name: the reply is read as recorded', async (fixture) => {
  const { entry, call } = prepareCall(fixture, registryOnDisk);
  const reply = await entry.plugin.readReply(fixture.reply.body, call);
  expect(reply).toMatchObject({ text: fixture.result?.text, finishReason: fixture.result?.finishReason });
  const thought = 'thought' in reply && reply.thought;
  expect(createUsageReader(entry.provider.usage)(fixture.reply.body, thought)).toEqual(fixture.result?.usage);
});

test.each(failed)('$name: the error is classified as recorded', (fixture) => {
  const { entry } = prepareCall(fixture, registryOnDisk);
  expect(classifyFault(fixture.reply, entry.plugin.readFault?.(fixture.reply))).toEqual(fixture.fault);
});
