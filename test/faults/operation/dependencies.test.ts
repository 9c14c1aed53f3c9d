import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
}

interface ProjectFile {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- JSON, read as what npm writes
const read = (path: string): any => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const project: ProjectFile = read('package.json');

function packagesOf(lock: string): readonly (readonly [path: string, entry: LockedPackage])[] {
  const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = read(lock);
  return Object.entries(packages).filter(([path]) => path !== '');
}

const locked = packagesOf('package-lock.json');
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('81 the lock file', () => {
  it('81 gives every package a version and a SHA-512, except binaries of tools for other platforms', () => {
    for (const [path, { version, link }] of locked) {
      expect(version, path).toMatch(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/);
      expect(link, path).toBeUndefined();
    }
    const unverified = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    // npm writes a hash only for packages it has fetched. These are for other platforms, and no part of a gateway.
    const strays = unverified.filter(
      ([, { dev, optional, os }]) => dev !== true || optional !== true || os === undefined,
    );
    expect(strays.map(([path]) => path)).toEqual([]);
  });

  it('81 names no host: packages come from the registry that npm is configured for', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it('81 lists every package with an install script, and allows none to run', () => {
    const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(new Set(withScripts.map(([path]) => nameOf(path)))).toEqual(
      new Set(Object.keys(project.allowScripts)),
    );
    expect(Object.values(project.allowScripts)).not.toContain(true);
  });

  it('81 matches what is installed, in versions and hashes', () => {
    const expected = new Map(locked);
    const installed = packagesOf('node_modules/.package-lock.json');
    expect(installed.length).toBeGreaterThan(100);
    for (const [path, { version, integrity }] of installed) {
      expect({ version, integrity: integrity ?? expected.get(path)?.integrity }, path).toEqual({
        version: expected.get(path)?.version,
        integrity: expected.get(path)?.integrity,
      });
      expect(read(join(path, 'package.json')).version, path).toBe(version);
    }
  });
});

describe('81 the project', () => {
  it('81 has few dependencies, all from the registry with exact versions', () => {
    const { dependencies, devDependencies } = project;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(31);
  });

  it('81 generates its validators at an installation, and runs no other script then', () => {
    const hooks = [
      'preinstall',
      'install',
      'postinstall',
      'prepublish',
      'preprepare',
      'prepare',
      'postprepare',
      'dependencies',
    ];
    expect(hooks.filter((hook) => hook in project.scripts)).toEqual(['prepare']);
  });
});
