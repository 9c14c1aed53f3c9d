import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentTables } from '../../codegen/docs/document-tables.ts';
import { fillBlocks, staleDocuments } from '../../codegen/docs/documents.ts';
import { readCodegenInput } from '../../core/manifests/load/read-input.ts';
import { VARIABLES } from '../../core/config.ts';
import { PROBLEMS } from '../../core/errors.ts';
import { FAULTS } from '../../core/faults.ts';
import { registry } from '../contract/registry-on-disk.ts';
import { GUIDES, ROOT } from './documents.ts';

const input = await readCodegenInput(join(ROOT, 'manifests'));
let tables: ReadonlyMap<string, string>;
beforeAll(async () => {
  tables = await documentTables(input);
});

/** The names in the first column of a table. */
function namesIn(name: string): readonly string[] {
  const rows = tables.get(name)?.split('\n').slice(2) ?? [];
  return rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1] ?? row);
}

describe('the generated tables', () => {
  it('are up to date in every page (run `npm run codegen`)', async () => {
    expect([...(await staleDocuments(ROOT, input)).keys()]).toEqual([]);
  });

  it('all appear in the documents', () => {
    const shown = GUIDES.flatMap(({ lines }) => lines).map(
      (line) => /^<!-- generated: (\S+) -->$/.exec(line)?.[1],
    );
    expect([...tables.keys()].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('have complete rows with a meaning', () => {
    for (const [name, table] of tables) {
      const [heading = '', , ...rows] = table.split('\n');
      expect(rows.length, name).toBeGreaterThan(3);
      const cells = (row: string): readonly string[] => row.split(/(?<!\\)\|/).map((cell) => cell.trim());
      for (const row of rows) {
        expect(cells(row), row).toHaveLength(cells(heading).length);
        expect(cells(row).at(-2), row).not.toBe('');
      }
    }
  });

  it('list what the code defines', () => {
    expect(namesIn('configuration')).toEqual(expect.arrayContaining(VARIABLES.map(({ name }) => name)));
    expect(namesIn('configuration')).toEqual(
      expect.arrayContaining(['OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY']),
    );
    expect(namesIn('problems')).toEqual(Object.keys(PROBLEMS));
    expect(namesIn('faults')).toEqual(Object.keys(FAULTS));
    expect(namesIn('request-fields')).toEqual(expect.arrayContaining(['prompt', 'attachments']));
    expect(namesIn('metrics')).toContain('assay_requests_total');
  });
});

describe('the table of models', () => {
  it('has every model of the registry, and of no other', () => {
    expect(namesIn('models')).toEqual(registry.models.map(({ id }) => id));
  });

  it('shows what callers pay, as GET /api/v1/models does', () => {
    expect(modelRow('gpt-5.5')).toEqual([
      '`gpt-5.5`',
      'OpenAI',
      'reasoning',
      '5.00',
      '2.50',
      '30.00',
      '1,050,000',
      'images, PDF',
      'alternative',
      'Over 272,000 input tokens: input 10.00, cached input 5.00, output 45.00.',
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
  });

  it('names the list and the day for a price that the list does not have', () => {
    expect(modelRow('qwen3.6-27b')?.join(' ')).toMatch(
      /Not found in Groq’s price list \(read \d{4}-\d\d-\d\d\): input, cached input, output; from two price databases\./,
    );
    expect(modelRow('o3-pro')?.join(' ')).toMatch(
      /Not found in OpenAI’s price list \(read [\d-]+\): cached input\./,
    );
  });

  it('gets a row for a new model, and its page is then stale', async () => {
    const manifests = new Map(input.manifests);
    const [path, text] = [...manifests].find(([name]) => name.endsWith('xai.yaml')) ?? [];
    if (path === undefined || text === undefined) throw new Error('the manifest of xAI is missing');
    const entry = text.slice(text.indexOf('  - id: grok-4.5')).split('\n\n')[0] ?? '';
    manifests.set(path, `${text.trimEnd()}\n\n${entry.replace('id: grok-4.5', 'id: grok-next')}\n`);
    const stale = await staleDocuments(ROOT, { ...input, manifests });
    expect([...stale.keys()]).toEqual(['docs/models.md']);
    expect(stale.get('docs/models.md')).toMatch(
      /^\| `grok-next` \| xAI \| reasoning \| 2\.00 \| 0\.30 \| 6\.00 \|/m,
    );
  });
});

function modelRow(id: string): readonly string[] | undefined {
  const row = tables
    .get('models')
    ?.split('\n')
    .find((line) => line.startsWith(`| \`${id}\` `));
  return row
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('a generated block', () => {
  const some = new Map([['colours', '| a |']]);

  it('is filled and refilled', () => {
    const filled = 'x\n<!-- generated: colours -->\n\n| a |\n\n<!-- end: colours -->\ny\n';
    expect(fillBlocks('x\n<!-- generated: colours -->\n<!-- end: colours -->\ny\n', some)).toBe(filled);
    expect(fillBlocks(filled.replace('| a |', '| old |'), some)).toBe(filled);
  });

  it.each([
    ['<!-- generated: shapes -->\n<!-- end: shapes -->\n', /no generated table "shapes"/],
    ['<!-- generated: colours -->\n<!-- end: shapes -->\n', /ends as "shapes"/],
    ['<!-- generated: colours -->\n', /has no end/],
  ])('%j is refused', (page, message) => {
    expect(() => fillBlocks(page, some)).toThrow(message);
  });
});
