import { describe, expect, it } from 'vitest';
import { metricTable } from '../../codegen/docs/document-tables.ts';
import { isGroup } from '../../core/commands/command-table.ts';
import { COMMANDS } from '../../core/commands/tables/command-list.ts';
import { VARIABLES } from '../../core/config.ts';
import manifest from '../../package.json' with { type: 'json' };
import { PAGES, proseOf } from './documents.ts';

/** `ASSAY_KEY` is the caller's; the others are a manifest's, a client's and a receiver's. */
const VARIABLES_OF_OTHERS = /^ASSAY_(?:KEY|BASE_URL(?:_\w+)?|HEADER|WEBHOOK_SECRET)$/;

const variables = new Set<string>(VARIABLES.map(({ name }) => name));
const scripts = new Set(Object.keys(manifest.scripts));
const metrics = await metricTable();
const commands = COMMANDS.flatMap((one) => (isGroup(one) ? one.commands : [one])).map(({ name }) => name);

// The changelog tells of what is gone.
const pages = PAGES.filter(({ name }) => name !== 'CHANGELOG.md').map((page) => ({
  name: page.name,
  text: page.lines.join('\n'),
  prose: proseOf(page).join('\n'),
}));

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

describe.each(pages)('$name names no', ({ text, prose }) => {
  it('variable that the gateway does not have', () => {
    const named = namesIn(text, /\b(ASSAY_[A-Z_]*[A-Z])\b/g);
    expect(named.filter((name) => !variables.has(name) && !VARIABLES_OF_OTHERS.test(name))).toEqual([]);
  });

  it('metric that the gateway does not have', () => {
    const named = namesIn(prose, /\b(assay(?:_[a-z]+)+?)(?:_bucket)?\b/g);
    expect(named.filter((name) => !metrics.includes(`\`${name}`))).toEqual([]);
  });

  it('command that there is not', () => {
    const named = namesIn(text, /(?:`assay|npm run assay --) ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g);
    const isOne = (typed: string): boolean =>
      commands.some((name) => name === typed || name === typed.split(' ')[0] || name.startsWith(`${typed} `));
    expect(named.filter((typed) => !isOne(typed) && !typed.startsWith('help'))).toEqual([]);
  });

  it('script that package.json does not have', () => {
    expect(namesIn(text, /npm run (?:--silent )?([a-z:]+)/g).filter((name) => !scripts.has(name))).toEqual(
      [],
    );
  });
});
