import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxProvider } from '../../../core/sandbox/contract.ts';

const MANIFESTS = join(import.meta.dirname, '../../../manifests');

/** A fact on one line of a manifest's provider, such as `breaker`, and its value. */
export type Adjustments = Readonly<Partial<Record<SandboxProvider, Readonly<Record<string, string>>>>>;

/** The manifests as they are, in a folder of their own, but for these facts. */
export function adjustManifests(adjustments: Adjustments): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-manifests-'));
  cpSync(MANIFESTS, folder, { recursive: true });
  for (const [provider, lines] of Object.entries(adjustments)) {
    const file = join(folder, `${provider}.yaml`);
    let text = readFileSync(file, 'utf8');
    for (const [key, value] of Object.entries(lines)) {
      const line = new RegExp(`^  ${key}: .*\n`, 'm');
      text = text.replace(line, '').replace(/^provider:\n/m, (first) => `${first}  ${key}: ${value}\n`);
    }
    writeFileSync(file, text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** By model, what its entry says in further lines, such as `shutdown: 2027-01-14`. */
export type ModelLines = Readonly<Record<string, readonly string[]>>;

/** The manifests as they are, in a folder of their own, without any day of a shutdown but those given here. */
export function datedManifests(lines: ModelLines): { readonly folder: string; remove(): void } {
  const made = adjustManifests({});
  const missing = new Set(Object.keys(lines));
  for (const name of readdirSync(made.folder)) {
    const file = join(made.folder, name);
    const undated = readFileSync(file, 'utf8').replaceAll(
      /^ {4}(?:shutdown|deprecated|successor|onShutdown): .*\n/gm,
      '',
    );
    const dated = undated.replaceAll(/^ {2}- id: (\S+).*\n/gm, (line, id: string) => {
      missing.delete(id);
      return line + (lines[id] ?? []).map((one) => `    ${one}\n`).join('');
    });
    writeFileSync(file, dated);
  }
  if (missing.size > 0) throw new Error(`no manifest has ${[...missing].join(', ')}`);
  return made;
}
