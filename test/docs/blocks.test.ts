import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { inspectManifests } from '../../codegen/link-input.ts';
import { readGeneratorInput } from '../../core/manifests/load/read-input.ts';
import judgedRequest from '../../codegen/examples/judged.json' with { type: 'json' };
import judgedAnswer from '../../codegen/examples/answers/response.json' with { type: 'json' };
import { problemsOf } from '../support/answers/openapi-component.ts';
import { blocksOf, PAGES } from './documents.ts';

const MAX_README_LINES = 200;

/** A JSON block with all these members must be a valid body of this kind. */
const BODIES: readonly (readonly [component: string, members: readonly string[]])[] = [
  ['PromptRequest', ['prompt', 'models']],
  ['PromptResponse', ['promptLogId', 'results', 'evaluations', 'creditsUsed']],
  ['Evaluation', ['judge', 'a', 'b', 'axes']],
  ['QuoteResponse', ['creditsRequired', 'calls']],
  ['PromptRecord', ['promptLogId', 'state', 'calls']],
  ['PromptsResponse', ['prompts', 'nextCursor']],
  ['WebhookEvent', ['type', 'timestamp', 'data']],
  ['BalanceResponse', ['creditsPosted', 'creditsAvailable']],
  ['Problem', ['type', 'title', 'status']],
];

describe('the README', () => {
  const [readme] = PAGES;

  it(`has at most ${MAX_README_LINES} lines`, () => {
    expect(readme?.lines.length ?? 0).toBeLessThanOrEqual(MAX_README_LINES + 1);
  });

  it('names the test command that CI runs', () => {
    expect(
      readme?.blocks.some(({ language, text }) => language === 'sh' && text.includes('npm run test:all')),
    ).toBe(true);
  });

  it('starts the gateway without a key in one block that can be copied', () => {
    const block = readme?.blocks.find(({ text }) => text.includes('sandbox -- --print'));
    expect(block?.text.split('\n').map((line) => line.trim())).toEqual([
      'npm run sandbox &',
      expect.stringMatching(/&& npm start$/),
    ]);
  });

  it('shows a request and an answer that were taken down, shortened', () => {
    const texts = readme?.blocks.map(({ text }) => text) ?? [];
    const sent = texts.find((text) => text.includes('/api/v1/prompt'))?.match(/-d '(.*)'/s)?.[1] ?? '';
    expect(JSON.parse(sent)).toEqual(judgedRequest);
    const shown = texts.find((text) => text.startsWith('{'))?.match(/"\w+": (?:"[^"]*"|[\d.]+)/g) ?? [];
    expect(shown).toEqual(expect.arrayContaining(['"rank": 1', '"creditsUsed": 0.6633']));
    const whole = JSON.stringify(judgedAnswer, null, 1);
    expect(shown.filter((member) => !whole.includes(member))).toEqual([]);
  });
});

it.each(PAGES)('every block of $name names a language', ({ blocks }) => {
  expect(blocks.filter(({ language }) => !/^[a-z]+$/.test(language)).map(({ line }) => line)).toEqual([]);
});

it.each(blocksOf(PAGES, 'json'))(
  '$place is valid JSON, and a valid body if it looks like one',
  ({ text }) => {
    const value: unknown = JSON.parse(text);
    const members = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const body = BODIES.find(([, needed]) => needed.every((name) => members.includes(name)));
    if (body !== undefined) expect(problemsOf(body[0], value)).toEqual([]);
  },
);

it.each(blocksOf(PAGES, 'yaml'))(
  '$place is valid YAML, and a valid manifest if it is a complete one',
  async ({ text }) => {
    for (const { errors } of parseAllDocuments(text)) expect(errors).toEqual([]);
    const id = /^provider:\n {2}id: ([\w-]+)/m.exec(text)?.[1];
    if (id === undefined || !/^models:$/m.test(text)) return;
    const input = await readGeneratorInput(new Map([[`manifests/${id}.yaml`, text]]), undefined);
    expect(inspectManifests(input).problems.map(({ message }) => message)).toEqual([]);
  },
);

it.each(blocksOf(PAGES, 'ts', 'js'))('$place parses as TypeScript', ({ text }) => {
  expect(parseSync('block.ts', text).errors.map(({ message }) => message)).toEqual([]);
});
