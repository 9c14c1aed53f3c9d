import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';

const MANIFESTS = join(import.meta.dirname, '../../../manifests');

/** The model that is another in each generation. */
export const EDITED = 'ministral-3b-2512';

/**
 * Writes a manifest in which one model has this generation's upstream name and price. Its provider's header changes
 * with every second generation, and so its connections do.
 */
export function writeGeneration(manifests: string, generation: number): void {
  const text = readFileSync(join(MANIFESTS, 'mistral.yaml'), 'utf8');
  const changed = text
    .replace(/^  id: mistral$/m, `  id: mistral\n  headers: { x-pair: "${Math.floor(generation / 2)}" }`)
    .replace(
      new RegExp(`(  - id: ${EDITED} [^\n]*\n)((?:    .*\n)*?    price: )[^\n]*`),
      `$1    upstream: generation-${generation}\n$2{ input: "1.00", cachedInput: "0.10", output: "${generation}.00", checked: 2026-11-21 }`,
    );
  if (!changed.includes(`generation-${generation}\n`) || !changed.includes('x-pair'))
    throw new Error('the manifest has changed its form: see what is replaced here');
  writeFileSync(join(manifests, 'mistral.yaml'), changed);
}

/** The generation an answer is of, in each of its parts: 1,000 tokens in and out of a sandbox that says its name. */
export function wholeGeneration({ results, creditsUsed }: PromptResponse): number {
  const [first] = results;
  const generation = Number(first?.output.split('-')[1]);
  const costUsd = (generation + 1) / 1_000;
  for (const { output, providerCost, credits } of results) {
    expect(output).toBe(`generation-${generation}`);
    expect(providerCost).toBeCloseTo(costUsd, 9);
    expect(credits).toBeCloseTo(costUsd * 100, 6);
  }
  expect(creditsUsed).toBeCloseTo(costUsd * 100 * results.length, 6);
  return generation;
}
