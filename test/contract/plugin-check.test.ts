import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPlugin, type Finding } from '../../core/plugin-check/check-plugin.ts';
import { ANY_SCHEMA, sampleModel, sampleProvider } from '../../core/plugin-check/sample-entry.ts';
import { loadPlugin } from '../../core/registry/load-plugin.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const EXAMPLE = join(import.meta.dirname, '../fixtures/example-plugin/parley.ts');
const text = readFileSync(EXAMPLE, 'utf8');

const folder = folderOfFile('plugin-check');

async function findings(file: string): Promise<readonly Finding[]> {
  const provider = sampleProvider({
    promptCacheKey: '/cacheKey',
    schemaSubset: ANY_SCHEMA,
    usage: { input: '/tokens/heard', output: '/tokens/spoken' },
  });
  const tokens = { heard: 3, spoken: 1 };
  const stream = [{ adds: 'Fa' }, { adds: 'r.' }, { ended: 'done', tokens }].map((data) => ({
    name: '',
    data,
  }));
  return checkPlugin([{ model: sampleModel(), provider, plugin: await loadPlugin(file) }], {
    reply: { said: 'Far.', tokens },
    stream,
  });
}

describe('a plugin under the contract’s cases', () => {
  it('passes if it keeps the contract', async () => {
    const found = await findings(EXAMPLE);
    expect(found.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(found.length).toBeGreaterThan(15);
  });

  it.each([
    [
      'forgets the system text',
      '...call.system.map(',
      '...[].map(',
      /stands 0 times in the body; put every text/,
    ],
    ['drops the temperature', "body['heat'] = temperature", 'void 0', /temperature 2 is not sent/],
    ['forgets files', "body['papers'] =", 'void', /stands 0 times in the body; put one Base64Slot/],
    ['forgets fields', 'setField(body, pointer, value);', '', /\/cacheKey is not .*; set every/],
    [
      'uses a clock',
      "path: '/talk', body:",
      "path: '/talk', body: { ...body, at: performance.now() } as any, x:",
      /use no clock/,
    ],
    [
      'throws over a reply',
      "if (typeof said !== 'string')",
      'if (said.length < 0)',
      /readReply\(null\) throws/,
    ],
    ['answers to anything', "typeof said !== 'string'", 'false', /gives .*give \{ text, finishReason/],
    ['has a code of its own', "code: 'malformed_reply'", "code: 'odd'", /gives .*odd.*give \{ text/],
    ['finds no text', 'typeof said !==', "said !== '' ||", /is read as the fault malformed_reply/],
    ['forgets the schema', "body['form'] = call.outputSchema", 'void 0', /the schema is not sent once/],
    ['repeats the history', '...call.turns.map(', '...[...call.turns, ...call.turns].map(', /stands 2 times/],
    ['forgets the model', 'model: call.model.upstream,', '', /is not named; write call.model.upstream/],
    [
      'needs a signature',
      '  readFault,\n',
      '  readFault,\n  sign: async () => ({}),\n',
      /never called; remove it/,
    ],
    [
      'has faults of its own',
      "'context_too_long' } : undefined",
      "'odd' } : { code: 'odd' }",
      /readFault\(.*FaultCode/,
    ],
    ['has no end of a stream', 'tokens }, isLast: true', 'tokens }', /no event ends the reply/],
    [
      'tells a piece twice',
      'text: adds',
      'text: adds + adds',
      /add up to 8 characters and readReply finds 4/,
    ],
    [
      'loses a piece',
      'draft.said += adds',
      'draft.said = adds',
      /add up to 4 characters and readReply finds 2/,
    ],
    [
      'loses the usage of a stream',
      '...draft, ended, tokens }',
      '...draft, ended }',
      /have stream.fold keep them/,
    ],
    [
      'throws over an event',
      '(data ?? {}) as Piece',
      'data as Piece',
      /stream.fold, or readReply after it, throws/,
    ],
    ['drops the request', '...whole.body, piecewise', 'piecewise', /stream.request drops or changes model/],
    [
      'throws over a name',
      '  readReply,\n',
      '  readReply,\n  readModel: (reply: any) => reply.model,\n',
      /readModel\(null\) throws .*; give undefined/,
    ],
    [
      'gives a name that is none',
      '  readReply,\n',
      '  readReply,\n  readModel: (reply: any) => reply?.model,\n',
      /readModel\(.*\) gives .*; give a string, or undefined/,
    ],
    ['folds to nothing', 'return { reply: draft };', 'return 1 as never;', /stream.fold gives 1 for/],
  ])('that %s gets advice', async (name, from, to, message) => {
    expect(text).toContain(from);
    const file = join(folder, `${name.replaceAll(' ', '-')}.ts`);
    writeFileSync(file, text.replace(from, to));
    const failed = (await findings(file)).filter(({ status }) => status === 'failed');
    expect(failed.map(({ advice }) => advice).join('\n')).toMatch(message);
  });
});
