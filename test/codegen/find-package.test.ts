import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPackage } from '../../core/manifests/load/find-package.ts';
import { folderOfFile } from '../support/folder-of-file.ts';

const folder = realpathSync(folderOfFile('find-package'));

function install(name: string, description: object, file = 'dist/entry.js'): void {
  const home = join(folder, 'node_modules', name);
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, type: 'module', ...description }));
  writeFileSync(join(home, file), 'export default {};');
}

describe('a package', () => {
  it.each([
    ['by a text', { exports: './dist/entry.js' }],
    ['by the point', { exports: { './more': './x.js', '.': './dist/entry.js' } }],
    ['by import alone', { exports: { types: './x.d.ts', import: './dist/entry.js', require: './x.cjs' } }],
    [
      'by what stands first',
      { exports: { '.': { node: { default: './dist/entry.js' }, default: './x.js' } } },
    ],
    ['by main', { main: './dist/entry.js' }],
  ])('is found %s', (name, description) => {
    const packageName = `@acme/${name.replaceAll(' ', '-')}`;
    install(packageName, description);
    expect(findPackage(packageName, folder)).toBe(join(folder, 'node_modules', packageName, 'dist/entry.js'));
  });

  it('is not found if it is not installed, has nothing to import, or lacks files', () => {
    install('only-types', { exports: { types: './x.d.ts' } });
    install('gone', { exports: './dist/gone.js' });
    for (const name of ['@acme/absent', 'only-types', 'gone'])
      expect(findPackage(name, folder)).toBeUndefined();
  });
});
