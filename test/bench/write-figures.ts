import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes what a bench measured as JSON, and says where. */
export function writeFigures(path: string, figures: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(figures, undefined, 2)}\n`);
  console.log(`  raw figures: ${path}`);
}
