import type { Model } from '../core/contract.ts';

/** The prices of all models, one model a line, for reviews and for the next run to compare its own with. */
export function emitPrices(models: readonly Model[]): string {
  const lines = models.map(({ id, price }) => `    ${JSON.stringify({ id, price })}`);
  return `{\n  "models": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
