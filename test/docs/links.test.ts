import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, proseOf, ROOT, type Page } from './documents.ts';

const anchorsOf = new Map(PAGES.map((page) => [page.name, anchorsIn(page)]));

it.each(PAGES)('every link in $name resolves', (page) => {
  expect(linksIn(page).filter(({ target }) => !leadsSomewhere(page, target))).toEqual([]);
});

it('the README, or the index of its folder, links to every page', () => {
  const linked = new Set(
    PAGES.filter(({ name }) => basename(name) === 'README.md').flatMap((page) =>
      linksIn(page).map(({ target }) => join(dirname(page.name), target.split('#')[0] ?? '')),
    ),
  );
  expect(PAGES.map(({ name }) => name).filter((name) => name !== 'README.md' && !linked.has(name))).toEqual(
    [],
  );
});

const SOURCES = ['codegen', 'core', 'deploy', 'examples', 'manifests', 'panels', 'plugins', 'test'];
const FILE = new RegExp(`^(?:${SOURCES.join('|')})/[\\w./@-]+$|^[\\w-]+\\.ts$`);
/** Folders that readers make. */
const NOT_OURS = new Set(['deploy/keys/']);
const fileNames = new Set(
  SOURCES.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })).map(
    (path) => basename(path),
  ),
);

// The changelog tells of files that are gone.
it.each(PAGES.filter(({ name }) => name !== 'CHANGELOG.md'))('every file that $name names exists', (page) => {
  const named = proseOf(page).flatMap((text) =>
    [...text.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words),
  );
  const files = named.filter((words) => FILE.test(words) && !NOT_OURS.has(words));
  expect(files.filter((file) => !existsSync(join(ROOT, file)) && !fileNames.has(file))).toEqual([]);
});

interface Link {
  readonly line: number;
  readonly target: string;
}

/** Links that stay inside the project. */
function linksIn(page: Page): readonly Link[] {
  return proseOf(page).flatMap((text, index) =>
    [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
      .map(([, target = '']) => ({ line: index + 1, target }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
}

function leadsSomewhere({ name }: Page, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? name : join(dirname(name), path);
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || anchorsOf.get(file)?.has(anchor) === true;
}

/** Anchors as GitHub derives them from headings. */
function anchorsIn(page: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of proseOf(page)) {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let copy = 1; anchors.has(anchor); copy += 1) anchor = `${slug}-${copy}`;
    anchors.add(anchor);
  }
  return anchors;
}
